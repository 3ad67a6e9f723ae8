import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hook } from '../../../src/extend/hook/hook.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { bodies, echo, newFolder, open, play, results } from '../../session/open.js';

/** A hook that writes what it reads to a file, and does `then`. */
export const noting = (file: string, then = ''): string => `cat >> ${file}; ${then}`;

export interface HookScene extends Partial<SessionOptions> {
  readonly hooks: readonly Hook[];
  readonly calls?: readonly { readonly name: string; readonly arguments: object }[];
}

/** One turn with these hooks, unconfined unless said otherwise; what they noted is read when the session is closed. */
export async function runHooked({ hooks, calls = [say('a')], ...options }: HookScene) {
  const workspace = newFolder();
  const noted = join(newFolder(), 'noted.jsonl');
  writeFileSync(noted, '');
  const session = await open([{ calls }, { text: 'Done.' }], {
    workspace,
    tools: [echo],
    sandbox: 'off',
    hooks: hooks.map((hook) => ({ ...hook, command: hook.command.replaceAll('NOTED', noted) })),
    ...options,
  });
  const { events, end } = await play(session.send('go'));
  await session.close();
  const inputs = readFileSync(noted, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Noted);
  const ended = bodies(events, 'hook-ended');
  return {
    session,
    workspace,
    events,
    end,
    ended,
    inputs,
    noted: readFileSync(noted, 'utf8'),
    results: results(events),
  };
}

interface Noted {
  readonly hook: string;
  readonly eventId: string;
  readonly timestamp: string;
  readonly cwd: string;
  readonly session: { readonly id: string; readonly actor: string };
  readonly data: Readonly<Record<string, unknown>>;
}

export const say = (text: string) => ({ name: 'echo', arguments: { text } });
