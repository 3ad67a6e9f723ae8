import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editFile } from '../../../src/builtin/file/edit-file.js';
import { insertLines } from '../../../src/builtin/file/insert-lines.js';
import { linesOf } from '../../../src/builtin/file/line-edit.js';
import { replaceLines } from '../../../src/builtin/file/replace-lines.js';
import type { RunContext } from '../../../src/tool/context.js';
import { isFailure } from '../../../src/tool/outcome.js';
import type { StagedWrite } from '../../../src/tool/port.js';
import type { Tool } from '../../../src/tool/tool.js';
import { verifies } from '../../requirements.js';
import { createRandom, type Random } from '../../support/random.js';
import { createBench, forgetful } from '../tool-harness.js';

const words = ['alpha', 'β', '日本', '😀', 'é', 'e\u0301', '$1', '\\n', '', ' ', '\t', 'x = {};', '\u2028', '\u00a0'];

/** A file as it may come: its line ends mixed or not, with a BOM or without, its last line ended or not. */
function generate(random: Random): string {
  const ends = random.pick([['\n'], ['\r\n'], ['\n', '\r\n']]);
  const text = random
    .many(1, 8, () => random.many(0, 4, () => random.pick(words)).join('') + random.pick(ends))
    .join('');
  return (random.chance(0.3) ? '\ufeff' : '') + (random.chance(0.5) ? text.replace(/\r?\n$/, '') : text);
}

interface Scene {
  readonly content: string;
  readonly random: Random;
  readonly ctx: RunContext;
}

/** What a call would write is written: that a change is made as it was planned is shown elsewhere. */
async function make(tool: Tool, args: Record<string, unknown>, ctx: RunContext): Promise<void> {
  const plan = await tool.plan?.(args as never, ctx);
  if (plan === undefined || isFailure(plan)) throw new Error(JSON.stringify({ args, plan }));
  const { change } = plan.carry as { readonly change: StagedWrite };
  writeFileSync(change.place.path, change.content);
}

/** A text goes in beside another and out again. */
async function byText({ content, random, ctx }: Scene): Promise<void> {
  const letters = [...content];
  const at = random.below(letters.length);
  const before = letters.slice(0, at + 1).join('');
  // A text with LF alone means CRLF as well.
  const plain = before.includes('\r') ? content : content.replaceAll('\r\n', '\n');
  const unique = plain.indexOf(before) === plain.lastIndexOf(before);
  if (!unique || letters.length === 0) return byInsertion({ content, random, ctx });
  await make(editFile, { path: 'a.txt', old_text: before, new_text: `${before}«new»\n$&` }, ctx);
  await make(editFile, { path: 'a.txt', old_text: '«new»\n$&', new_text: '' }, ctx);
}

/** Lines make room for others, and come back. */
async function byReplacement({ content, random, ctx }: Scene): Promise<void> {
  const { lines } = linesOf(content);
  if (lines.length === 0) return byInsertion({ content, random, ctx });
  const at = 1 + random.below(lines.length);
  const old = lines[at - 1] ?? '';
  await make(replaceLines, { path: 'a.txt', line_start: at, line_end: at, content: '«one»\n«two»\n' }, ctx);
  const back = old.replace(/\r?\n$/, '');
  await make(replaceLines, { path: 'a.txt', line_start: at, line_end: at + 1, content: `${back}\n` }, ctx);
}

/** Lines go between others, and are deleted. */
async function byInsertion({ content, random, ctx }: Scene): Promise<void> {
  const at = 1 + random.below(linesOf(content).lines.length + 1);
  await make(insertLines, { path: 'a.txt', line_start: at, content: '«one»\n\n«two»\n' }, ctx);
  await make(replaceLines, { path: 'a.txt', line_start: at, line_end: at + 2, content: '' }, ctx);
}

describe('1,000 generated files', () => {
  it('are edited and edited back, byte for byte', async () => {
    verifies('files.edit.round-trip');
    const { ctx, root, write } = createBench();
    const random = createRandom(9);
    const unknown = forgetful(ctx);
    for (let file = 0; file < 1000; file += 1) {
      const content = generate(random);
      write('a.txt', content);
      const scene = { content, random, ctx: unknown };
      await random.pick([byText, byReplacement, byInsertion])(scene);
      const now = readFileSync(join(root, 'a.txt'));
      expect(now.equals(Buffer.from(content)), JSON.stringify({ file, content, now: now.toString() })).toBe(true);
    }
  });
});
