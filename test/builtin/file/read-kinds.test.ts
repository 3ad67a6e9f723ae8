import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/base/digest.js';
import { createReadFile, readFile } from '../../../src/builtin/file/read-file.js';
import { fail } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, open, play } from '../../session/open.js';
import { makePdf } from '../../support/pdf.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

const numbers = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');

/** The smallest beginnings that make a file what it is. */
const pictures = {
  'image/png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  'image/jpeg': Buffer.from('ffd8ffe000104a464946', 'hex'),
  'image/gif': Buffer.from('GIF89a\x01\x00\x01\x00\x00\xff\x00', 'latin1'),
  'image/webp': Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1'),
};

describe('read_file by offset', () => {
  it('counts from 0 in what it takes, shows and proposes', async () => {
    verifies('files.read.offset', 'y-agent.tool.file-read', 'y-agent.tool.file-read-hash');
    const { ctx, write } = createBench();
    const byOffset = createReadFile({ range: 'offset', maxLines: 2000 });
    const content = numbers(5000);
    write('a.txt', content);
    const { shown, value } = await callOk(byOffset, { path: 'a.txt', offset: 3, limit: 2 }, ctx);
    expect(shown).toBe('3: line 3\n4: line 4\n[lines 3-4 of 5000]');
    expect(value.content_hash).toBe(sha256(content));
    expect((await callOk(byOffset, { path: 'a.txt', limit: 1 }, ctx)).shown).toBe('0: line 0\n[lines 0-0 of 5000]');
    const wide = { ...ctx, resultLimit: 100_000 };
    const first = await callOk(byOffset, { path: 'a.txt', limit: 2000, numbered: false }, wide);
    expect(first.value).toMatchObject({ line_start: 0, line_end: 1999, truncated: false });
    expect((await callOk(byOffset, { path: 'a.txt' }, wide)).shown).toMatch(/go on with offset 2000\]$/);
    expect(byOffset.parameters).toMatchObject({ properties: { limit: { maximum: 2000 }, offset: { minimum: 0 } } });
    const { failure } = await callTool(byOffset, { path: 'a.txt', offset: 5000 }, ctx);
    expect(failure).toMatchObject({ errorType: 'validation_failed', message: expect.stringContaining('offset 5000') });
    write('one.txt', 'only');
    expect((await callOk(byOffset, { path: 'one.txt' }, ctx)).shown).toBe('0: only');
  });
});

describe('read_file of the start', () => {
  it('gives the first characters, as many as are asked for', async () => {
    verifies('files.read.start');
    const { ctx, write } = createBench();
    const start = createReadFile({ range: 'start', numbered: false });
    write('a.txt', `é\n${'€'.repeat(300_000)}\nlast\n`);
    const usual = await callOk(start, { path: 'a.txt' }, ctx);
    expect(usual.value).toMatchObject({
      path: 'a.txt',
      max_bytes: 200_000,
      truncated: true,
      total_lines: 3,
      line_end: 2,
    });
    expect(usual.value.content).toBe(`é\n${'€'.repeat(199_998)}`);
    expect(usual.shown).toMatch(/\n\[lines 1-2 of 3; cut after 200000 characters\]$/);
    const all = await callOk(start, { path: 'a.txt', max_bytes: 500_000 }, ctx);
    expect(all.value).toMatchObject({ whole: true, truncated: false, content: `é\n${'€'.repeat(300_000)}\nlast` });
    expect((await callOk(start, { path: 'a.txt', max_bytes: 1 }, ctx)).value.content).toBe('é');
    write('pair.txt', 'a\u{1f600}b');
    expect((await callOk(start, { path: 'pair.txt', max_bytes: 2 }, ctx)).value).toMatchObject({
      content: 'a',
      truncated: true,
    });
    write('none.txt', '');
    expect((await callOk(start, { path: 'none.txt' }, ctx)).shown).toBe('none.txt is empty.');
    expect(start.parameters).toMatchObject({ properties: { max_bytes: { minimum: 1, maximum: 500_000 } } });
    // A file over the size that is read at once.
    truncateSync(write('huge.txt', 'x\n'.repeat(10_000)), 11_000_000);
    expect((await callOk(start, { path: 'huge.txt', max_bytes: 3 }, ctx)).value.content).toBe('x\nx');
  });

  it('gives all it was asked for within a session', async () => {
    verifies('files.read.start');
    const workspace = newFolder();
    writeFileSync(join(workspace, 'a.txt'), `${'x'.repeat(99)}\n`.repeat(4000));
    const start = createReadFile({ range: 'start', numbered: false });
    const session = await open([{ calls: [{ name: 'read_file', arguments: { path: 'a.txt' } }] }, { text: 'done' }], {
      workspace,
      tools: [start],
    });
    const { events } = await play(session.send('go'));
    const [settled] = bodies(events, 'call-settled');
    expect(settled?.content.length).toBeGreaterThan(200_000);
    expect(settled?.content).toContain('cut after 200000 characters');
  });
});

