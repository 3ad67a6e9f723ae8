import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StreamFn } from '@mariozechner/pi-agent-core';
import type { ScriptedRound } from '../src/model/provider/scripted.js';
import { argumentsOf, createEcho, type Script } from './echo-script.js';
import { noCost, type PiModel, piEcho, piModel, runPi } from './pi-turn.js';
import type { Contender } from './scenario.js';
import { packageFolder } from './versions.js';

type Stream = Awaited<ReturnType<StreamFn>>;
type Answer = Awaited<ReturnType<Stream['result']>>;

/** pi's loop, with one push for each step of an answer, as its own providers make them. */
export async function pi(script: Script): Promise<Contender> {
  const createStream = await loadStream();
  const model = piModel('');
  const work = createEcho();
  const tool = piEcho(work);
  return {
    name: 'pi-agent-core',
    expected: script.expected,
    run() {
      let round = 0;
      const stream: StreamFn = () => {
        const answer = createStream();
        play(script.rounds[round] ?? {}, model, answer);
        round += 1;
        return answer;
      };
      return runPi({ work, tool, model, stream });
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

function play({ text, calls = [] }: ScriptedRound, model: PiModel, stream: Stream): void {
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
