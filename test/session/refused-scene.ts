import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Answer } from '../../src/run/question.js';
import type { SessionOptions } from '../../src/session/options.js';
import type { ToolResult } from '../../src/tool/outcome.js';
import { type Approval, open, play, results } from './open.js';

/** A repository to work in, a home and a folder of somebody else, gone when the test ends. */
export interface RefusedScene {
  readonly workspace: string;
  readonly home: string;
  readonly elsewhere: string;
}

export function createRefusedScene(): RefusedScene {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-refused-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const scene = { workspace: join(base, 'work'), home: join(base, 'home'), elsewhere: join(base, 'elsewhere') };
  for (const folder of Object.values(scene)) mkdirSync(folder);
  execFileSync('git', ['init', '-q', scene.workspace]);
  return scene;
}

export interface Playing extends Partial<SessionOptions> {
  readonly answers?: readonly Answer[];
}

/** Runs commands in a confined session, one turn each, and answers its questions in their order. */
export async function playCommands(
  { workspace, home }: RefusedScene,
  commands: readonly string[],
  { answers = [], ...options }: Playing = {},
) {
  const asked: Approval[] = [];
  const rounds = commands.flatMap((command) => [
    { calls: [{ name: 'run_command', arguments: { command } }] },
    { text: 'Done.' },
  ]);
  const session = await open(rounds, {
    builtins: true,
    workspace,
    env: { PATH: process.env['PATH'], HOME: home, LANG: 'C' },
    fsync: 'off',
    mode: 'auto',
    onQuestion(question) {
      if (question.kind === 'approval') asked.push(question);
      return answers[asked.length - 1] ?? { choice: 'deny' };
    },
    ...options,
  });
  const turns: (Awaited<ReturnType<typeof play>> & { readonly result: ToolResult | undefined })[] = [];
  for (const command of commands) {
    const turn = await play(session.send(command));
    turns.push({ ...turn, result: results(turn.events)[0] });
  }
  return { session, asked, turns };
}
