import { expect, it } from 'vitest';
import { readLayer } from '../../src/config/config-layer.js';
import { configSchema } from '../../src/config/config-schema.js';
import { toolwrightLimits } from '../../src/profile/toolwright-limits.js';
import { verifies } from '../requirements.js';
import { codeBlocks, readPage } from './markdown.js';

const page = readPage('docs/limits.md');

it('names every limit with its default, and shows settings that are sound', () => {
  verifies('limits.config.keys', 'limits.turn.data');
  const defaults: Readonly<Record<string, unknown>> = toolwrightLimits.limits;
  const rows = [...page.matchAll(/^\| `limits\.(\w+)` \|.*\| (.*) \|$/gm)].map(([, name = '', value]) => [name, value]);
  const wanted = Object.keys(configSchema.properties.limits.properties).map((name) => {
    const value = defaults[name] ?? 'none';
    return [name, typeof value === 'string' && value !== 'none' ? `\`${value}\`` : String(value)];
  });
  expect(rows).toEqual(wanted);
  const json = codeBlocks(page).filter(({ language }) => language === 'json');
  expect(json).toHaveLength(2);
  for (const { text } of json) {
    expect(readLayer('user', 'x', { ok: true, text }).problems).toEqual([]);
    expect(readLayer('workspace', 'x', { ok: true, text }).problems).not.toEqual([]);
  }
});

it('tells the thresholds of the loop watch as they are', () => {
  const { redundant, repetition, oscillation, drift, endAfter, pivot } = toolwrightLimits.loops;
  expect(page).toContain(`| after ${redundant.warn} | the ${redundant.refuse}th |`);
  expect(page).toContain(`| after ${repetition.warn} | the ${repetition.refuse}th |`);
  expect(page).toContain(`| after ${oscillation.warn} pairs | the ${oscillation.refuse}th pair |`);
  expect(page).toContain(`| after ${drift.warn} | never |`);
  expect([endAfter, pivot.after]).toEqual([3, 2]);
});
