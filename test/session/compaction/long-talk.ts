import { onTestFinished } from 'vitest';
import type { Profile } from '../../../src/agent/profile.js';
import type { ScriptedRound } from '../../../src/model/provider/scripted.js';
import { toolwrightProfile } from '../../../src/profile/toolwright.js';
import type { SessionRecord } from '../../../src/session/event.js';
import { openSession } from '../../../src/session/session.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { newFolder } from '../open.js';
import { type StrictOptions, strictModel } from './strict-model.js';

/** The same numbers for the same seed. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A profile with room for a long turn. */
export const patient: Profile = {
  ...toolwrightProfile,
  limits: { ...toolwrightProfile.limits, rounds: 1000, callsPerTurn: 10_000 },
};

const samples = [
  'The quick brown fox jumps over the lazy dog. ',
  'const value = { name: "x", size: 12345, list: [1, 2, 3] };\n',
  '漢字とかなの混ざった文章がここに続きます。',
  'Ünïcödé — straße, façade, naïve; ',
  '🙂🚀🧪 emoji are here 👩‍💻 ',
];

/** A text of many scripts. */
function textOf(random: (below: number) => number, length: number): string {
  let text = '';
  while (text.length < length) text += samples[random(samples.length)];
  return text.slice(0, length).toWellFormed();
}

/** Reads much, and what it says comes from outside. */
export const look = defineTool({
  name: 'look',
  description: 'Looks something up and answers at length.',
  parameters: {
    type: 'object',
    properties: { what: { type: 'string' }, length: { type: 'integer' } },
    required: ['what', 'length'],
  },
  effects: 'none',
  run: ({ what, length }) => `${what}: ${textOf(createRandom(length), length)}`,
});

/** A tool that nobody allows. */
export const burn = defineTool({
  name: 'burn',
  description: 'Burns a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  effects: 'workspace',
  plan: ({ path }) => ({
    facts: [{ kind: 'delete', target: path, where: 'workspace', known: true }],
    preview: { kind: 'text', text: `burns ${path}` },
  }),
  run: () => 'burnt',
});

/** Everything that can be wrong with a summary, and sometimes nothing. */
export const badSummary = (random: (below: number) => number): ScriptedRound =>
  summaries[random(summaries.length)] ?? { text: '' };

const summaries: readonly ScriptedRound[] = [
  { failure: { kind: 'overloaded', message: 'busy' } },
  { text: '' },
  { calls: [{ name: 'burn', arguments: { path: 'all' } }] },
  { text: 'too long '.repeat(5000), chunks: 50 },
  { text: 'cut', stop: 'length' },
  { text: 'no', stop: 'refused' },
  { text: 'A good one.' },
];

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const picture = { mediaType: 'image/png', data: pixel };

export interface TalkOptions extends Partial<Pick<StrictOptions, 'summary' | 'told'>> {
  readonly seed: number;
  readonly turns: number;
  readonly rounds: number;
  readonly limit?: number;
  readonly builtins?: boolean;
}

/** A session of so many turns with so many rounds each, with a model that is strict about its limit. */
export async function longTalk({ seed, turns, rounds, limit = 8192, builtins = false, ...options }: TalkOptions) {
  const random = createRandom(seed);
  let denials = 0;
  const roundOf = (round: number): ScriptedRound => {
    if (round % rounds === rounds - 1)
      return { text: `Turn ${Math.floor(round / rounds)} is done. ${textOf(random, 300)}` };
    const calls = Array.from({ length: 1 + random(4) }, (_, index) => ({
      name: 'look',
      arguments: { what: `place-${round}-${index}`, length: random(8) === 0 ? 3000 + random(9000) : random(600) },
    }));
    if (random(25) === 0) {
      denials += 1;
      return { calls: [{ name: 'burn', arguments: { path: `file-${denials}.txt` } }, ...calls] };
    }
    return { text: random(3) === 0 ? textOf(random, 200) : '', calls };
  };
  const model = strictModel({
    limit,
    answer: (_, round) => roundOf(round),
    summary: (at) => ({ text: `SUMMARY-${at}: looked at places, some work is left.` }),
    ...options,
  });
  const store = createMemoryStore();
  const folder = newFolder();
  const session = await openSession({
    workspace: folder,
    builtins,
    model,
    store,
    profile: patient,
    tools: [look, burn],
    mode: 'ask',
    onAsk: 'deny',
  });
  onTestFinished(() => session.close());
  const ends: string[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const text = `REQUEST-${turn}: ${textOf(random, 200)}`;
    const end = await session.send(turn % 3 === 1 ? { text, images: [picture] } : text).result;
    ends.push(end.message === undefined ? end.reason : `${end.reason}: ${end.message}`);
  }
  const events = (await store.read(session.id)) as readonly SessionRecord[];
  return { session, store, model, events, ends, folder, denials: () => denials };
}
