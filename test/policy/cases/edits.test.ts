import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../../../src/cli/cli.js';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import { openSession } from '../../../src/session/session.js';
import { fakeHost } from '../../cli/fake-host.js';
import { verifies } from '../../requirements.js';
import { shareOf } from '../../support/depth.js';
import { judgeEdit } from './judge-edit.js';
import { type Folders, type PolicyCase, readCases } from './read-cases.js';
import { makeFolders } from './scene.js';
import { expectScore, type ScoredCase } from './score.js';

/** What is staged is planned and shown, and changes nothing; what is applied is what the person said yes to. */
it('decides the edits of the corpus', async () => {
  verifies('changes.staged.corpus');
  const scored: ScoredCase[] = [];
  const broken: string[] = [];
  const cases = readCases('edit', { ws: '/', home: '/', out: '/' });
  for (const { id } of shareOf(cases, Math.ceil(cases.length / 2))) {
    const folders = makeFolders();
    const one = readCases('edit', folders, id)[0] as PolicyCase;
    const judged = await judge(one, folders);
    scored.push({ one, ...judged });
    broken.push(...judged.broken.map((what) => `${id}: ${what} (${one.why})`));
    folders.remove();
  }
  expect(scored.length).toBeGreaterThan(8);
  expectScore(scored);
  expect(broken).toEqual([]);
}, 240_000);

async function judge(one: PolicyCase, folders: Folders) {
  const { phase, approved_hash, actual_hash, approval } = one.input;
  if (phase === 'rollback') return undoAsked(folders);
  if (approval !== undefined) return answerOfAnother(folders);
  if (approved_hash === actual_hash) return judgeEdit(one, folders);
  const then = [{ write: one.input['path'] ?? 'src/a.ts', text: 'someone else\n' }];
  return judgeEdit({ ...one, input: { ...one.input, then, when: 'while-asked' } }, folders);
}

/** An undo is the person's own command: where nobody can be asked it does nothing, and with their yes it does. */
async function undoAsked({ ws, home }: Folders) {
  const file = join(ws, 'src/undone.ts');
  const store = join(home, 'undo.db');
  const calls = [{ name: 'write_file', arguments: { path: 'src/undone.ts', content: 'b\n' } }];
  const model = scriptedModel([{ calls }, { text: 'done' }]);
  const session = await openSession({ model, workspace: ws, store, mode: 'edit' });
  await session.send('write').result;
  await session.close();
  expect(readFileSync(file, 'utf8')).toBe('b\n');
  const undo = (...args: readonly string[]): Promise<number> =>
    runCli(['undo', '--store', store, ...args], fakeHost({ cwd: ws, env: { HOME: home } }).host);
  await undo();
  const asks = existsSync(file);
  await undo('--yes');
  const got = asks && !existsSync(file) ? 'confirm' : asks ? 'deny' : 'allow';
  return { got, broken: [], reasons: [] } as const;
}

/** The yes to one staged change, given again for another, lets nothing pass: nobody else answers, and nothing is done. */
async function answerOfAnother({ ws, home }: Folders) {
  const preview = (path: string) => ({ name: 'preview_write_file', arguments: { path, content: 'b\n' } });
  const model = scriptedModel(({ messages }, index) => {
    if (index === 0) return { calls: [preview('other.txt'), preview('src/a.ts')] };
    if (index > 1) return { text: 'done' };
    const staged = messages.flatMap((message) => (message.role === 'tool' ? [message.text] : []));
    const tokens = staged.map((text) => (JSON.parse(text) as { data: { token: string } }).data.token);
    return { calls: tokens.map((token) => ({ name: 'apply_file_change', arguments: { token } })) };
  });
  let first: string | undefined;
  let refused: unknown;
  const session = await openSession({
    model,
    workspace: ws,
    env: { HOME: home },
    capabilities: ['workspace', 'staging'],
    onQuestion: async ({ id }) => {
      const other = first;
      first ??= id;
      if (other === undefined) return { choice: 'once' };
      try {
        session.answer(other, { choice: 'once' });
      } catch (error) {
        refused = error;
      }
      session.cancel();
      return { choice: 'deny' };
    },
  });
  await session.send('write').result;
  await session.close();
  expect(refused).toMatchObject({ code: 'question-unknown' });
  const textOf = (path: string): string => readFileSync(join(ws, path), 'utf8');
  expect(textOf('other.txt')).toBe('b\n');
  return { got: textOf('src/a.ts') === 'b\n' ? 'allow' : 'deny', broken: [], reasons: [] } as const;
}
