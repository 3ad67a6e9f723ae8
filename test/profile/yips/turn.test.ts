import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usualCapabilities } from '../../../src/session/session-tools.js';
import { type AgentWarning, runAgentTurn, TOOL_PROTOCOL_SYSTEM_PROMPT } from '../../../src/systems/yips/index.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { acts, chatOf, fence, openAlone, openYips, problemsOf, rowsIn, skill, tool } from './scene.js';

type Opened = Awaited<ReturnType<typeof openYips>>;

/** A turn as `runAgentTurn` tells it. */
async function told(session: Opened, message = 'go') {
  const lines: string[] = [];
  const warnings: AgentWarning[] = [];
  const result = await runAgentTurn(session, message, {
    onAssistantText: (text) => lines.push(`text ${text}`),
    onWarning(warning) {
      warnings.push(warning);
      lines.push(`warning ${warning.code}`);
    },
    onResult: ({ callId, status }) => lines.push(`result ${callId} ${status}`),
  });
  return { result, lines, warnings };
}

const usage = { inputTokens: 100, outputTokens: 20 };

describe('a turn of Yips', () => {
  it('goes in rounds until there is nothing to do', async () => {
    verifies('yips.turn.round-steps', 'yips.turn.no-actions-ends', 'yips.turn.turn-result', 'yips.turn.warning-code');
    const session = await openYips([
      { text: `Looking.\n${acts(tool('list_dir'), tool('list_dir'))}`, usage: { inputTokens: 1, outputTokens: 1 } },
      { text: 'All is there.', usage, delayMs: 20 },
    ]);
    const { result, lines, warnings } = await told(session);
    expect(lines).toEqual(['warning protocol_warning', 'text Looking.', 'result t1 ok', 'text All is there.']);
    expect(warnings[0]?.message).toContain('"t1"');
    expect(result).toEqual({
      finished: true,
      rounds: 2,
      latestOutputTokensPerSecond: expect.any(Number),
      usedTokensExact: 120,
    });
    expect(result.latestOutputTokensPerSecond).toBeGreaterThan(0);
    expect(result.latestOutputTokensPerSecond).toBeLessThanOrEqual(1000);
  });

  it('estimates the tokens where the server does not tell', async () => {
    const { result } = await told(await openYips(['abcdefgh']), 'hello');
    expect(result).toEqual({ finished: true, rounds: 1, latestOutputTokensPerSecond: undefined, usedTokensExact: 4 });
  });

  it('ends at an envelope that cannot be read, with the error ahead of the words', async () => {
    verifies('yips.turn.parse-error-code', 'yips.turn.parse-error-ends', 'yips.turn.parse-error-order');
    const session = await openYips([`Here.\n${fence('{"actions": [')}\nThat is all.`, 'Sorry.']);
    const words = 'Here.\n\nThat is all.';
    const { result, lines, warnings } = await told(session);
    expect(result).toMatchObject({ finished: true, rounds: 1 });
    expect(session.requests).toHaveLength(1);
    expect(lines).toEqual(['warning protocol_parse_error', `text ${words}`]);
    expect(warnings[0]?.message).toContain('JSON is invalid');
    await told(session, 'again');
    expect(chatOf(session.requests, 1).slice(1)).toEqual([
      { role: 'user', content: 'go' },
      { role: 'system', content: warnings[0]?.message },
      { role: 'assistant', content: words },
      { role: 'user', content: 'again' },
    ]);
  });

  it.each([
    ['Here.', 'yips.envelope.empty-body', '', 'body is empty'],
    ['Here.', 'yips.envelope.bad-json', '{"actions": [', 'envelope JSON is invalid'],
    ['Here.', 'yips.envelope.root-array', '[]', 'root must be a JSON object'],
    ['(no response)', 'yips.envelope.root-object', '"text"', 'root must be a JSON object'],
  ] as const)('leaves an envelope that cannot be read out of its words: %s, %s', async (words, id, body, why) => {
    verifies(id);
    const session = await openYips([words === 'Here.' ? `Here.\n${fence(body)}` : fence(body)]);
    const { lines, warnings } = await told(session);
    expect(lines).toEqual(['warning protocol_parse_error', `text ${words}`]);
    expect(warnings[0]?.message).toContain(why);
  });

  it.each([
    [
      'a fence that is never closed',
      'yips.envelope.unclosed',
      `Look.\n\`\`\`yips-agent\n{"actions": [${JSON.stringify(tool('list_dir'))}]}`,
    ],
    ['a tag in other letters', 'yips.envelope.tag-case', fence({ actions: [tool('list_dir')] }, 'Yips-Agent')],
    ['another tag', 'yips.envelope.none', fence({ actions: [tool('list_dir')] }, 'json')],
    ['no fence', 'yips.envelope.none', JSON.stringify({ actions: [tool('list_dir')] })],
  ] as const)('is an answer without a warning where there is no envelope: %s', async (_, id, message) => {
    verifies(id, 'yips.failure.no-envelope');
    const session = await openYips([`${message}\n`, 'Yes.']);
    const { events } = await play(session.send('go'));
    expect(problemsOf(events)).toEqual([]);
    expect(bodies(events, 'call-admitted')).toEqual([]);
    expect(await told(session)).toMatchObject({ lines: ['text Yes.'] });
    expect(chatOf(session.requests, 1).slice(1)).toEqual([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: `${message}\n` },
      { role: 'user', content: 'go' },
    ]);
  });

  it('runs the one envelope that is closed', async () => {
    const begun = '```yips-agent\n{"actions": [';
    const session = await openYips([`${acts(tool('list_dir'))}\n${begun}`, 'Done.']);
    expect((await told(session)).lines).toEqual([`text ${begun}`, 'result t1 ok', 'text Done.']);
  });

  it('has words for an answer without words', async () => {
    verifies('yips.turn.no-response');
    const session = await openYips(['', acts(tool('delete_everything')), 'x']);
    expect(await told(session)).toMatchObject({ result: { finished: true }, lines: ['text (no response)'] });
    expect((await told(session)).lines).toEqual(['text (no response)']);
    await told(session);
    expect(chatOf(session.requests, 2)[2]).toEqual({ role: 'assistant', content: '(no response)' });
  });

  it('stops after six rounds', async () => {
    const session = await openYips(Array.from({ length: 7 }, () => acts(tool('list_dir'))));
    const { result, lines } = await told(session);
    expect(result).toMatchObject({ finished: false, rounds: 6 });
    expect(lines.at(-1)).toBe('warning max_depth');
    expect(session.requests).toHaveLength(6);
  });

  it('is told to pivot after two rounds that failed', async () => {
    const missing = acts(tool('read_file', { path: 'missing' }));
    const session = await openYips([missing, missing, 'I give up.']);
    const { lines } = await told(session);
    expect(lines.filter((line) => line.startsWith('warning'))).toEqual(['warning automatic_pivot']);
    expect(chatOf(session.requests, 2).at(-1)).toEqual({
      role: 'system',
      content: 'Repeated failures were seen. Choose another approach or other tools, or ask the user for guidance.',
    });
  });
});