describe('read_file of a name that is not UTF-8', () => {
  it('says that it is there', async () => {
    verifies('files.read.foreign-name');
    const { ctx, root } = createBench();
    writeFileSync(Buffer.concat([Buffer.from(`${root}/bad`), Buffer.from([0xff]), Buffer.from('.txt')]), 'x');
    const { failure } = await callTool(readFile, { path: 'bad\ufffd.txt' }, ctx);
    expect(failure).toMatchObject({
      errorType: 'not_found',
      message: expect.stringContaining('its name is not UTF-8'),
    });
  });
});

describe('read_file with other bounds', () => {
  it('gives as many lines and reads as much as its options say', async () => {
    verifies('files.read.bounds', 'local-harness.tool.read-lines', 'y-agent.tool.file-read-large');
    verifies('local-harness.read-file.max-size');
    const { ctx, write } = createBench();
    write('a.txt', numbers(1200));
    const few = createReadFile({ maxLines: 500 });
    const { value } = await callOk(few, { path: 'a.txt', line_start: 101, line_end: 1100, numbered: false }, ctx);
    expect(value).toMatchObject({ line_start: 101, line_end: 600, notice: 'go on with line_start 601' });
    write('large.txt', 'x'.repeat(99).concat('\n').repeat(3000));
    const part = createReadFile({ range: 'offset', wholeBytes: 262_144 });
    expect((await callTool(part, { path: 'large.txt' }, ctx)).failure).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('offset and limit'),
    });
    expect((await callOk(part, { path: 'large.txt', offset: 2999 }, ctx)).value.line_start).toBe(2999);
    const small = createReadFile({ maxBytes: 10_000_000 });
    truncateSync(write('huge.txt', 'text\n'), 10_000_001);
    expect((await callTool(small, { path: 'huge.txt', line_start: 1, line_end: 2 }, ctx)).failure?.errorType).toBe(
      'validation_failed',
    );
  });

  it('gives a short file whole, with its numbers', async () => {
    verifies('local-harness.read-file.numbered', 'local-harness.read-file.small-whole');
    const { ctx, write } = createBench();
    write('a.txt', numbers(99));
    const { shown, value } = await callOk(readFile, { path: 'a.txt' }, ctx);
    expect(value).toMatchObject({ whole: true, truncated: false, total_lines: 99 });
    expect(shown).toBe(Array.from({ length: 99 }, (_, at) => `${at + 1}: line ${at}`).join('\n'));
  });

  it('numbers lines as its option says', async () => {
    verifies('files.read.plain');
    const { ctx, write } = createBench();
    write('a.txt', 'one\ntwo\n');
    const plain = createReadFile({ numbered: false });
    expect((await callOk(plain, { path: 'a.txt' }, ctx)).shown).toBe('one\ntwo');
    expect((await callOk(plain, { path: 'a.txt', numbered: true }, ctx)).shown).toBe('1: one\n2: two');
    const ranged = createReadFile({ range: 'offset', numbered: 'ranged' });
    expect((await callOk(ranged, { path: 'a.txt' }, ctx)).shown).toBe('one\ntwo');
    expect((await callOk(ranged, { path: 'a.txt', offset: 1 }, ctx)).shown).toBe('1: two\n[lines 1-1 of 2]');
  });

  it('fails by the type its option names', async () => {
    verifies('files.read.binary-error', 'local-harness.read-file.errors');
    const { ctx, write } = createBench();
    const strict = createReadFile({ binaryError: 'parse_error' });
    write('a.bin', Buffer.from([1, 0, 2]));
    expect((await callTool(readFile, { path: 'a.bin' }, ctx)).failure?.errorType).toBe('validation_failed');
    expect((await callTool(strict, { path: 'a.bin' }, ctx)).failure?.errorType).toBe('parse_error');
    expect((await callTool(strict, { path: 'none' }, ctx)).failure?.errorType).toBe('not_found');
    write('a.txt', 'text');
    const broken = { ...ctx.workspace, scan: async () => fail('io_error', 'The disk does not answer.') };
    const failed = await callTool(strict, { path: 'a.txt' }, { ...ctx, workspace: broken });
    expect(failed.failure?.errorType).toBe('io_error');
  });

  it('reads a part of a file of any size, and of a very large one no more than that', async () => {
    verifies('files.read.large-range');
    const { ctx, root, write, progress } = createBench();
    const lines = 'a line of text\n'.repeat(20_000);
    truncateSync(write('sparse.txt', lines), 150_000_000);
    const { shown, value } = await callOk(readFile, { path: 'sparse.txt', line_start: 19_999, line_end: 20_000 }, ctx);
    expect(shown).toBe('19999: a line of text\n20000: a line of text\n[lines 19999-20000 of 20001]');
    expect(value.content_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(progress).toEqual(['sparse.txt: read 100 MB of 150 MB\n']);
    truncateSync(join(root, 'sparse.txt'), 900_000_000_000);
    const part = await callOk(readFile, { path: 'sparse.txt', line_start: 5, line_end: 6 }, ctx);
    expect(part.shown).toBe('5: a line of text\n6: a line of text\n[lines 5-6 of more]');
    expect(part.value).not.toHaveProperty('content_hash');
    const open = await callOk(readFile, { path: 'sparse.txt', line_start: 5 }, ctx);
    expect(open.shown).toMatch(/go on with line_start \d+\]$/);
    const stopped = { ...ctx, signal: AbortSignal.abort() };
    expect((await callTool(readFile, { path: 'sparse.txt', line_start: 30_000 }, stopped)).failure?.errorType).toBe(
      'cancelled',
    );
  });
});

