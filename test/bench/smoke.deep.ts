import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Bar } from '../../bench/bars.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';

type Measured = Bar & { readonly figure: number };

interface Written {
  readonly races: readonly { readonly rows: readonly unknown[] }[];
  readonly bars: readonly Measured[];
}

describe.skipIf(needs('bwrap'))('a bench that runs everything once', () => {
  let written: Written;
  beforeAll(() => {
    // A contender that runs the tool too often or too seldom, or ends with another text, ends the bench with an error.
    written = smoke();
  }, 300_000);

  it('has these bars', () => {
    expect(written.bars.map(renderBar)).toEqual([
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
      'a task on a server that charges 1 ms a token it has not read: toolwright / an ideal client ≤ 1.1',
      'a task on a server that charges 1 ms a token it has not read: toolwright / pi < 1',
      'a task on a server that charges 1 ms a token it has not read: toolwright / opencode < 1',
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
  });

  it('has contenders in every race', () => {
    expect(written.races.map(({ rows }) => rows.length)).toEqual([
      2, 4, 3, 5, 4, 3, 3, 4, 3, 4, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 1, 3, 2, 2, 8, 2, 2, 2, 2, 1, 1, 2, 2, 1, 1, 1, 2, 2,
      2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 4, 1, 1, 1, 4, 4, 3,
    ]);
  });

  it.each([
    ['core.bench.hundred-rounds', /^3 rounds of 1 call: toolwright \/ hand-written/],
    ['core.bench.hundred-calls', /^1 round of 3 calls: toolwright \/ hand-written/],
    ['core.bench.below-pi', /^(?:3 rounds of 1 call|1 round of 3 calls): toolwright \/ pi-agent-core </],
    ['core.bench.below-ai-sdk', /, with ai: toolwright \/ ai </],
    ['core.bench.flat', /^3 rounds of 1 call: toolwright, 12 rounds \/ toolwright/],
    ['core.bench.large-arguments', /^arguments of 1 KB over HTTP: toolwright \/ hand-written/],
    ['core.bench.one-megabyte', /^arguments of 1 KB over HTTP: toolwright, 4 KB \/ toolwright/],
    ['core.bench.sqlite', /in SQLite: toolwright \/ raw appends/],
    ['models.bench.version', /^the version:/],
    ['models.bench.first-request', /^the first request:/],
    ['models.bench.memory', /^memory at its peak:/],
    ['models.bench.gap', /^3 rounds at a server: toolwright \/ hand-written/],
    ['models.bench.gap-below-others', /^3 rounds at a server.*: toolwright \/ (?:pi-agent-core|ai) </],
    ['dialects.bench.speed', /^(?:hermes|qwen3_coder) .*: toolwright \/ /],
    ['dialects.bench.linear', /, by size: (?:arguments|prose|brackets|opening tags|an unclosed call) of 1 MB/],
    ['dialects.bench.auto', /: toolwright, auto \/ toolwright/],
    ['policy.bench.deciding', /^a typical command, median:/],
    ['policy.audit.bench', /^50 rows of 1,420 events:/],
    ['secret.bench.speed', /^masking 1 MB of output:/],
    ['secret.bench.hostile', /^masking .*, by size:/],
    ['sandbox.bench.cost', /: sandboxed \/ bare/],
    ['curator.bench.cached', /^a curated read:/],
    ['catalog.bench.bars', /^(?:a search in 100 tools|the index of 100 tools|the definitions|not among)/],
    ['mcp.bench.bars', /^3 calls of an MCP server:/],
    ['local-harness.curator.cache-speed', /^a curated read: the same again \/ the first/],
  ] as const)('has measured what %s is held to', (id, bar) => {
    verifies(id);
    const found = written.bars.filter((one) => bar.test(renderBar(one)));
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((one) => !isMeasured(one))).toEqual([]);
  });

  it('has measured every bar', () => {
    expect(written.bars.filter((bar) => !isMeasured(bar))).toEqual([]);
  });
});

const renderBar = ({ race, contender, against, below, limit, aim }: Measured): string =>
  `${race}: ${contender}${against ? ` / ${against}` : ''} ${below ? '<' : '≤'} ${limit}${aim ? ` (${aim})` : ''}`;

/** A peak of memory that did not grow is 0 MB; a ratio of nothing is a race that was not run. */
const isMeasured = ({ figure, against }: Measured): boolean => (against === undefined ? figure >= 0 : figure > 0);

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
