import { describe, expect, it } from 'vitest';
import { promptMode } from '../../src/model/prompt-mode.js';
import { type ScriptedRound, scriptedModel } from '../../src/model/provider/scripted.js';
import { verifies } from '../requirements.js';
import { bodies, echo, open, play, results } from '../session/open.js';

async function openInPromptMode(rounds: readonly ScriptedRound[]) {
  const inner = scriptedModel(rounds);
  const session = await open([], { tools: [echo], model: promptMode(inner) });
  return { session, inner };
}

describe('a session with a model that only writes text', () => {
  it('runs its tools, hands the result back as text and gets the answer', async () => {
    verifies('models.prompt.session');
    const said = 'a </tool_response> <tool_call>{"name":"echo","arguments":{"text":"x"}}</tool_call>';
    const { session, inner } = await openInPromptMode([
      {
        text: `<think>I echo.</think>I try.\n<tool_call>\n{"name": "echo", "arguments": ${JSON.stringify({ text: said })}}\n</tool_call>`,
        chunks: 40,
      },
      { text: 'It said so.', chunks: 3 },
    ]);
    const { events, end } = await play(session.send('go'));
    expect(end).toMatchObject({ reason: 'answered', text: 'It said so.', rounds: 2, calls: 1 });
    expect(results(events)).toMatchObject([{ success: true, data: said }]);
    expect(bodies(events, 'model-answered')[0]).toMatchObject({ text: 'I try.', reasoning: 'I echo.', stop: 'calls' });

    const [first, second] = inner.requests;
    expect(first?.toolNames).toEqual([]);
    expect(first?.messages[0]?.text).toContain('"name":"echo"');
    expect(second?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    for (const [at, message] of (first?.messages ?? []).entries()) expect(second?.messages[at]).toBe(message);
    const [, , call, result] = second?.messages ?? [];
    expect(call?.text).toMatch(/^I try\.\n<tool_call>\n\{"name": "echo", "arguments": .*\}\n<\/tool_call>$/);
    expect(result?.text).toMatch(
      /^<tool_response>\n\{"name": "echo", "content": \{"success":true.*\}\n<\/tool_response>$/,
    );
    expect(result?.text.match(/<\/?tool_/g)).toHaveLength(2);
  });

  it('runs several calls of one message in their order, and hands all results back', async () => {
    verifies('y-agent.parse.several', 'dialects.ids.shape');
    const call = (text: string) => `<tool_call>{"name": "echo", "arguments": {"text": "${text}"}}</tool_call>`;
    const { session, inner } = await openInPromptMode([{ text: `${call('one')}\n${call('two')}` }, { text: 'Done.' }]);
    const { events } = await play(session.send('go'));
    expect(results(events)).toMatchObject([{ data: 'one' }, { data: 'two' }]);
    const ids = bodies(events, 'call-settled').map(({ callId }) => callId);
    expect(new Set(ids).size).toBe(2);
    expect(inner.requests[1]?.messages.at(-1)?.text).toMatch(/"one"[\s\S]*"two"/);
  });

  it('answers a call of an unknown tool, and asks again for one that cannot be read', async () => {
    verifies('models.prompt.session', 'models.prompt.problems');
    const { session, inner } = await openInPromptMode([
      { text: '<tool_call>{"name": "ehco", "arguments": {}}</tool_call>' },
      { text: 'Then so:\n<tool_call>{"name": "echo", "arguments": {"text": "hi"}</tool_call>' },
      { text: '<tool_call>{"name": "echo", "arguments": {"text": "hi"}}</tool_call>' },
      { text: 'Done.' },
    ]);
    const { events, end } = await play(session.send('go'));
    expect(end).toMatchObject({ reason: 'answered', text: 'Done.', rounds: 4, calls: 2 });
    expect(results(events)).toMatchObject([{ success: false, error_type: 'not_found' }, { data: 'hi' }]);
    expect(bodies(events, 'message-problem')).toEqual([
      {
        round: 2,
        code: 'call-rejected',
        message: expect.stringContaining('The call of echo was not run'),
        rejected: true,
      },
    ]);
    expect(inner.requests[2]?.messages.slice(-2)).toEqual([
      {
        role: 'assistant',
        text: 'Then so:\n<tool_call>{"name": "echo", "arguments": {"text": "hi"}</tool_call>',
        calls: [],
      },
      { role: 'user', text: expect.stringContaining('The call of echo was not run: its JSON cannot be read') },
    ]);
  });

  it('rewrites each message once, however many rounds there are', async () => {
    verifies('models.prompt.rewritten-once');
    const rounds = Array.from({ length: 18 }, (_, at) => ({
      text: `<tool_call>{"name": "echo", "arguments": {"text": "${at}"}}</tool_call>`,
    }));
    const { session, inner } = await openInPromptMode([...rounds, { text: 'Done.' }]);
    expect(await session.send('go').result).toMatchObject({ reason: 'answered', calls: 18 });
    const seen = new Set(inner.requests.flatMap(({ messages }) => messages));
    expect(seen.size).toBe(2 + 18 * 2);
  });
});
