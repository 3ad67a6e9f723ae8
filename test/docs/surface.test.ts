import { expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { configSchema } from '../../src/config/config-schema.js';
import type { JsonSchema } from '../../src/schema/json-schema.js';
import { readPage } from './markdown.js';

const page = readPage('docs/decisions/0043-a-surface-budget.md');
const budget = (surface: string): number => Number(new RegExp(`^\\| ${surface} \\| (\\d+) \\|`, 'm').exec(page)?.[1]);

it('has no more commands, settings and words than the budget allows', () => {
  expect(commands.length).toBeLessThanOrEqual(budget('commands'));
  expect(countSettings(configSchema)).toBeLessThanOrEqual(budget('settings'));
  const words = readPage('GLOSSARY.md').split('\n## Verbs')[0] ?? '';
  expect(words.match(/^\| (?!word \|)/gm)?.length).toBeLessThanOrEqual(budget('glossary words'));
});

function countSettings({ properties = {}, additionalProperties, items }: JsonSchema): number {
  const members = Object.values(properties);
  const entries = [additionalProperties, items].filter((entry) => typeof entry === 'object');
  return members.length + [...members, ...entries].reduce((sum, member) => sum + countSettings(member), 0);
}
