import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AgentEvent, type AgentTool, runAgentLoop, type StreamFn } from '@mariozechner/pi-agent-core';
import type { ScriptedRound } from '../src/model/provider/scripted.js';
import { argumentsOf, createEcho, echo, type Script } from './echo-script.js';
import type { Contender } from './scenario.js';
import { packageFolder } from './versions.js';

type Stream = Awaited<ReturnType<StreamFn>>;
type Model = Parameters<StreamFn>[0];
type Answer = Awaited<ReturnType<Stream['result']>>;

/** pi's loop, with one push for each step of an answer, as its own providers make them. */
export async function pi(script: Script): Promise<Contender> {
  const createStream = await loadStream();
  const work = createEcho();
  const tool: AgentTool = {
    name: echo.name,
    label: echo.name,
    description: echo.description,
    parameters: structuredClone(echo.parameters),
    execute: async (_id, args) => {
      const text = work.run((args as { readonly text: string }).text);
      return { content: [{ type: 'text', text }], details: undefined };
    },
  };
  return {
    name: 'pi-agent-core',
    expected: script.expected,
    async run() {
      work.runs = 0;
      let round = 0;
      let events = 0;
      const streamFn: StreamFn = () => {
        const stream = createStream();
        play(script.rounds[round] ?? {}, stream);
        round += 1;
        return stream;
      };
      const messages = await runAgentLoop(
        [{ role: 'user', content: script.prompt, timestamp: Date.now() }],
        { systemPrompt: 'You have tools.', messages: [], tools: [tool] },
        { model, convertToLlm: (all) => all.filter((message) => 'role' in message) },
        (_event: AgentEvent) => {
          events += 1;
        },
        new AbortController().signal,
        streamFn,
      );
      const last = messages.at(-1);
      const part = last?.role === 'assistant' && events > 0 ? last.content[0] : undefined;
      return { calls: work.runs, text: part?.type === 'text' ? part.text : '' };
    },
  };
}

/** pi-ai is a dependency of pi-agent-core, not of this project: it is looked for where pi-agent-core finds it. */
async function loadStream(): Promise<() => Stream> {
  const entry = createRequire(import.meta.url).resolve('@mariozechner/pi-agent-core');
  const file = join(packageFolder('@mariozechner/pi-ai', createRequire(entry)), 'dist', 'utils', 'event-stream.js');
  const { createAssistantMessageEventStream } = (await import(pathToFileURL(file).href)) as {
    createAssistantMessageEventStream: () => Stream;
  };
  return createAssistantMessageEventStream;
}

const noCost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
const model: Model = {
  id: 'scripted',
  name: 'scripted',
  api: 'openai-completions',
  provider: 'scripted',
  baseUrl: '',
  reasoning: false,
  input: ['text'],
  cost: noCost,
  contextWindow: 1_000_000,
  maxTokens: 100_000,
};

function play({ text, calls = [] }: ScriptedRound, stream: Stream): void {
  const partial: Answer = {
    role: 'assistant',
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: { ...noCost, totalTokens: 0, cost: { ...noCost, total: 0 } },
    stopReason: calls.length > 0 ? 'toolUse' : 'stop',
    timestamp: Date.now(),
  };
  stream.push({ type: 'start', partial });
  if (text !== undefined) {
    partial.content.push({ type: 'text', text });
    stream.push({ type: 'text_start', contentIndex: 0, partial });
    stream.push({ type: 'text_delta', contentIndex: 0, delta: text, partial });
    stream.push({ type: 'text_end', contentIndex: 0, content: text, partial });
  }
  for (const call of calls) {
    const contentIndex = partial.content.length;
    const delta = argumentsOf(call);
    const toolCall = { type: 'toolCall' as const, id: call.id ?? '', name: call.name, arguments: JSON.parse(delta) };
    partial.content.push(toolCall);
    stream.push({ type: 'toolcall_start', contentIndex, partial });
    stream.push({ type: 'toolcall_delta', contentIndex, delta, partial });
    stream.push({ type: 'toolcall_end', contentIndex, toolCall, partial });
  }
  stream.push({ type: 'done', reason: calls.length > 0 ? 'toolUse' : 'stop', message: partial });
}
