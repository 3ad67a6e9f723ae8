import { expect, it } from 'vitest';
import { appendFile } from '../../../src/builtin/file/append-file.js';
import { editFile } from '../../../src/builtin/file/edit-file.js';
import { previewEditFile } from '../../../src/builtin/file/preview-edit-file.js';
import { previewWriteFile } from '../../../src/builtin/file/preview-write-file.js';
import { writeFile } from '../../../src/builtin/file/write-file.js';
import { newMark } from '../../../src/policy/secret/mask-marks.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

const mark = '[masked:API_KEY]';
const held = 'A=1\nAPI_KEY=kx-test-7d1f0c2a9b8e4f60\nB=2\n';
const refused = {
  errorType: 'validation_failed',
  message: `The new content of .env holds ${mark}, which is a mask, not the value. Nothing was written: edit around it with edit_file, so that what it stands for stays in the file.`,
};

it.each([
  [writeFile, { content: `A=1\nAPI_KEY=${mark}\nB=3\n` }],
  [appendFile, { content: `C=${mark}\n` }],
  [editFile, { old_text: 'B=2', new_text: `B=${mark}` }],
  [previewWriteFile, { content: `API_KEY=${mark}\n` }],
  [previewEditFile, { old_text: 'B=2', new_text: `B=${mark}` }],
])('does not write a mask in the place of a value: %o', async (tool, args) => {
  verifies('secret.exit.write');
  const bench = createBench();
  bench.write('.env', held);
  const { failure } = await callTool(tool, { path: '.env', ...args }, bench.ctx);
  expect(failure).toMatchObject(refused);
  expect(bench.read('.env')).toBe(held);
  expect(bench.events).toEqual([]);
});

it('says so when the text to replace spans a mask', async () => {
  verifies('secret.exit.write');
  const bench = createBench();
  bench.write('.env', held);
  const args = { path: '.env', old_text: `A=1\nAPI_KEY=${mark}\n`, new_text: 'A=2\n' };
  const { failure } = await callTool(editFile, args, bench.ctx);
  expect(failure).toMatchObject({
    errorType: 'not_found',
    message: `old_text is not in .env: it holds ${mark}, which is a mask in place of a secret that stands there. Give text that begins and ends beside it, so that the secret stays as it is.`,
  });
});

it('edits around a secret, and files that hold such marks as their own text', async () => {
  verifies('secret.exit.write');
  const bench = createBench();
  bench.write('.env', held);
  await callOk(editFile, { path: '.env', old_text: 'B=2', new_text: 'B=3' }, bench.ctx);
  expect(bench.read('.env')).toBe(held.replace('B=2', 'B=3'));
  bench.write('doc.md', `It reads ${mark}.\n`);
  const edit = { path: 'doc.md', old_text: `reads ${mark}.`, new_text: `says ${mark}!` };
  await callOk(editFile, edit, bench.ctx);
  await callOk(writeFile, { path: 'doc.md', content: `${mark} again\n` }, bench.ctx);
  expect(bench.read('doc.md')).toBe(`${mark} again\n`);
});

it('counts the marks: one more of the same is new', () => {
  verifies('secret.exit.write');
  expect(newMark('', 'plain [masked: text')).toBeUndefined();
  expect(newMark(mark, `${mark} and x`)).toBeUndefined();
  expect(newMark(mark, `${mark}${mark}`)).toBe(mark);
  expect(newMark(mark, '[masked:a token of GitHub]')).toBe('[masked:a token of GitHub]');
});
