import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../src/model/model.js';
import { type ScriptedRound, scriptedModel } from '../../../src/model/provider/scripted.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { verifies } from '../../requirements.js';
import { play } from '../../session/open.js';
import { call, folderWith, harnessResults, openHarness, typing } from './open-harness.js';

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');
const ranges = (...given: readonly (readonly [number, number])[]): ScriptedRound => ({
  text: JSON.stringify({ line_ranges: given.map(([start, end]) => ({ start, end, reason: 'r' })), summary: 's' }),
});
const read = (path = 'a.txt'): ScriptedRound => ({ calls: [call('read_file', { path })] });
const done: ScriptedRound = { text: 'done' };

const isCurator = ({ messages }: Pick<ModelRequest, 'messages'>): boolean =>
  messages[0]?.text.startsWith('You choose which lines') === true;

interface Scene extends NonNullable<Parameters<typeof openHarness>[1]> {
  readonly curated?: () => ScriptedRound;
}

/** A session whose model answers the conversation by one list and the curator by another. All that is asked gets a yes. */
async function openCurated(
  rounds: readonly ScriptedRound[],
  { curated = () => ranges([10, 12], [150, 152]), files = { 'a.txt': lines(200) }, ...options }: Scene = {},
) {
  const workspace = folderWith(files);
  let next = 0;
  const model = scriptedModel((request) => (isCurator(request) ? curated() : rounds[next++]));
  const session = await openHarness([], { model, workspace, ...typing('1'), ...options });
  const say = async (text: string) => harnessResults((await play(session.send(text))).events);
  return { say, workspace, asked: () => model.requests.filter(isCurator) };
}

const chosen = [
  '[… 9 lines left out: 1-9 …]',
  '10: line 10',
  '11: line 11',
  '12: line 12',
  '[… 137 lines left out: 13-149 …]',
  '150: line 150',
  '151: line 151',
  '152: line 152',
  '[… 48 lines left out: 153-200 …]',
].join('\n');

