// Approves from code: every question comes with the facts and the preview a person would see.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, openSession, type Question } from 'toolwright';
import { scriptedModel } from 'toolwright/testing';

/** Notes may be written; nothing else may be done. */
function answer(question: Question): Answer {
  if (question.kind === 'input') return { choice: 'text', text: 'Nobody is here; decide yourself.' };
  const { facts, preview } = question;
  const harmless = facts.every(({ kind, target }) => kind === 'read' || (kind === 'write' && target.endsWith('.md')));
  if (preview.kind === 'diff') console.log(preview.diff.trim());
  console.log(`${question.tool}: ${harmless ? 'approved' : 'denied'}`);
  return harmless ? { choice: 'once' } : { choice: 'deny', reason: 'only notes (*.md) may be written here' };
}

const workspace = mkdtempSync(join(tmpdir(), 'toolwright-approve-'));
const model = scriptedModel([
  { calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: '# Notes\n' } }] },
  { calls: [{ name: 'run_command', arguments: { command: 'rm -rf .' } }] },
  { text: 'The note is written; the command was not allowed.' },
]);
const session = await openSession({ model, workspace, onQuestion: answer });
console.log((await session.send('Start my notes and clean up.').result).text);
console.log('left in the workspace:', readdirSync(workspace).join(', '));
await session.close();
rmSync(workspace, { recursive: true });
