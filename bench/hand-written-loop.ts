import type { Message, ModelCall } from '../src/model/message.js';
import type { Model } from '../src/model/model.js';
import { scriptedModel } from '../src/model/provider/scripted.js';
import { createEcho, echo, type Script, system } from './echo-script.js';
import type { Contender } from './scenario.js';

/** What one would write in an afternoon: correct while everything goes well, with no checks, records or limits. */
export function handWritten(script: Script): Contender {
  const tool = createEcho();
  const tools: Tools = new Map([[echo.name, async ({ text }) => tool.run(text)]]);
  return {
    name: 'hand-written',
    expected: script.expected,
    async run() {
      tool.runs = 0;
      const text = await handWrittenLoop(scriptedModel(script.rounds, { record: false }), tools, script.prompt);
      return { calls: tool.runs, text };
    },
  };
}

type Tools = ReadonlyMap<string, (args: { readonly text: string }) => Promise<unknown>>;

const definitions = [{ name: echo.name, description: echo.description, parameters: echo.parameters }];

async function handWrittenLoop(model: Model, tools: Tools, prompt: string): Promise<string> {
  const { signal } = new AbortController();
  const messages: Message[] = [
    { role: 'system', text: system },
    { role: 'user', text: prompt },
  ];
  for (;;) {
    let text = '';
    const calls: ModelCall[] = [];
    await model.stream({ messages, tools: definitions, signal }, (event) => {
      if (event.type === 'text') text += event.text;
      if (event.type === 'call') calls.push({ id: event.id, name: event.name, arguments: event.arguments });
      if (event.type === 'failure') throw new Error(event.failure.message);
    });
    messages.push({ role: 'assistant', text, calls });
    if (calls.length === 0) return text;
    for (const call of calls) {
      const value = await tools.get(call.name)?.(JSON.parse(call.arguments));
      messages.push({ role: 'tool', callId: call.id, name: call.name, text: JSON.stringify(value), isError: false });
    }
  }
}