describe('the results of Yips', () => {
  it('go into the history as system messages, of all and of each kind', async () => {
    verifies('yips.turn.result-injection', 'yips.turn.result-typed', 'yips.turn.result-typed-name');
    verifies('yips.actions.record', 'yips.actions.sequential');
    const workspace = newFolder();
    writeFileSync(join(workspace, 'a.txt'), 'one\ntwo\n');
    const session = await openYips(
      [acts(tool('read_file', { path: 'a.txt' }), skill('todos'), tool('list_dir', {}, 't2')), 'Done.'],
      { workspace },
    );
    const { events } = await play(session.send('go'));
    const read = {
      kind: 'tool',
      callId: 't1',
      status: 'ok',
      output: 'one\ntwo',
      metadata: { path: 'a.txt', maxBytes: 200_000, truncated: false },
    };
    const found = {
      kind: 'skill',
      callId: 's1',
      status: 'ok',
      output: 'None found.',
      metadata: { matches: 0, maxMatches: 200, truncated: false },
    };
    const listed = {
      kind: 'tool',
      callId: 't2',
      status: 'ok',
      output: 'file a.txt',
      metadata: { path: '.', entries: 1 },
    };
    const rows = (title: string, list: readonly object[]) => ({
      role: 'system',
      content: `${title} results:\n[${list.map((row) => JSON.stringify(row)).join(',\n')}]`,
    });
    expect(chatOf(session.requests, 1).slice(3)).toEqual([
      rows('Action', [read, found, listed]),
      rows('Tool', [
        { callId: 't1', name: 'read_file', status: 'ok', output: 'one\ntwo', metadata: read.metadata },
        { callId: 't2', name: 'list_dir', status: 'ok', output: 'file a.txt', metadata: listed.metadata },
      ]),
      rows('Skill', [{ callId: 's1', name: 'todos', status: 'ok', output: 'None found.', metadata: found.metadata }]),
    ]);
    const order = events.filter(({ type }) => type === 'call-started' || type === 'call-settled');
    expect(order.map((event) => [event.type, (event as { body: { callId: string } }).body.callId])).toEqual(
      ['t1', 's1', 't2'].flatMap((id) => [
        ['call-started', id],
        ['call-settled', id],
      ]),
    );
  });

  it('are told again in short by kind where they are long', async () => {
    verifies('yips.turn.result-typed');
    const workspace = newFolder();
    writeFileSync(join(workspace, 'a.txt'), 'x'.repeat(3000));
    const session = await openYips([acts(tool('read_file', { path: 'a.txt' })), 'Done.'], { workspace });
    await play(session.send('go'));
    expect(rowsIn(session.requests, 1)).toMatchObject([{ output: 'x'.repeat(3000) }]);
    const output = `${'x'.repeat(500)}… [the whole of it is in Action results]`;
    expect(rowsIn(session.requests, 1, 'Tool')).toEqual([{ callId: 't1', name: 'read_file', status: 'ok', output }]);
  });

  it('carry the ids of the message, also where an earlier one had them', async () => {
    const session = await openYips([acts(tool('list_dir')), acts(tool('list_dir')), 'Done.']);
    await play(session.send('go'));
    expect(rowsIn(session.requests, 2)).toMatchObject([{ callId: 't1', status: 'ok' }]);
    expect(chatOf(session.requests, 2).filter(({ content }) => content.includes('"id": "t1"'))).toHaveLength(3);
  });

  it('are ok, error, denied or timeout; of skills never denied', async () => {
    verifies('yips.actions.tool-statuses', 'yips.actions.skill-statuses', 'yips.failure.unknown-names');
    const session = await openAlone([
      acts(
        tool('list_dir', {}, 'ok'),
        tool('read_file', { path: 'missing' }, 'error'),
        tool('run_command', { command: 'rm -rf x' }, 'denied'),
        tool('run_command', { command: 'sleep 60', timeoutMs: 1000 }, 'timeout'),
        skill('build', { command: 'rm -rf x' }, 'skill'),
        tool('delete_everything', {}, 'gone'),
      ),
      'Done.',
    ]);
    const { events } = await play(session.send('go'));
    expect(rowsIn(session.requests, 1).map(({ callId, status }) => [callId, status])).toEqual([
      ['ok', 'ok'],
      ['error', 'error'],
      ['denied', 'denied'],
      ['timeout', 'timeout'],
      ['skill', 'error'],
    ]);
    expect(problemsOf(events)).toEqual([expect.stringContaining('"delete_everything"')]);
    expect(bodies(events, 'call-admitted').map(({ callId }) => callId)).not.toContain('gone');
  });

  it('say so where nothing does a skill', async () => {
    verifies('yips.actions.no-skill-runner');
    const capabilities = usualCapabilities.filter((name) => name !== 'network');
    const session = await openYips([acts(skill('search', { query: 'yips' })), 'Done.'], { capabilities });
    const { lines } = await told(session);
    expect(lines).toEqual(['warning skill_runner_unavailable', 'result s1 error', 'text Done.']);
    expect(rowsIn(session.requests, 1)).toMatchObject([{ kind: 'skill', status: 'error' }]);
    expect(chatOf(session.requests, 0)[0]?.content).not.toContain('"name":"search"');
  });

  it('say so where nothing runs subagents', async () => {
    verifies('yips.actions.no-subagent-runner');
    const capabilities = usualCapabilities.filter((name) => name !== 'subagents');
    const action = { type: 'subagent', id: 'a1', task: 'look' };
    const session = await openYips([acts(action), 'Done.'], { capabilities });
    const { lines } = await told(session);
    expect(lines).toEqual(['warning subagent_runner_unavailable', 'result a1 error', 'text Done.']);
    expect(rowsIn(session.requests, 1)).toMatchObject([{ kind: 'subagent', callId: 'a1', status: 'error' }]);
    expect(chatOf(session.requests, 0)[0]?.content).not.toBe(TOOL_PROTOCOL_SYSTEM_PROMPT);
  });

  it('say so where a runner gives nothing', async () => {
    verifies('yips.actions.no-result');
    const search = defineTool({
      name: 'search',
      description: 'gives nothing',
      parameters: { type: 'object', properties: {} },
      effects: 'none',
      run: () => undefined,
    });
    const session = await openYips([acts(skill('search')), 'Done.'], { builtins: false, tools: [search] });
    await play(session.send('go'));
    expect(rowsIn(session.requests, 1)).toMatchObject([
      { kind: 'skill', callId: 's1', status: 'error', output: expect.stringContaining('it returned undefined') },
    ]);
  });

  it('leave out what has an id that stands twice, and warn', async () => {
    verifies('yips.failure.duplicate-ids');
    const session = await openYips([acts(tool('list_dir', {}, 'x'), skill('todos', {}, 'x')), 'Done.']);
    const { lines, warnings } = await told(session);
    expect(lines).toEqual(['warning protocol_warning', 'result x ok', 'text Done.']);
    expect(warnings[0]?.message).toContain('stands twice');
    expect(rowsIn(session.requests, 1)).toMatchObject([{ kind: 'tool', callId: 'x' }]);
  });
});
