import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startFakeModelServer } from '../../../src/testing/fake-model-server.js';
import { verifies } from '../../requirements.js';
import { runCli } from '../../support/spawn-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-explain-'));
const explain = async (input: string, ...args: string[]) => {
  const { stdout, stderr, code } = await runCli(['explain', ...args], { cwd: folder, input });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return stdout;
};

describe('toolwright explain', () => {
  it('tells of each call whether it is known, fits its schema, and what the policy says', async () => {
    verifies('dialects.explain.steps', 'dialects.explain.policy', 'dialects.explain.nearest');
    const shown = await explain(`I look.
<tool_call>{"name": "read_fil", "arguments": {}}</tool_call>
<tool_call>{"name": "write_file", "arguments": {"path": "a"}}</tool_call>
<tool_call>{"name": "run_command", "arguments": {"command": "npm test"}}</tool_call>
<tool_call>{"name": "list_dir", "arguments": {"path": "."}}</tool_call>`);
    expect(shown).toContain('hermes, known by how it is written');
    expect(shown).toContain('There is no tool of this name; the nearest is read_file.');
    expect(shown).toContain(
      'The arguments of write_file do not fit its schema: the required property "content" is missing',
    );
    expect(shown).toMatch(/\? In mode ask a person is asked, level high: runs npm test/);
    expect(shown).toMatch(/✓ In mode ask it runs unasked, level/);
  });

  it('marks the place of an error in JSON', async () => {
    verifies('dialects.explain.nearest');
    const wrong = '<tool_call>{"name": "read_file", "arguments": {"path" "a"}}</tool_call>';
    const shown = await explain(`So:\n${wrong}`);
    expect(shown).toContain(`line 2, column ${wrong.indexOf('"a"') + 1}`);
    const [line = '', mark = ''] = shown
      .split('\n')
      .slice(shown.split('\n').findIndex((one) => one.includes('line 2, column')) + 1);
    expect(line.slice(mark.indexOf('^'))).toMatch(/^"a"\}/);
  });

  it.each([
    ['```\n<tool_call>{"name":"read_file","arguments":{}}</tool_call>\n```\nis an example.', /Ignored.*quoted code/],
    ['< tool_call >{"name":"read_file","arguments":{}}</ tool_call>', /its tags hold spaces/],
    ['<tool_call>{“name”:“read_file”,“arguments”:{}}</tool_call>', /Not run/],
    ['&lt;tool_call&gt;{"name":"read_file","arguments":{}}&lt;/tool_call&gt;', /its brackets are escaped/],
    ['I would use read_file now.', /names the tool read_file, in no format of a call/],
    ['Good morning.', /an answer in plain words: nothing is run/],
  ])('tells what was perhaps meant by %j', async (message, says) => {
    verifies('dialects.explain.nearest', 'dialects.explain.steps');
    expect(await explain(message)).toMatch(says);
  });

  it('reads a file, other tools and another mode', async () => {
    verifies('dialects.explain.sources', 'dialects.explain.policy');
    writeFileSync(join(folder, 'm.txt'), '<tool_call>{"name":"eta","arguments":{"bus":"12"}}</tool_call>');
    const schema = { type: 'object', properties: { bus: { type: 'integer' } }, required: ['bus', 'stop'] };
    writeFileSync(join(folder, 't.json'), JSON.stringify({ tools: [{ name: 'eta', parameters: schema }] }));
    expect(await explain('', 'm.txt', '--tools', 't.json')).toContain('the required property "stop" is missing');
    const command = '<tool_call>{"name":"run_command","arguments":{"command":"npm test"}}</tool_call>';
    expect(await explain(command, '--mode', 'plan')).toMatch(/✗ In mode plan it is denied/);
    const none = await runCli(['explain', 'missing.txt'], { cwd: folder });
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('missing.txt');
  });

  it('knows a tool by a name that it had before', async () => {
    verifies('core.names.calls');
    const told = await explain('<tool_call>{"name":"todos","arguments":{}}</tool_call>');
    expect(told).toContain('The tool is known.');
    expect(told).toContain('The arguments fit its schema.');
  });

  it('tells of the last answer of a session what was recorded', async () => {
    verifies('dialects.explain.sources', 'dialects.explain.steps');
    const rounds = [{ text: 'So:\n<tool_call>{"name": "list_dir", "arguments": {' }, { text: 'I give up.' }];
    const server = await startFakeModelServer({ rounds });
    try {
      const store = join(folder, 'store.db');
      const model = ['--base-url', server.url, '--model', 'custom/any', '--store', store];
      await runCli(['run', 'go', ...model], { cwd: folder });
      const shown = await explain('', '--session', 'last', '--store', store);
      expect(shown).toMatch(/from the last answer of session ses_/);
      expect(shown).toContain('I give up.');
    } finally {
      await server.close();
    }
  });
});
