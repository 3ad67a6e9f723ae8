import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type Bar, checkBars } from '../../bench/bars.js';
import { type Figures, median, pairedRatio, rowsOf } from '../../bench/figures.js';
import { measure, shuffled } from '../../bench/measure.js';
import { renderReport } from '../../bench/report.js';
import type { Contender } from '../../bench/scenario.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';

const at = (wall: number, cpu = wall) => ({ wall, cpu });
const race: Figures = {
  race: 'a race',
  unit: 'µs/call',
  samples: new Map([
    ['hand-written', [at(1), at(10, 2), at(2)]],
    ['toolwright', [at(3), at(20, 8), at(8)]],
  ]),
};

it('compares the samples of the same repetition and takes the median', () => {
  verifies('core.bench.interleaved');
  // A machine that was ten times slower for one repetition changes nothing.
  expect(pairedRatio(race, { contender: 'toolwright', against: 'hand-written' })).toBe(3);
  expect(pairedRatio(race, { contender: 'toolwright', against: 'hand-written', clock: 'cpu' })).toBe(4);
  expect(pairedRatio(race, { contender: 'toolwright', against: 'nobody' })).toBeNaN();
  expect([median([]), median([3]), median([4, 1]), median([9, 1, 2])]).toEqual([Number.NaN, 3, 2.5, 2]);
  expect(rowsOf(race)).toEqual([
    { race: 'a race', unit: 'µs/call', contender: 'hand-written', cost: at(2, 2), ratio: at(1, 1) },
    { race: 'a race', unit: 'µs/call', contender: 'toolwright', cost: at(8, 8), ratio: at(3, 4) },
  ]);
});

