import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tokenEstimate } from '../../../src/cli/view/token-estimate.js';
import { verifies } from '../../requirements.js';
import { serverTools } from '../../support/server-tools.js';
import { countedTokens } from '../../support/token-counter.js';
import { proseSamples } from '../../support/token-samples.js';

const definitions = serverTools.map(({ name, description, parameters }) =>
  JSON.stringify({ name, description, parameters }),
);

const filesOf = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));

/** Texts whose estimate is further off than that. */
const misjudged = (texts: readonly string[], most: number): readonly string[] =>
  texts.flatMap((text) => {
    const [estimate, counted] = [tokenEstimate(text), countedTokens(text)];
    return Math.abs(estimate / counted - 1) <= most ? [] : [`${estimate} for ${counted}: ${text.slice(0, 80)}`];
  });

it('is within a tenth of what is counted, for English, definitions, JSON and code as a whole', () => {
  verifies('catalog.list.estimate');
  const { English = '' } = proseSamples;
  const json = ['package.json', 'schema/config.schema.json', 'test/fixtures/mcp/server-tools.json'];
  const code = [...filesOf('src/base', '.ts'), ...filesOf('scripts', '.mjs')];
  const wholes = [English, definitions.join('\n'), code.join('\n'), ...filesOf('docs', '.md')];
  expect(misjudged([...wholes, ...json.map((path) => readFileSync(path, 'utf8'))], 0.1)).toEqual([]);
});

it('is within a fifth for one definition, one small file, and prose of other languages', () => {
  verifies('catalog.list.estimate');
  expect(misjudged([...definitions, ...filesOf('src/base', '.ts'), ...Object.values(proseSamples)], 0.2)).toEqual([]);
});

it('is within a third for what is no prose: keys, hashes, ruled lines, figures, emoji, letters of scripts it does not know', () => {
  verifies('catalog.list.estimate');
  const odd = [
    Buffer.from(Array.from({ length: 300 }, (_, at) => (at * at * 31 + at * 17) % 251)).toString('base64'),
    Array.from({ length: 20 }, (_, at) => (at * 2654435761).toString(16).padStart(12, 'f')).join(' '),
    Array.from({ length: 60 }, (_, at) => at * 7919).join(', '),
    `${'-'.repeat(80)}\n| a | b |\n${'='.repeat(80)}\n`,
    '👍🎉 done ✅ → next ⚠️ wait ⏳ … “so” – it’s fine 🚀',
    'ძველი წისქვილი დგას იქ, სადაც მდინარე აღმოსავლეთით უხვევს.',
  ];
  expect(misjudged(odd, 1 / 3)).toEqual([]);
});

it('is 0 for nothing, and takes time in line with the length', () => {
  verifies('catalog.list.estimate');
  expect(tokenEstimate('')).toBe(0);
  const started = performance.now();
  for (const text of ['A', 'a', 'é', ' ', '\n', '-', 'Aa', ' -', '한', '\u0301', 'aé'])
    tokenEstimate(text.repeat(200_000));
  expect(performance.now() - started).toBeLessThan(5000);
});
