import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { newFolder } from '../../session/open.js';
import { needs } from '../../support/needs.js';
import { call, make, turn } from './scene.js';

const tried = (name: string, implementation: object, example: object, properties: object = {}) =>
  call('tool_create', {
    name,
    description: 'd',
    parameters: { type: 'object', properties },
    implementation,
    example,
  });

describe.skipIf(needs('bwrap'))('a script before it is a tool', () => {
  it.each([
    ['bash', 'if true; then'],
    ['sh', 'case x in'],
    ['python3', 'def f(:\n  pass'],
    ['node', 'const x = {'],
    ['node', 'import x from "node:fs"; {'],
  ])('is read by %s, which refuses %j, and is not run by that', async (language, source) => {
    verifies('y-agent.dynamic.sandboxed');
    const { answers } = await turn([make('my_tool', { kind: 'script', language, source }), call('tool_list', {})]);
    expect(answers[0]).toMatchObject({ success: false, error_type: 'validation_failed' });
    expect(answers[0]?.error_message).toMatch(
      new RegExp(`^The tool was not made: ${language} cannot read its source\\. .`),
    );
    expect(answers[1]?.data).toEqual({ tools: [] });
  });

  it.each([
    ['bash', 'touch made.txt; echo "$(touch also.txt)"'],
    ['python3', 'open("made.txt", "w")'],
    ['node', 'require("fs").writeFileSync("made.txt", "")'],
    ['node', 'import { writeFileSync } from "node:fs"; writeFileSync("made.txt", await "x")'],
  ])('is not run by being made: %s', async (language, source) => {
    verifies('y-agent.dynamic.sandboxed');
    const workspace = newFolder();
    const { answers, questions } = await turn([make('my_tool', { kind: 'script', language, source })], { workspace });
    expect(answers[0]).toMatchObject({ success: true });
    expect(questions.map(({ facts }) => facts)).toEqual([[]]);
    expect(existsSync(join(workspace, 'made.txt'))).toBe(false);
  });

  it('is tried with an example where it can only read; one that fails is no tool', async () => {
    verifies('y-agent.dynamic.sandboxed', 'dynamic.script.tried');
    const workspace = newFolder();
    const good = {
      kind: 'script',
      language: 'python3',
      source: 'import sys, json; print(json.load(sys.stdin)["x"] * 2)',
    };
    const writes = { kind: 'script', language: 'sh', source: 'echo x > made.txt' };
    const x = { x: { type: 'integer' } };
    const { answers, questions } = await turn(
      [
        tried('double', good, { x: 21 }, x),
        tried('other', good, { x: 'no' }, x),
        tried('third', writes, {}),
        call('tool_update', {
          name: 'double',
          implementation: { ...good, source: 'import nothing_here' },
          example: { x: 1 },
        }),
        call('tool_list', {}),
      ],
      { workspace },
    );
    expect(answers[0]).toMatchObject({ success: true, data: { tried: { exit_code: 0, stdout: '42\n' } } });
    expect(answers[1]?.error_message).toContain('example does not fit parameters');
    expect(answers[2]).toMatchObject({ success: false, error_type: 'validation_failed' });
    expect(existsSync(join(workspace, 'made.txt'))).toBe(false);
    expect(answers[3]?.error_message).toContain('it ended with exit code 1');
    expect(answers[4]?.data).toMatchObject({ tools: [{ name: 'double', version: 1 }] });
    expect(questions[0]?.facts).toEqual([expect.objectContaining({ kind: 'exec', known: false })]);
    expect(questions[0]).toMatchObject({ sandboxed: true });
    expect(questions[0]?.preview).toMatchObject({ text: expect.stringContaining('It is run once now') });
  });

  it('that never ends, or prints without end, is given up', async () => {
    verifies('dynamic.script.tried');
    const loud = { kind: 'script', language: 'sh', source: 'yes | head -c 100000000; exit 3' };
    const { answers } = await turn([tried('loud', loud, {})]);
    expect(answers[0]).toMatchObject({ success: false });
    expect(JSON.stringify(answers[0]).length).toBeLessThan(10_000);
  });
});

it('has 30 s for a call', async () => {
  verifies('y-agent.dynamic.script-run');
  const times: number[] = [];
  const process = {
    sandboxed: true,
    run: async ({ command, timeoutMs }: { command: string | readonly string[]; timeoutMs: number }) => {
      if (command.includes('-n')) return { state: 'exited', exitCode: 0 } as const;
      times.push(timeoutMs);
      return { state: 'timed-out' } as const;
    },
    start: () => Promise.reject(new Error('not here')),
  };
  const { answers } = await turn(
    [make('slow', { kind: 'script', language: 'sh', source: 'sleep 100' }), call('slow', {})],
    { process },
  );
  expect(times).toEqual([30_000]);
  expect(answers[1]).toMatchObject({ success: false, error_type: 'timeout' });
});
