import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ScriptedCall, ScriptedRound, ScriptedRounds } from '../../../src/model/provider/scripted.js';
import { seedProfile } from '../../../src/profile/seed/seed-profile.js';
import type { Question } from '../../../src/run/question.js';
import type { SessionEvent } from '../../../src/session/event.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { bodies, newFolder, open, play } from '../../session/open.js';

export const call = (name: string, args: object = {}): ScriptedCall => ({ name, arguments: args });

export interface SeedOutput {
  readonly output: unknown;
  readonly isError: boolean;
}

/** What the model reads of the calls of a turn, in their order. */
export const outputs = (events: readonly SessionEvent[]): SeedOutput[] =>
  bodies(events, 'call-settled').map(({ content }) => JSON.parse(content) as SeedOutput);

/** A session of Seed with the built-in tools, whose questions are approved and kept. */
export async function openSeed(rounds: ScriptedRounds, options: Partial<SessionOptions> = {}) {
  const workspace = options.workspace ?? realpathSync(newFolder());
  const asked: Question[] = [];
  const session = await open(rounds as readonly ScriptedRound[], {
    workspace,
    profile: seedProfile,
    builtins: true,
    sandbox: 'off',
    ...(options.onAsk === undefined && {
      onQuestion(question: Question) {
        asked.push(question);
        return { choice: 'once' } as const;
      },
    }),
    ...options,
  });
  const inPrivate = (path: string): string => join(workspace, 'private', session.id, path);
  return { session, workspace, asked, inPrivate };
}

/** Has the model make these calls, one a round, and gives what it read of each. */
export async function runCalls(
  calls: readonly ScriptedCall[],
  files: Readonly<Record<string, string>> = {},
  options: Partial<SessionOptions> = {},
) {
  const scene = await openSeed([...calls.map((one) => ({ calls: [one] })), { text: 'done' }], options);
  for (const [path, text] of Object.entries(files)) put(scene.inPrivate(path), text);
  const { events, end } = await play(scene.session.send('go'));
  return { ...scene, events, end, told: outputs(events) };
}

export function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
