import { expect, it } from 'vitest';
import { readLayer } from '../../../src/config/config-layer.js';
import { splitWords } from '../../../src/policy/rule/command-pattern.js';
import { coveredByAllow, judgeRules } from '../../../src/policy/rule/match-rules.js';
import { maxExamples, maxPatternLength, maxRules } from '../../../src/policy/rule/rule.js';
import { checkCommandExamples } from '../../../src/policy/rule/rule-examples.js';
import { compileRules } from '../../../src/policy/rule/rule-set.js';
import { type Fact, factKinds } from '../../../src/tool/fact.js';
import { codeBlocks, readPage, tableCodes } from '../../docs/markdown.js';
import { execFact, inputOf, netFact, pathFact, places, rulesOf } from './rule-scene.js';

const page = readPage('docs/rules.md');

const commandFact = (command: string): Fact => {
  const split = splitWords(command);
  return { ...execFact(command), words: split.ok ? split.words : [null] };
};

it('shows rules that are sound, with examples that are true', async () => {
  const [block] = codeBlocks(page);
  const { problems, rules } = readLayer('user', 'x', { ok: true, text: block?.text ?? '' });
  expect(problems).toEqual([]);
  const analyse = async (command: string) => {
    const [line = '', out] = command.split(' > ');
    return [commandFact(line), ...(out === undefined ? [] : [pathFact('write', out)])];
  };
  expect(await checkCommandExamples(rules, analyse)).toEqual([]);
  expect(rules.map(({ verdict }) => verdict)).toEqual(expect.arrayContaining(['allow', 'notify', 'ask', 'deny']));
});

it('names every kind of fact, and only rules that can be read', () => {
  const table = page.split('| rule | about |')[1]?.split('\n\n')[0] ?? '';
  const codes = tableCodes(table);
  expect(() => rulesOf(...codes.map((code) => `deny ${code}`))).not.toThrow();
  expect(codes).toEqual(expect.arrayContaining(factKinds.map((kind) => expect.stringMatching(`^${kind}\\(`))));
});

it('shows patterns that match what they are said to', () => {
  const rows = [...page.matchAll(/^\| `(.*)` \| (.*) \| (.*) \|$/gm)].map(
    ([, pattern = '', matches = '', misses = '']) => ({
      pattern,
      matches: codesIn(matches),
      misses: codesIn(misses),
    }),
  );
  expect(rows).toHaveLength(9);
  for (const { pattern, matches, misses } of rows) {
    const isHost = pattern.includes('example') || pattern.includes('192');
    const [kind, factOf] = isHost ? ['net', netFact] : ['exec', commandFact];
    const rules = compileRules(rulesOf(`deny ${kind}(${pattern})`, `allow ${kind}(${pattern})`));
    const found = (text: string) => {
      const input = inputOf([factOf(text)]);
      return [judgeRules(rules, input, places).length, coveredByAllow(rules, input, places)[0] !== undefined];
    };
    for (const text of matches) expect(found(text), `${pattern} on ${text}`).toEqual([1, true]);
    for (const text of misses) expect(found(text), `${pattern} on ${text}`).toEqual([0, false]);
  }
});

it('tells the limits', () => {
  expect(page).toContain(`up to ${maxRules.toLocaleString('en')} rules`);
  expect(page).toContain(`up to ${maxPatternLength} characters`);
  expect(page).toContain(`up to ${maxExamples} of each`);
});

const codesIn = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