describe('read_file of a picture', () => {
  it('knows it by its first bytes and keeps it for the model', async () => {
    verifies('files.read.image');
    const { ctx, write, blobs } = createBench();
    for (const [mediaType, bytes] of Object.entries(pictures)) {
      write('picture.txt', bytes);
      const { value, shown } = await callOk(readFile, { path: 'picture.txt', line_start: 3 }, ctx);
      const blob = `blob:${sha256(bytes)}`;
      expect(value).toMatchObject({ content_hash: sha256(bytes), image: { media_type: mediaType, blob } });
      expect(shown).toBe(`picture.txt is a picture (${mediaType}, ${bytes.length} B).`);
      expect(readFile.images?.(value as never)).toEqual([{ mediaType, blob }]);
      expect(blobs.get(blob)).toEqual(bytes);
    }
    write('a.txt', 'RIFF and GIF are words\n');
    const text = await callOk(readFile, { path: 'a.txt' }, ctx);
    expect(readFile.images?.(text.value as never)).toEqual([]);
  });

  it('refuses one that is too large', async () => {
    verifies('files.read.image-large');
    const { ctx, write } = createBench();
    write('a.png', Buffer.concat([pictures['image/png'], Buffer.alloc(3_750_000)]));
    expect((await callTool(readFile, { path: 'a.png' }, ctx)).failure).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('smaller'),
    });
  });
});

describe('read_file of a PDF', () => {
  it('gives its text page by page', async () => {
    verifies('files.read.pdf');
    const { ctx, write } = createBench();
    const pdf = makePdf(['Hello there\nsecond line', 'Second page']);
    write('a.pdf', pdf);
    const { shown, value } = await callOk(readFile, { path: 'a.pdf' }, ctx);
    expect(shown).toBe('1: [page 1 of 2]\n2: Hello there\n3: second line\n4: [page 2 of 2]\n5: Second page');
    expect(value.content_hash).toBe(sha256(pdf));
    const part = await callOk(readFile, { path: 'a.pdf', line_start: 5 }, ctx);
    expect(part.shown).toBe('5: Second page\n[lines 5-5 of 5]');
  });

  it('fails as parse_error for one that cannot be read', async () => {
    verifies('files.read.pdf-bad');
    const { ctx, write } = createBench();
    write('locked.pdf', makePdf(['secret'], { encrypted: true }));
    expect((await callTool(readFile, { path: 'locked.pdf' }, ctx)).failure).toMatchObject({
      errorType: 'parse_error',
      message: expect.stringContaining('password'),
    });
    write('damaged.pdf', '%PDF-1.7\nnothing of a PDF follows');
    expect((await callTool(readFile, { path: 'damaged.pdf' }, ctx)).failure?.errorType).toBe('parse_error');
    for (const [end, words] of [
      [{ state: 'timed-out' }, 'longer than 20 s'],
      [{ state: 'signalled', signal: 'SIGABRT' }, 'broke off'],
    ] as const) {
      const busy = { ...ctx, process: { ...ctx.process, run: async () => end } };
      expect((await callTool(readFile, { path: 'locked.pdf' }, busy)).failure).toMatchObject({
        errorType: 'parse_error',
        message: expect.stringContaining(words),
      });
    }
    const stopped = new AbortController();
    const reading = callTool(readFile, { path: 'locked.pdf' }, { ...ctx, signal: stopped.signal });
    setTimeout(() => stopped.abort(), 5);
    expect((await reading).failure?.errorType).toMatch(/^(?:cancelled|parse_error)$/);
  });
});