it('misses a bar over its limit, at a limit that must not be reached, and without figures', () => {
  const bar: Bar = { says: 'a bar', race: 'a race', contender: 'toolwright', against: 'hand-written', limit: 3 };
  const ok = (changed: Partial<Bar>) => checkBars([{ ...bar, ...changed }], [race])[0]?.ok;
  expect([ok({}), ok({ limit: 2.9 }), ok({ below: true }), ok({ below: true, limit: 3.1 })]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect([ok({ race: 'no such race' }), ok({ against: 'nobody' })]).toEqual([false, false]);
  const report = renderReport(rowsOf(race), checkBars([bar, { ...bar, limit: 2, says: 'another' }], [race]));
  expect(report.split('\n')).toEqual([
    '                      µs/call     ×  of CPU     ×',
    'a race  hand-written     2.00  1.00    2.00  1.00',
    '        toolwright       8.00  3.00    8.00  4.00',
    '',
    'ok      3.00 ≤ 3  a bar',
    'MISSED  3.00 ≤ 2  another',
  ]);
});

it('holds a bar without another contender against the largest cost, and shows each unit in a table of its own', () => {
  verifies('models.bench.memory');
  const memory: Figures = {
    race: 'memory',
    unit: 'MB',
    samples: new Map([['toolwright', [at(60, Number.NaN), at(130, Number.NaN), at(61, Number.NaN)]]]),
  };
  const bar: Bar = { says: 'its memory', race: 'memory', contender: 'toolwright', limit: 120, aim: 90 };
  const checked = checkBars([bar, { ...bar, limit: 130 }, { ...bar, contender: 'nobody' }], [race, memory]);
  expect(checked.map(({ figure, unit, ok }) => ({ figure, unit, ok }))).toEqual([
    { figure: 130, unit: 'MB', ok: false },
    { figure: 130, unit: 'MB', ok: true },
    { figure: Number.NaN, unit: 'MB', ok: false },
  ]);
  const report = renderReport([...rowsOf(race), ...rowsOf(memory)], checked.slice(0, 1));
  expect(report.split('\n')).toEqual([
    '                      µs/call     ×  of CPU     ×',
    'a race  hand-written     2.00  1.00    2.00  1.00',
    '        toolwright       8.00  3.00    8.00  4.00',
    '',
    '                       MB     ×',
    'memory  toolwright  61.00  1.00',
    '',
    'MISSED  130 ≤ 120 MB  its memory (aim 90, not reached)',
  ]);
});

it('takes what contenders report instead of timing them, and warms processes up with one run', async () => {
  let runs = 0;
  const contender: Contender = {
    name: 'a',
    expected: { calls: 1, text: 'done' },
    run: async () => {
      runs += 1;
      return { calls: 1, text: 'done', cost: runs * 10 };
    },
  };
  const reporting = {
    name: 'reported',
    repetitions: 2,
    contenders: [contender],
    reports: 'ms',
    processes: true,
  } as const;
  const { unit, samples } = await measure(reporting, { warmUpMs: 500, sampleMs: 500 });
  expect({ unit, samples: samples.get('a') }).toEqual({
    unit: 'ms',
    samples: [at(20, Number.NaN), at(30, Number.NaN)],
  });
});

it('runs every contender once in each repetition, in changing order', async () => {
  verifies('core.bench.interleaved');
  const order: string[] = [];
  const contender = (name: string): Contender => ({
    name,
    expected: { calls: 1, text: 'done' },
    run: async () => {
      order.push(name);
      return { calls: 1, text: 'done' };
    },
  });
  const contenders = ['a', 'b', 'c'].map(contender);
  const figures = await measure({ name: 'order', repetitions: 4, contenders }, { warmUpMs: 0, sampleMs: 0 });
  const turns = [0, 3, 6, 9].map((start) => order.slice(start, start + 3));
  expect(turns.map((turn) => turn.toSorted().join(''))).toEqual(['abc', 'abc', 'abc', 'abc']);
  expect(new Set(turns.map((turn) => turn.join(''))).size).toBeGreaterThan(1);
  expect(Array.from(figures.samples, ([name, { length }]) => `${name}${length}`)).toEqual(['a4', 'b4', 'c4']);

  const firsts = new Set(Array.from({ length: 60 }, (_, seed) => shuffled(['a', 'b', 'c', 'd'], seed).join('')));
  expect(firsts.size).toBeGreaterThan(15);
  const idle: Contender = { ...contender('idle'), run: async () => ({ calls: 0, text: '' }) };
  const failing = measure({ name: 'idle', repetitions: 1, contenders: [idle] }, { warmUpMs: 0, sampleMs: 0 });
  await expect(failing).rejects.toThrow('idle came to {"calls":0,"text":""} instead of {"calls":1,"text":"done"}');
});

it.skipIf(needs('bwrap'))('has a bar for every promise, and contenders that all do the same calls', () => {
  verifies(
    'core.bench.hundred-rounds',
    'core.bench.hundred-calls',
    'core.bench.below-pi',
    'core.bench.below-ai-sdk',
    'core.bench.flat',
    'core.bench.large-arguments',
    'core.bench.one-megabyte',
    'core.bench.sqlite',
    'models.bench.version',
    'models.bench.first-request',
    'models.bench.memory',
    'models.bench.gap',
    'models.bench.gap-below-others',
    'dialects.bench.speed',
    'dialects.bench.linear',
    'dialects.bench.auto',
    'policy.bench.deciding',
    'policy.audit.bench',
    'secret.bench.speed',
    'secret.bench.hostile',
    'sandbox.bench.cost',
    'curator.bench.cached',
    'catalog.bench.bars',
    'mcp.bench.bars',
    'local-harness.curator.cache-speed',
  );
  // A contender that runs the tool too often or too seldom, or ends with another text, ends the bench with an error.
  const { races, bars } = smoke();
  const limits = bars.map(
    ({ race, contender, against, below, limit, aim }) =>
      `${race}: ${contender}${against ? ` / ${against}` : ''} ${below ? '<' : '≤'} ${limit}${aim ? ` (${aim})` : ''}`,
  );
  expect(limits).toEqual([
    'the version: toolwright --version / node -e 0 ≤ 1.6',
    'the first request: toolwright run, warm store / bare request ≤ 4 (2.4)',
    'the first request: toolwright run, warm store / bare request, CommonJS ≤ 4',
    'the first request: toolwright run, new store / bare request, CommonJS ≤ 4',
    'memory at its peak: toolwright run ≤ 120 (90)',
    '3 rounds of 1 call: toolwright / hand-written ≤ 12',
    '3 rounds of 1 call: toolwright / pi-agent-core < 1',
    '3 rounds of 1 call, with ai: toolwright / ai < 1',
    '1 round of 3 calls: toolwright / hand-written ≤ 20',
    '1 round of 3 calls: toolwright / pi-agent-core < 1',
    '1 round of 3 calls, with ai: toolwright / ai < 1',
    '3 rounds of 1 call: toolwright, 12 rounds / toolwright ≤ 1.2',
    'arguments of 1 KB over HTTP: toolwright / hand-written ≤ 2',
    'arguments of 1 KB over HTTP: toolwright, 4 KB / toolwright ≤ 5',
    '3 rounds of 1 call in SQLite: toolwright / raw appends ≤ 1.5',
    '3 rounds at a server: toolwright / hand-written ≤ 2.5',
    '3 rounds at a server: toolwright / pi-agent-core < 1',
    '3 rounds at a server, with ai: toolwright / ai < 1',
    'hermes in pieces of 4: toolwright / @ai-sdk-tool/parser ≤ 0.02',
    'hermes in pieces of 4: toolwright, auto / toolwright ≤ 2',
    'qwen3_coder in pieces of 4: toolwright / @ai-sdk-tool/parser ≤ 0.02',
    'qwen3_coder in pieces of 4: toolwright, auto / toolwright ≤ 2',
    'hermes whole: toolwright / indexOf and JSON.parse ≤ 4',
    'hermes whole: toolwright, auto / toolwright ≤ 2',
    'qwen3_coder whole: toolwright, auto / toolwright ≤ 2',
    'arguments, by size: arguments of 1 MB / arguments of 64 KB ≤ 20',
    'prose, by size: prose of 1 MB / prose of 64 KB ≤ 20',
    'brackets, by size: brackets of 1 MB / brackets of 64 KB ≤ 20',
    'opening tags, by size: opening tags of 1 MB / opening tags of 64 KB ≤ 20',
    'an unclosed call, by size: an unclosed call of 1 MB / an unclosed call of 64 KB ≤ 20',
    'a typical command, median: toolwright ≤ 600',
    'a command over 64 KB: spaces ≤ 50',
    'a command over 64 KB: quotes ≤ 50',
    'a command over 64 KB: many commands ≤ 50',
    'a read and an edit: a read ≤ 20',
    'a read and an edit: an edit ≤ 20',
    'the first command: the grammar ≤ 80',
    '50 rows of 1,420 events: the newest ≤ 300',
    '50 rows of 1,420 events: verdict deny ≤ 300',
    '50 rows of 1,420 events: a level that is not there ≤ 300',
    '50 rows of 1,420 events: tool ≤ 300',
    '50 rows of 1,420 events: session ≤ 300',
    '50 rows of 1,420 events: an hour ≤ 300',
    '50 rows of 1,420 events: person ≤ 300',
    '50 rows of 1,420 events: person, tool and verdict ≤ 300',
    'new files, fsync on: toolwright / write-file-atomic ≤ 3',
    'files overwritten, fsync on: toolwright / write-file-atomic ≤ 3',
    'new files, fsync off: toolwright / write-file-atomic ≤ 3',
    'files overwritten, fsync off: toolwright / write-file-atomic ≤ 3',
    'the diff of a 1 MB file: toolwright ≤ 100',
    'two lines out of a large file: toolwright ≤ 20',
    'an edit of a 10 MB file: toolwright / read, replace, write ≤ 3',
    'flexible matching: four times the file / the file ≤ 5',
    '802 events loaded: toolwright ≤ 2000',
    '802 events in memory: toolwright ≤ 300',
    'a session of 82 events recovered: toolwright ≤ 500',
    'masking 1 MB of output: toolwright, 64 KB at a time ≤ 10',
    'masking, against a search for each value: toolwright / indexOf, plain only ≤ 2',
    'masking one letter, by size: 1 MB / 16 × 64 KB ≤ 1.5',
    'masking signed tokens, by size: 1 MB / 16 × 64 KB ≤ 1.5',
    'masking key files, by size: 1 MB / 16 × 64 KB ≤ 1.5',
    'masking names of secrets, by size: 1 MB / 16 × 64 KB ≤ 1.5',
    'masking escapes, by size: 1 MB / 16 × 64 KB ≤ 1.5',
    'masking a value, cut short, by size: 1 MB / 16 × 64 KB ≤ 1.5',
    'true: sandboxed / bare ≤ 4',
    'a build of this project: sandboxed / bare ≤ 1.15',
    'text found: toolwright / ripgrep ≤ 1.15',
    'files by name: toolwright / fdir ≤ 1.5',
    'files, newest first: toolwright / fdir and stats ≤ 1.3',
    'a curated read: the same again / the first ≤ 0.02',
    'a search in 100 tools, median: toolwright ≤ 2',
    'the index of 100 tools: toolwright ≤ 150',
    'the index of 100 tools, first of all in a process: toolwright ≤ 150',
    'the definitions of a first request: toolwright / all of them ≤ 0.1',
    'the definitions of a first request: toolwright, and the prompt ≤ 1500 (900)',
    'the definitions of a first request: a tool of the index ≤ 6 (5)',
    'not among the first five: toolwright ≤ 10',
    'not among the first five: toolwright, words of users ≤ 10',
    'not among the first five: toolwright, the other users ≤ 10',
    'not among the first five: toolwright, words of models ≤ 10',
    '3 calls of an MCP server: toolwright, memory / the client alone ≤ 1.3',
    '3 calls of an MCP server: toolwright, SQLite / the client alone ≤ 1.8',
  ]);
  // Every bar has been measured. A peak of memory that did not grow is 0 MB; a ratio of nothing is a race that was not run.
  const unmeasured = bars.filter(({ figure, against }) => !(against === undefined ? figure >= 0 : figure > 0));
  expect(unmeasured).toEqual([]);
  expect(races.map(({ rows }) => rows.length)).toEqual([
    2, 4, 3, 5, 4, 3, 3, 4, 3, 4, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 1, 3, 2, 2, 8, 2, 2, 2, 2, 1, 1, 2, 2, 1, 1, 1, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 4, 4, 3,
  ]);
});

interface Written {
  readonly races: readonly { readonly rows: readonly unknown[] }[];
  readonly bars: readonly (Bar & { readonly figure: number })[];
}

function smoke(): Written {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-smoke-'));
  try {
    const script = fileURLToPath(new URL('../../scripts/bench.mjs', import.meta.url));
    const json = join(folder, 'figures.json');
    const { status, stderr } = spawnSync(process.execPath, [script, '--smoke', '--json', json], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(readFileSync(json, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
