import type { LanguageModel } from 'ai';
import type { ScriptedRound } from '../src/model/provider/scripted.js';
import { aiEcho, runAi } from './ai-turn.js';
import { argumentsOf, createEcho, type Script } from './echo-script.js';
import type { Contender } from './scenario.js';

type Model = Extract<LanguageModel, { readonly specificationVersion: 'v3' }>;
type Part = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never;

/** The loop of the `ai` package, with a model that streams the parts of the script. */
export function ai(script: Script): Contender {
  const work = createEcho();
  const answers = script.rounds.map(partsOf);
  const tools = aiEcho(work);
  return {
    name: 'ai',
    expected: script.expected,
    run: () => runAi({ work, tools, model: scripted(answers), steps: answers.length }),
  };
}

function scripted(answers: readonly (readonly Part[])[]): Model {
  let round = 0;
  return {
    specificationVersion: 'v3',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('only streams')),
    async doStream() {
      const parts = answers[round] ?? [];
      round += 1;
      const stream = new ReadableStream<Part>({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      });
      return { stream };
    },
  };
}

function partsOf({ text, calls = [] }: ScriptedRound): readonly Part[] {
  const spoken: Part[] =
    text === undefined
      ? []
      : [
          { type: 'text-start', id: 'text' },
          { type: 'text-delta', id: 'text', delta: text },
          { type: 'text-end', id: 'text' },
        ];
  const called = calls.flatMap((call): Part[] => {
    const id = call.id ?? '';
    const input = argumentsOf(call);
    return [
      { type: 'tool-input-start', id, toolName: call.name },
      { type: 'tool-input-delta', id, delta: input },
      { type: 'tool-input-end', id },
      { type: 'tool-call', toolCallId: id, toolName: call.name, input },
    ];
  });
  const unified = calls.length > 0 ? 'tool-calls' : 'stop';
  const finish: Part = { type: 'finish', usage, finishReason: { unified, raw: undefined } };
  return [{ type: 'stream-start', warnings: [] }, ...spoken, ...called, finish];
}

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
