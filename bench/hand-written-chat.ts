import { Agent, request } from 'node:http';
import { createEcho, echo, prompt, system } from './echo-script.js';
import type { Contender, Done } from './scenario.js';

/** The hand-written loop over HTTP: its own split of the stream, one JSON.parse an event and one for the arguments. */
export function handWrittenChat(options: { name: string; baseUrl: string; expected: Done }): Contender {
  const work = createEcho();
  return {
    name: options.name,
    expected: options.expected,
    async run() {
      work.runs = 0;
      const messages: object[] = [
        { role: 'system', content: system },
        { role: 'user', content: prompt },
      ];
      for (;;) {
        const { text, calls } = await ask(`${options.baseUrl}/chat/completions`, messages);
        const toolCalls = calls.map(({ id, name, args }) => ({
          id,
          type: 'function',
          function: { name, arguments: args },
        }));
        messages.push({ role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls: toolCalls }) });
        if (calls.length === 0) return { calls: work.runs, text };
        for (const { id, args } of calls) {
          const value = await work.run((JSON.parse(args) as { text: string }).text);
          messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(value) });
        }
      }
    },
  };
}

interface Call {
  id: string;
  name: string;
  args: string;
}

interface Chunk {
  choices: { delta: { content?: string | null; tool_calls?: CallPiece[] } }[];
}

interface CallPiece {
  index: number;
  id?: string;
  function: { name?: string; arguments?: string };
}

const agent = new Agent({ keepAlive: true });
const tools = [
  { type: 'function', function: { name: echo.name, description: echo.description, parameters: echo.parameters } },
];

function ask(url: string, messages: readonly object[]): Promise<{ text: string; calls: readonly Call[] }> {
  const body = JSON.stringify({ model: 'scripted', messages, tools, stream: true });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    let text = '';
    let rest = '';
    const calls: Call[] = [];
    const take = (data: string): void => {
      if (data === '[DONE]') return;
      const { delta } = (JSON.parse(data) as Chunk).choices[0] ?? { delta: {} };
      text += delta.content ?? '';
      for (const piece of delta.tool_calls ?? []) {
        calls[piece.index] ??= { id: piece.id ?? '', name: piece.function.name ?? '', args: '' };
        (calls[piece.index] as Call).args += piece.function.arguments ?? '';
      }
    };
    const client = request(url, { method: 'POST', headers, agent }, (response) => {
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        rest += chunk;
        let at = 0;
        for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n', at)) {
          take(rest.slice(at + 'data: '.length, end));
          at = end + 2;
        }
        rest = rest.slice(at);
      });
      response.on('end', () => resolve({ text, calls }));
      response.on('error', reject);
    });
    client.on('error', reject);
    client.end(body);
  });
}
