import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mixedEnvelope } from '../../../src/dialect/format/mixed-envelope/mixed-envelope.js';
import { openModel } from '../../../src/model/open-model.js';
import { toolCallingMode } from '../../../src/systems/y-agent/index.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { done, openY } from './open-y.js';

const block = '<tool_call><name>FileRead</name><arguments>{"path":"a.txt"}</arguments></tool_call>';

function folder(): string {
  const made = newFolder();
  writeFileSync(join(made, 'a.txt'), 'one\n');
  return made;
}

it('has native calls for five providers, and prompt mode for others', () => {
  verifies('y-agent.results.mode-native', 'y-agent.results.mode-prompt', 'y-agent.results.mode-override');
  const native = ['openai/gpt-5', 'anthropic/claude', 'azure/gpt-4o', 'gemini/pro', 'deepseek/deepseek-chat'];
  expect(native.map((name) => toolCallingMode({ name }))).toEqual(native.map(() => 'Native'));
  const prompted = ['ollama/qwen3', 'custom/mine', 'openai-compatible/llama', 'lmstudio/phi'];
  expect(prompted.map((name) => toolCallingMode({ name }))).toEqual(prompted.map(() => 'PromptBased'));
  expect(toolCallingMode({ name: 'ollama/qwen3', toolCalls: 'native' })).toBe('Native');
  expect(toolCallingMode({ name: 'openai/gpt-5', toolCalls: 'prompt' })).toBe('PromptBased');
});

it('goes by how the calls of a provider were set', async () => {
  verifies('y-agent.results.mode-override');
  const spec = { provider: 'ollama', api: 'openai-chat', baseUrl: 'http://127.0.0.1:9/v1', model: 'qwen3' } as const;
  const modes = (['auto', 'native', 'prompt'] as const).map(async (toolCalls) =>
    toolCallingMode(await openModel({ ...spec, toolCalls })),
  );
  expect(await Promise.all(modes)).toEqual(['PromptBased', 'Native', 'PromptBased']);
});

describe('native mode', () => {
  it('sends tools by the API, and results as messages of the tool', async () => {
    verifies('y-agent.results.mode-native', 'y-agent.results.native', 'y-agent.parse.native-first');
    const call = { name: 'FileRead', arguments: { path: 'a.txt' }, id: 'call_0123456789abcdef01234567' };
    const { session, model } = await openY([{ calls: [call] }, done], { workspace: folder() });
    await play(session.send('read a.txt'));
    const [first, second] = model.requests;
    expect(first?.toolNames[0]).toBe('ToolSearch');
    expect(first?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(second?.messages.slice(1)).toEqual([
      { role: 'user', text: 'read a.txt' },
      { role: 'assistant', text: '', calls: [{ id: call.id, name: call.name, arguments: '{"path":"a.txt"}' }] },
      expect.objectContaining({ role: 'tool', callId: call.id, name: 'FileRead', isError: false }),
    ]);
  });

  it('reads calls from the text where there are none by the API', async () => {
    verifies('y-agent.results.mode-native', 'y-agent.parse.ids');
    const { session } = await openY([{ text: `I look.\n${block}` }, done], { workspace: folder() });
    const { events } = await play(session.send('read a.txt'));
    const [settled] = bodies(events, 'call-settled');
    expect(settled).toMatchObject({ name: 'FileRead', outcome: 'ok' });
    expect(settled?.callId).toMatch(/^call_[0-9a-f]{24}$/);
  });
});

describe('prompt mode', () => {
  it('declares the tools in the system prompt, and gives results as one user message of blocks', async () => {
    verifies('y-agent.results.mode-prompt', 'y-agent.results.prompt-based');
    const two = `${block}\n<tool_call>{"name":"FileRead","arguments":{"path":"b.txt"}}</tool_call>`;
    const { session, model, workspace } = await openY([{ text: two }, done], {
      modelName: 'ollama/qwen3',
      workspace: folder(),
    });
    const { events } = await play(session.send('read them'));
    const [first, second] = model.requests;
    expect(first?.toolNames).toEqual([]);
    const system = first?.messages[0]?.text ?? '';
    expect(system.startsWith('You are an agent that works for a user through tools.')).toBe(true);
    expect(system).toContain(`The workspace is ${workspace}`);
    expect(system).toContain('<tools>\n<tool>\n<name>ToolSearch</name>');
    const contents = bodies(events, 'call-settled').map(({ content }) => content);
    expect(contents).toHaveLength(2);
    expect(second?.messages.slice(1)).toEqual([
      { role: 'user', text: 'read them' },
      {
        role: 'assistant',
        text: [
          '<tool_call>\n<name>FileRead</name>\n<arguments>{"path":"a.txt"}</arguments>\n</tool_call>',
          '<tool_call>\n<name>FileRead</name>\n<arguments>{"path":"b.txt"}</arguments>\n</tool_call>',
        ].join('\n'),
        calls: [],
      },
      {
        role: 'user',
        text: [
          `<tool_result name="FileRead" success="true">\n${contents[0]}\n</tool_result>`,
          `<tool_result name="FileRead" success="false">\n${contents[1]}\n</tool_result>`,
        ].join('\n'),
      },
    ]);
  });

  it('shows the envelope of the model', async () => {
    verifies('y-agent.results.prompt-variants', 'y-agent.results.mode-prompt');
    const tags = { deepseek: '｜DSML｜tool_result', minimax: 'minimax:tool_result', longcat: 'longcat_tool_result' };
    for (const [name, tag] of Object.entries(tags)) {
      const { session, model } = await openY([{ text: block }, done], {
        modelName: `custom/${name}-1`,
        workspace: folder(),
      });
      await play(session.send('read a.txt'));
      expect(model.requests[1]?.messages.at(-1)?.text.startsWith(`<${tag} name="FileRead" success="true">`)).toBe(true);
    }
  });

  it('leaves a model alone that was set to prompt mode already', async () => {
    verifies('y-agent.results.mode-override');
    const { yAgentProfile } = await import('../../../src/systems/y-agent/index.js');
    const model = { name: 'openai/gpt-5', toolCalls: 'prompt', stream: async () => {} } as const;
    expect(yAgentProfile.wrapModel?.(model)).toBe(model);
  });
});

it('runs a call that stands in a code block', async () => {
  verifies('y-agent.parse.code-blocks');
  const text = `So:\n\`\`\`xml\n${block}\n\`\`\``;
  for (const modelName of ['openai/gpt-5', 'ollama/qwen3']) {
    const { session } = await openY([{ text, chunks: 7 }, done], { modelName, workspace: folder() });
    const { events } = await play(session.send('go'));
    expect(bodies(events, 'call-settled')).toMatchObject([{ name: 'FileRead', outcome: 'ok' }]);
  }
  const calls: unknown[] = [];
  const parser = mixedEnvelope.createParser({}, (event) => event.type === 'call' && calls.push(event));
  parser.push(text);
  parser.end();
  expect(calls).toEqual([]);
});

it('keeps a block that cannot be read as text, with a warning, and takes that for the answer', async () => {
  verifies('y-agent.parse.unrecognised');
  const text = 'Look: <tool_call>what?? no call</tool_call>';
  const { session, model } = await openY([{ text }], { modelName: 'ollama/qwen3' });
  const { events, end } = await play(session.send('go'));
  expect(end).toMatchObject({ reason: 'answered', text });
  expect(bodies(events, 'message-problem')).toMatchObject([{ code: 'call-rejected' }]);
  expect(model.requests).toHaveLength(1);
});
