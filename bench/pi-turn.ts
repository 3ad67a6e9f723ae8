import { setMaxListeners } from 'node:events';
import { type AgentEvent, type AgentTool, runAgentLoop, type StreamFn } from '@mariozechner/pi-agent-core';
import { type Echo, echo, prompt, system } from './echo-script.js';
import type { Done } from './scenario.js';

export type PiModel = Parameters<StreamFn>[0];

export interface PiTurn {
  readonly work: Echo;
  readonly tool: AgentTool;
  readonly model: PiModel;
  /** Where answers come from; without it, pi's own client of the model's server. */
  readonly stream?: StreamFn;
}

/** One turn of pi's loop, its events read. */
export async function runPi({ work, tool, model, stream }: PiTurn): Promise<Done> {
  work.runs = 0;
  let events = 0;
  const { signal } = new AbortController();
  // Its client leaves a listener behind with every request, which Node would warn of.
  setMaxListeners(0, signal);
  const messages = await runAgentLoop(
    [{ role: 'user', content: prompt, timestamp: Date.now() }],
    { systemPrompt: system, messages: [], tools: [tool] },
    { model, apiKey: 'none', convertToLlm: (all) => all.filter((message) => 'role' in message) },
    (_event: AgentEvent) => {
      events += 1;
    },
    signal,
    stream,
  );
  const last = messages.at(-1);
  const part = last?.role === 'assistant' && events > 0 ? last.content[0] : undefined;
  return { calls: work.runs, text: part?.type === 'text' ? part.text : '' };
}

export function piEcho(work: Echo): AgentTool {
  return {
    name: echo.name,
    label: echo.name,
    description: echo.description,
    parameters: structuredClone(echo.parameters),
    execute: async (_id, args) => {
      const text = work.run((args as { readonly text: string }).text);
      return { content: [{ type: 'text', text }], details: undefined };
    },
  };
}

export const noCost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

export function piModel(baseUrl: string): PiModel {
  return {
    id: 'scripted',
    name: 'scripted',
    api: 'openai-completions',
    provider: 'scripted',
    baseUrl,
    reasoning: false,
    input: ['text'],
    cost: noCost,
    contextWindow: 1_000_000,
    maxTokens: 100_000,
  };
}
