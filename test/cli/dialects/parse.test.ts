import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { runCli } from '../../support/spawn-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-parse-'));
const tools = join(folder, 'tools.json');
const parameters = { type: 'object', properties: { nights: { type: 'integer' }, city: { type: 'string' } } };
writeFileSync(tools, JSON.stringify([{ type: 'function', function: { name: 'book_room', parameters } }]));

const glm =
  '<think>Porto it is.</think>I book.\n<tool_call>book_room\n<arg_key>city</arg_key>\n<arg_value>Porto</arg_value>\n<arg_key>nights</arg_key>\n<arg_value>3</arg_value>\n</tool_call>';

const parse = (input: string, ...args: string[]) => runCli(['parse', ...args], { cwd: folder, input });

describe('toolwright parse', () => {
  it('prints dialect, text, reasoning, calls, problems and repairs as JSON', async () => {
    verifies('dialects.parse.shape', 'dialects.auto.reports');
    const { stdout, stderr, code } = await parse(glm, '--tools', tools);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(JSON.parse(stdout)).toEqual({
      dialect: 'glm45',
      text: 'I book.',
      reasoning: 'Porto it is.',
      calls: [
        {
          id: expect.stringMatching(/^call_[0-9a-f]{24}$/),
          name: 'book_room',
          arguments: { city: 'Porto', nights: 3 },
        },
      ],
      problems: [],
      repairs: [],
    });
  });

  it('keeps digits, tells of repairs and of what cannot be read, with the place', async () => {
    verifies('dialects.parse.shape', 'dialects.arguments.digits');
    const { stdout } = await parse(
      'So: <tool_call>{"name": "pay", "arguments": {"id": 12345678901234567890,}}</tool_call>\n<tool_call>{"name": "x", "arg',
    );
    expect(stdout).toContain('"id":12345678901234567890');
    const { calls, problems, repairs, text } = JSON.parse(stdout);
    expect(calls).toHaveLength(1);
    expect(text).toContain('<tool_call>{"name": "x", "arg');
    expect(problems).toMatchObject([{ code: 'call-rejected', at: 87 }]);
    expect(repairs).toMatchObject([{ code: 'call-repaired', at: 4 }]);
    expect(repairs[0].message).toContain('more digits than a number holds');
  });

  it('takes a dialect by its name or an alias, pieces and open thinking', async () => {
    verifies('dialects.parse.options', 'dialects.each.aliases');
    const whole = JSON.parse((await parse(glm, '--dialect', 'glm', '--tools', tools)).stdout);
    const pieces = JSON.parse((await parse(glm, '--dialect', 'GLM-4.6', '--tools', tools, '--chunk', '3')).stdout);
    expect(pieces.calls[0].arguments).toEqual(whole.calls[0].arguments);
    expect(pieces.text).toBe(whole.text);
    const open = JSON.parse((await parse('hm</think>Hi', '--thinking', 'open')).stdout);
    expect(open).toMatchObject({ dialect: null, reasoning: 'hm', text: 'Hi' });
  });

  it('answers one line for each line, with its id, and goes on behind bad ones', async () => {
    verifies('dialects.parse.jsonl', 'dialects.parse.bad-input');
    const lines = [
      JSON.stringify({ id: 'a', text: glm, tools: [{ name: 'book_room', parameters }], chunk: 3 }),
      '{"id": 7, "text": 5}',
      'rubbish',
      '{"id": "d", "text": "x", "dialect": "hermse"}',
      '{"id": "t", "text": "x", "tools": [1]}',
      JSON.stringify({ id: 'k', text: 'hm</think>[TOOL_CALLS]f[ARGS]{"a":\n1}', dialect: 'mistral', thinking: 'open' }),
    ];
    const { stdout, code } = await parse(`${lines.join('\n')}\n\n`, '--jsonl');
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(1);
    expect(answers).toHaveLength(6);
    expect(answers[0]).toMatchObject({
      id: 'a',
      dialect: 'glm45',
      calls: [{ arguments: { city: 'Porto', nights: 3 } }],
    });
    expect(answers[1]).toMatchObject({ id: 7, error: { message: expect.stringContaining('"text"') } });
    expect(answers[2]).toMatchObject({ id: null, error: { message: expect.stringContaining('no JSON') } });
    expect(answers[3]).toMatchObject({ id: 'd', error: { message: expect.stringContaining('Did you mean hermes?') } });
    expect(answers[4]).toMatchObject({ id: 't', error: { message: expect.stringContaining('tool 1') } });
    expect(answers[5]).toMatchObject({ id: 'k', reasoning: 'hm', calls: [{ name: 'f', arguments: { a: 1 } }] });
  });

  it.each([
    [['--chunk', '0'], '--chunk 0: it must be a whole number from 1 on.'],
    [['--dialect', 'nothing'], 'There is no dialect named "nothing"'],
    [['--tools', 'missing.json'], 'cannot be read from missing.json'],
    [['--thinking', 'maybe'], '--thinking'],
  ])('says what is wrong with %j', async (args, says) => {
    verifies('dialects.parse.bad-input');
    const { stderr, stdout, code } = await parse('x', ...args);
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
    expect(stderr).toContain(says);
  });
});

describe('toolwright dialects', () => {
  it('lists them with aliases, models, samples and abilities', async () => {
    verifies('dialects.list.command');
    const { stdout, code } = await runCli(['dialects', '--json'], { cwd: folder });
    expect(code).toBe(0);
    const listed = JSON.parse(stdout) as readonly Record<string, unknown>[];
    expect(listed.find(({ name }) => name === 'hermes')).toMatchObject({
      aliases: expect.arrayContaining(['qwen25']),
      models: expect.arrayContaining(['Hermes 3']),
      sample: expect.stringContaining('<tool_call>'),
      abilities: { parse: true, renderCalls: true, renderResults: true, renderPrompt: 'own', auto: true },
    });
    const table = await runCli(['dialects'], { cwd: folder });
    for (const { name } of listed) expect(table.stdout).toContain(String(name));
  });

  it('shows one in full, by any of its names', async () => {
    verifies('dialects.list.command', 'dialects.each.aliases');
    const { stdout } = await runCli(['dialects', 'qwen3_xml', 'GPT-OSS'], { cwd: folder });
    expect(stdout).toContain('qwen3_coder');
    expect(stdout).toContain('<function=');
    expect(stdout).toContain('harmony');
    expect((await runCli(['dialects', 'nope'], { cwd: folder })).code).toBe(2);
  });
});
