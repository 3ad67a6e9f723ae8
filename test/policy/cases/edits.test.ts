import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import { openSession } from '../../../src/session/session.js';
import { decideCase } from './decide-case.js';
import { type Folders, type PolicyCase, readCases } from './read-cases.js';
import { makeFolders } from './scene.js';
import { expectScore, type ScoredCase } from './score.js';

/** What is staged is planned and shown, and changes nothing; what is applied is what the person said yes to. */
it('decides the edits of the corpus', async () => {
  const scored: ScoredCase[] = [];
  for (const { id } of readCases('edit', { ws: '/', home: '/', out: '/' })) {
    const folders = makeFolders();
    const one = readCases('edit', folders, id)[0] as PolicyCase;
    scored.push(await judgeEdit(one, folders));
    folders.remove();
  }
  expect(scored.length).toBeGreaterThan(8);
  expectScore(scored);
}, 120_000);

async function judgeEdit(one: PolicyCase, folders: Folders): Promise<ScoredCase> {
  const { phase, path, before, after, adds, approved_hash, actual_hash, session, approval } = one.input as {
    readonly [key: string]: string | null | undefined;
  };
  if (typeof before === 'string' && typeof path === 'string') writeFileSync(join(folders.ws, path), before);
  if (phase === 'stage') return judgeStage(one, { path: path ?? 'x', after: after ?? '' }, folders);
  if (approved_hash !== undefined && approved_hash !== actual_hash) return changedSince(one, folders);
  if (session !== undefined || approval !== undefined) return answerOfAnother(one, folders);
  const content = adds ?? after ?? 'x\n';
  return decideCase(one, { tool: 'write_file', arguments: { path: path ?? 'src/a.ts', content } }, folders);
}

/** A question that is put and never answered has staged its change: the file stays as it is. */
async function judgeStage(
  one: PolicyCase,
  edit: { readonly path: string; readonly after: string },
  folders: Folders,
): Promise<ScoredCase> {
  const file = join(folders.ws, edit.path);
  const was = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  let staged = false;
  await withWrite(folders, edit, async () => {
    staged = true;
    return { choice: 'deny' };
  });
  const unchanged = (existsSync(file) ? readFileSync(file, 'utf8') : undefined) === was;
  return { one, got: staged && unchanged ? 'allow' : 'deny', reasons: [] };
}

/** The file is another one when the yes comes: that yes does not count. */
async function changedSince(one: PolicyCase, folders: Folders): Promise<ScoredCase> {
  const file = join(folders.ws, 'src/a.ts');
  let asked = 0;
  await withWrite(folders, { path: 'src/a.ts', after: 'b\n' }, async () => {
    asked += 1;
    if (asked > 1) return { choice: 'deny' };
    writeFileSync(file, 'someone else\n');
    return { choice: 'once' };
  });
  return { one, got: readFileSync(file, 'utf8') === 'someone else\n' && asked === 2 ? 'deny' : 'allow', reasons: [] };
}

/** A yes for another question, of this session or not, lets nothing pass. */
async function answerOfAnother(one: PolicyCase, folders: Folders): Promise<ScoredCase> {
  await withWrite(folders, { path: 'src/a.ts', after: 'b\n' }, async (answer) => {
    expect(() => answer('q_of_another', { choice: 'once' })).toThrow(/no question/);
    return { choice: 'deny' };
  });
  const written = readFileSync(join(folders.ws, 'src/a.ts'), 'utf8') === 'b\n';
  return { one, got: written ? 'allow' : 'deny', reasons: [] };
}

type Answer = { readonly choice: 'once' | 'deny' };

async function withWrite(
  { ws, home }: Folders,
  { path, after }: { readonly path: string; readonly after: string },
  onQuestion: (answer: (id: string, answer: Answer) => void) => Promise<Answer>,
): Promise<void> {
  const call = { name: 'write_file', arguments: { path, content: after } };
  const session = await openSession({
    model: scriptedModel([{ calls: [call] }, { text: 'done' }]),
    workspace: ws,
    env: { HOME: home },
    onQuestion: () => onQuestion((id, answer) => session.answer(id, answer)),
  });
  try {
    await session.send('write').result;
  } finally {
    await session.close();
  }
}
