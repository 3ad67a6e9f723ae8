import { jsonSchema, type LanguageModel, stepCountIs, streamText, type ToolSet, tool } from 'ai';
import { type Echo, echo, prompt, system } from './echo-script.js';
import type { Done } from './scenario.js';

export interface AiTurn {
  readonly work: Echo;
  readonly tools: ToolSet;
  readonly model: LanguageModel;
  /** The most answers of the model. */
  readonly steps: number;
}

/** One turn of the `ai` package's loop, its whole stream read. */
export async function runAi({ work, tools, model, steps }: AiTurn): Promise<Done> {
  work.runs = 0;
  let events = 0;
  const result = streamText({ model, system, prompt, tools, stopWhen: stepCountIs(steps) });
  for await (const _part of result.fullStream) events += 1;
  return { calls: work.runs, text: events > 0 ? await result.text : '' };
}

/** Its `jsonSchema` checks nothing unless it is given a check. */
export function aiEcho(work: Echo): ToolSet {
  return {
    [echo.name]: tool({
      description: echo.description,
      inputSchema: jsonSchema<{ text: string }>(structuredClone(echo.parameters) as never),
      execute: ({ text }) => work.run(text),
    }),
  };
}
