import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { readLayer } from '../../src/config/config-layer.js';
import { configSchema } from '../../src/config/config-schema.js';
import type { Setting } from '../../src/config/setting/setting.js';
import { settings } from '../../src/config/setting/settings.js';
import { createConfigScene } from '../cli/config/config-scene.js';
import { codeBlocks, readPage, root, tableCodes } from '../docs/markdown.js';
import { verifies } from '../requirements.js';
import { settingsTable } from './settings-table.js';

const page = readPage('docs/config.md');
const blocks = (language: string): string[] =>
  codeBlocks(page)
    .filter((block) => block.language === language)
    .map(({ text }) => text);

it('has every setting of the schema, and no other', () => {
  verifies('models.config.schema');
  const settings = (properties: object, prefix: string): string[] =>
    Object.entries(properties).flatMap(([key, schema]) => {
      const entry = schema.additionalProperties?.properties;
      const name = entry === undefined ? `${prefix}${key}` : `${prefix}${key}.NAME`;
      return [name, ...settings(entry ?? schema.properties ?? {}, `${name}.`)];
    });
  const documented = tableCodes(page).filter((code) => !code.includes('/'));
  expect(documented.toSorted()).toEqual(settings(configSchema.properties, '').toSorted());
});

it('has the table that the declarations make: UPDATE_DOCS=1 writes it anew', () => {
  verifies('models.config.schema');
  const table = settingsTable(settings, configSchema);
  const written = /^\| setting \| value \| means \|\n(?:\|.*\n)*/m;
  if (process.env['UPDATE_DOCS'] === '1')
    writeFileSync(
      join(root, 'docs/config.md'),
      page.replace(written, () => table),
    );
  else expect(written.exec(page)?.[0]).toBe(table);
  const words = Object.values<Setting>(settings).flatMap(({ links = {} }) => Object.entries(links));
  expect(words.filter(([text, to]) => !table.includes(`[${text}](${to})`))).toEqual([]);
});

it('shows settings that are sound', () => {
  verifies('models.config.comments');
  expect(blocks('jsonc')).toHaveLength(1);
  for (const text of blocks('jsonc')) expect(readLayer('user', 'x', { ok: true, text }).problems).toEqual([]);
});

it('shows what its commands print', async () => {
  verifies('standing.docs.output-true', 'models.config.show', 'models.trust.revoke');
  expect(blocks('console')).toHaveLength(2);
  for (const text of blocks('console')) {
    const { home, work, run } = createConfigScene();
    mkdirSync(join(work, '.toolwright'));
    const settings = {
      model: 'work/large',
      providers: { work: { baseUrl: 'https://models.work.example/v1', apiKeyEnv: 'WORK_KEY' } },
    };
    if (text.includes('toolwright trust'))
      writeFileSync(join(work, '.toolwright', 'config.json'), JSON.stringify(settings));
    for (const [, line = '', output = ''] of text.matchAll(/^\$ toolwright (.*)\n((?:(?!\$ ).*\n)*)/gm)) {
      const { stdout, stderr } = await run(line.split(' '));
      const printed = `${stdout}${stderr}`.replaceAll(home, '/home/user').replaceAll(work, '/home/user/app');
      expect(stable(printed), line).toBe(stable(output));
    }
  }
});

it('names only commands that there are', () => {
  const named = [...page.matchAll(/(?:`|^\$? ?)toolwright\s(config [a-z]+)/gm)].map(([, words = '']) => words);
  expect(named.length).toBeGreaterThan(5);
  expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
});

/** Without what differs from day to day. */
const stable = (text: string): string =>
  text.replaceAll(/\b[0-9a-f]{12}\b/g, '…').replaceAll(/\d{4}-\d\d-\d\d/g, 'some day');
