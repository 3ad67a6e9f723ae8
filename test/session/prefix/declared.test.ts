import { expect, it } from 'vitest';
import { type ScriptedRound, scriptedModel } from '../../../src/model/provider/scripted.js';
import type { ExposureSettings } from '../../../src/tool/catalog/exposure.js';
import { verifies } from '../../requirements.js';
import { open, play } from '../open.js';

const rounds: readonly ScriptedRound[] = [{ text: 'Hello.' }];
const hosted = { promptCache: 'hosted' } as const;

it.each<[string, { promptCache?: 'hosted'; contextTokens?: number }, ExposureSettings, 'few' | 'builtin']>([
  ['a machine of one’s own', {}, {}, 'few'],
  ['a machine of one’s own with a large context', { contextTokens: 200_000 }, {}, 'few'],
  ['a service that keeps what it has read', { ...hosted, contextTokens: 200_000 }, {}, 'builtin'],
  ['such a service whose context is not known', hosted, {}, 'builtin'],
  ['such a service with a small context', { ...hosted, contextTokens: 32_000 }, {}, 'few'],
  ['any model, where few are set', { ...hosted, contextTokens: 200_000 }, { declared: 'few' }, 'few'],
  ['any model, where all are set', {}, { declared: 'builtin' }, 'builtin'],
])('declares for %s as many built-in tools as pay', async (_, what, exposure, declared) => {
  verifies('prefix.choice.declared');
  const model = scriptedModel(rounds);
  const session = await open(rounds, { model: { ...model, ...what }, builtins: true, exposure });
  await play(session.send('hello'));
  const names = model.requests[0]?.toolNames ?? [];
  expect(names).toContain('read_file');
  expect(names.includes('code_search')).toBe(declared === 'builtin');
  expect(names.length > 20).toBe(declared === 'builtin');
});
