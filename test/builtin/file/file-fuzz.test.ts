import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appendFile } from '../../../src/builtin/file/append-file.js';
import { deleteFile } from '../../../src/builtin/file/delete-file.js';
import { createEditFile, editFile } from '../../../src/builtin/file/edit-file.js';
import { createInsertLines, insertLines } from '../../../src/builtin/file/insert-lines.js';
import { createListDir, listDir } from '../../../src/builtin/file/list-dir.js';
import { moveFile } from '../../../src/builtin/file/move-file.js';
import { createReadFile, readFile } from '../../../src/builtin/file/read-file.js';
import { createReplaceLines, replaceLines } from '../../../src/builtin/file/replace-lines.js';
import { createWriteFile, writeFile } from '../../../src/builtin/file/write-file.js';
import { checkerFor } from '../../../src/schema/check.js';
import { errorTypes, isFailure } from '../../../src/tool/outcome.js';
import type { Tool } from '../../../src/tool/tool.js';
import { verifies } from '../../requirements.js';
import { createRandom, type Random } from '../../support/random.js';
import { createBench, forgetful, quick } from '../tool-harness.js';

const tools: readonly Tool[] = [
  listDir,
  createListDir({ limit: 'clamp', prefix: 'anywhere' }),
  readFile,
  createReadFile({ range: 'offset', maxLines: 3, numbered: 'ranged', binaryError: 'parse_error' }),
  writeFile,
  createWriteFile({ saysNew: true }),
  editFile,
  createEditFile({ first: true, creates: true, exactly: true }),
  appendFile,
  replaceLines,
  createReplaceLines({ outside: 'clamp' }),
  insertLines,
  createInsertLines({ outside: 'clamp' }),
  moveFile,
  deleteFile,
];

const texts = [
  '',
  'a',
  'a.txt',
  'dir',
  'dir/b.txt',
  '.',
  '..',
  '/',
  './a.txt/',
  'link',
  'bin',
  'none/deep/x',
  'blob:x',
];
const odd = [
  '\0',
  '\ud800',
  '\r\n',
  '\ufeff',
  '(',
  '[',
  '$&',
  'one\ntwo\n',
  '../outside/x',
  'x'.repeat(5000),
  '😀',
  ' ',
];

/** A value for a schema of ours, often at its edges. */
function valueFor(schema: Record<string, unknown>, random: Random): unknown {
  if (Array.isArray(schema['enum'])) return random.pick(schema['enum']);
  if (schema['type'] === 'boolean') return random.chance(0.5);
  if (schema['type'] !== 'integer') return random.pick([...texts, ...texts, ...odd]);
  const { minimum = -3, maximum = 9e15 } = schema as { readonly minimum?: number; readonly maximum?: number };
  return random.pick([minimum, maximum, minimum + 1, Math.min(maximum, minimum + random.below(8))]);
}

it('random arguments give results or typed failures only', async () => {
  verifies('files.tools.fuzz');
  const { ctx: known, root, write } = createBench();
  const ctx = forgetful(quick(known));
  const random = createRandom(42);
  const seen = new Set<string>();
  for (let round = 0; round < 600; round += 1) {
    if (round % 25 === 0) {
      for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true });
      write('a.txt', 'one\r\ntwo\n\n  three ( 3 );');
      write('dir/b.txt', '\ufeffa');
      write('bin', Buffer.from([1, 0, 255]));
      mkdirSync(join(root, 'dir/empty'), { recursive: true });
      symlinkSync('dir', join(root, 'link'));
    }
    const tool = random.pick(tools);
    const properties = (tool.parameters['properties'] ?? {}) as Record<string, Record<string, unknown>>;
    const required = (tool.parameters['required'] ?? []) as readonly string[];
    const names = Object.keys(properties).filter((name) => required.includes(name) || random.chance(0.4));
    // A regular expression takes a process of its own, so it is rarely asked for here.
    const chosen = names.filter((name) => name !== 'regex' || random.chance(0.05));
    const args = Object.fromEntries(chosen.map((name) => [name, valueFor(properties[name] ?? {}, random)]));
    expect((await checkerFor(tool.parameters))(args)).toEqual([]);
    const plan = await tool.plan?.(args as never, ctx);
    const result: unknown = isFailure(plan) ? plan : await tool.run(args as never, ctx, plan?.carry as never);
    const said = JSON.stringify({ tool: tool.name, args });
    if (!isFailure(result)) {
      expect((await checkerFor(tool.result ?? {}))(result), said).toEqual([]);
      expect(typeof tool.show?.(result as never), said).toBe('string');
      expect(typeof tool.display?.(result as never), said).toBe('string');
      seen.add('ok');
      continue;
    }
    expect(errorTypes, said).toContain(result.errorType);
    expect(result.errorType, said).not.toBe('internal_error');
    expect(result.message.length, said).toBeGreaterThan(10);
    seen.add(result.errorType);
  }
  expect([...seen]).toEqual(expect.arrayContaining(['ok', 'not_found', 'validation_failed']));
});