describe('the curator of LocalHarness', () => {
  it('gives the lines it is told to of a file of 100 lines and more, and names the tool for the others', async () => {
    verifies('local-harness.curator.large-files', 'local-harness.curator.role', 'local-harness.curator.input');
    verifies('local-harness.curator.output', 'local-harness.read-file.small-whole');
    const files = { 'a.txt': lines(200), 'edge.txt': lines(100), 'small.txt': lines(99) };
    const others: ScriptedRound = { calls: [call('read_lines', { path: 'a.txt', line_start: 13, line_end: 15 })] };
    const words = ['one', 'two', 'three', 'four'].map((text) => ({ text }));
    const rounds = [...words, read(), others, read('small.txt'), read('edge.txt'), done];
    const { say, asked } = await openCurated(rounds, { files });
    for (const text of ['a', 'b', 'c', 'd']) await say(text);
    const [curated, omitted, small, edge] = await say('What is line 151?');
    expect(curated?.data).toContain(chosen);
    expect(curated?.data).toContain('only the parts chosen for this conversation; read_lines gives any other');
    expect(omitted?.data).toContain('13: line 13\n14: line 14\n15: line 15');
    expect(small?.data).toContain('1: line 1\n');
    expect(small?.data).not.toContain('left out');
    expect(edge?.data).toContain('lines left out');
    const [request] = asked();
    expect(asked()).toHaveLength(2);
    expect(request?.toolNames).toEqual([]);
    const shown = request?.messages[1]?.text ?? '';
    expect(shown).toContain('\n1: line 1\n2: line 2\n');
    expect(shown.split('\n').filter((line) => line.startsWith('{'))).toHaveLength(5);
    expect(shown).toContain('{"role":"user","text":"What is line 151?"}');
  });

  it('takes ranges that are of the file, and passes over all others', async () => {
    verifies('local-harness.curator.bad-ranges');
    const odd = ranges([0, 5], [199, 201], [9, 5], [150, 152], [10, 12], [1.5, 5]);
    const { say } = await openCurated([read(), done], { curated: () => odd });
    expect((await say('go'))[0]?.data).toContain(chosen);
  });

  it('keeps what the conversation is about, or an outline where that is chosen', async () => {
    verifies('local-harness.curator.modes');
    for (const [options, share] of [
      [{}, '10 to 20 %'],
      [{ curator: { keep: 'structure' } }, '30 to 50 %'],
    ] as const) {
      const { say, asked } = await openCurated([read(), done], options);
      await say('go');
      expect(asked()[0]?.messages[0]?.text).toContain(share);
    }
  });

  it('is asked once for a file and a conversation, and anew when either is another', async () => {
    verifies('local-harness.curator.cache', 'local-harness.curator.cache-context', 'local-harness.curator.cache-file');
    const { say, asked, workspace } = await openCurated([read(), read(), done, read(), read(), done]);
    const results = await say('go');
    expect([asked().length, new Set(results.map(({ data }) => data)).size]).toEqual([1, 1]);
    await say('again');
    expect(asked()).toHaveLength(2);
    const changed = await openCurated([read(), { calls: [call('touch')] }, read(), done], {
      tools: [
        defineTool({
          name: 'touch',
          description: 'changes the file behind the back of all',
          parameters: { type: 'object', properties: {} },
          effects: 'none',
          run: () => writeFileSync(join(changed.workspace, 'a.txt'), lines(201)),
        }),
      ],
    });
    await changed.say('go');
    expect(changed.asked()).toHaveLength(2);
    expect(workspace).not.toBe(changed.workspace);
  });

  it('is at least 50 times as quick for what it has chosen before', async () => {
    verifies('local-harness.curator.cache-speed');
    const slow = () => ({ ...ranges([10, 12]), delayMs: 3000 });
    const { say } = await openCurated([read(), read(), done], { curated: slow });
    const [first, second] = (await say('go')).map(({ metadata }) => metadata.execution_time_ms);
    expect(first).toBeGreaterThanOrEqual(2900);
    expect((first ?? 0) / Math.max(1, second ?? 1)).toBeGreaterThanOrEqual(50);
  });

  it('forgets what it chose when a tool writes the file, and after an hour', async () => {
    verifies('local-harness.curator.cache-write', 'local-harness.curator.cache-ttl');
    const replace = (new_content: string): ScriptedRound => ({
      calls: [call('replace_lines', { path: 'a.txt', line_start: 77, line_end: 77, new_content })],
    });
    const written = await openCurated([read(), replace('LINE'), replace('line 77'), read(), done]);
    await written.say('go');
    expect(written.asked()).toHaveLength(2);
    const clock = { hours: 0, now: () => Date.now() + clock.hours * 3_600_001, monotonic: () => performance.now() };
    const age = defineTool({
      name: 'age',
      description: 'lets an hour pass',
      parameters: { type: 'object', properties: {} },
      effects: 'none',
      run: () => {
        clock.hours += 1;
      },
    });
    const aged = await openCurated([read(), read(), { calls: [call('age')] }, read(), done], { clock, tools: [age] });
    await aged.say('go');
    expect(aged.asked()).toHaveLength(2);
  });

  it.each([
    ['a failure', { failure: { kind: 'unreachable', message: 'gone' } }],
    ['no JSON', { text: 'lines 1 to 5' }],
    ['no range of the file', ranges([0, 3], [900, 999])],
    ['a call', { calls: [call('read_file')] }],
    ['nothing', { text: '' }],
  ] as const)('gives the whole file after %s', async (_what, answer) => {
    verifies('local-harness.curator.failure');
    const { say, asked } = await openCurated([read(), done], { curated: () => answer as ScriptedRound });
    const [whole] = await say('go');
    expect(asked()).toHaveLength(1);
    expect(whole?.data).toBe(
      lines(200)
        .trimEnd()
        .split('\n')
        .map((line, at) => `${at + 1}: ${line}`)
        .join('\n'),
    );
  });

  it('curates files up to 10 MB, of which it is shown what matters, and larger ones are refused', async () => {
    verifies('local-harness.curator.large-files', 'local-harness.read-file.max-size', 'local-harness.curator.input');
    const mb = 1024 * 1024;
    const line = `${'x'.repeat(99)}\n`;
    const large = line.repeat((9 * mb) / line.length);
    const named = large.slice(0, -1000).concat('the needle_in_it\n', line.repeat(5));
    const rounds = [read('large.txt'), read('huge.txt'), done];
    const { say, asked } = await openCurated(rounds, {
      files: { 'large.txt': named, 'huge.txt': line.repeat((10 * mb) / line.length + 1) },
    });
    const [curated, refused] = await say('Where is needle_in_it?');
    expect(curated?.data).toContain(`10: ${'x'.repeat(99)}\n`);
    const shown = asked()[0]?.messages[1]?.text ?? '';
    expect(asked()).toHaveLength(1);
    expect(shown).toMatch(/\n\d{5}: the needle_in_it\n/);
    expect(shown).toMatch(/lines, of which \d+ are shown/);
    expect(refused).toMatchObject({
      error_type: 'io_error',
      error_message: expect.stringMatching(
        /files of at most 10 MB are read\. Use read_lines for lines of it, or search it with grep_search\.$/,
      ),
    });
  });
});
