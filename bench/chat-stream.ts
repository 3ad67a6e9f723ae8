import { echo } from './echo-script.js';

export interface StreamedCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as text. */
  readonly arguments: string;
}

/** The answer of a chat completions server: one call whose arguments come in pieces of a few characters. */
export function renderCall({ id, name, arguments: args }: StreamedCall): Buffer {
  const opening = { index: 0, id, type: 'function', function: { name, arguments: '' } };
  const events = [delta({ role: 'assistant', content: null, tool_calls: [opening] })];
  for (let at = 0, size = 8; at < args.length; at += size, size = 8 + ((size * 5 + 3) % 9)) {
    events.push(delta({ tool_calls: [{ index: 0, function: { arguments: args.slice(at, at + size) } }] }));
  }
  events.push(delta({}, 'tool_calls'), 'data: [DONE]\n\n');
  return Buffer.from(events.join(''));
}

/** One call of the echo tool with a text of so many characters. */
export function renderCallStream(characters: number): Buffer {
  return renderCall({ id: 'call_1', name: echo.name, arguments: JSON.stringify({ text: longText(characters) }) });
}

export const renderText = (text: string): Buffer =>
  Buffer.from([delta({ content: text }), delta({}, 'stop'), 'data: [DONE]\n\n'].join(''));

export const renderTextStream = (): Buffer => renderText(finalText);

export const finalText = 'done';

/** Lines of code: quotes, line breaks and backslashes are what makes arguments longer than the text in them. */
function longText(characters: number): string {
  const lines: string[] = [];
  for (let length = 0; length < characters; length += lines.at(-1)?.length ?? 1) {
    lines.push(`  const value${lines.length} = read("path\\to\\file ${lines.length}"); // line ${lines.length}\n`);
  }
  return lines.join('').slice(0, characters);
}

function delta(content: object, finishReason: string | null = null): string {
  const choices = [{ index: 0, delta: content, logprobs: null, finish_reason: finishReason }];
  const chunk = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'scripted',
    choices,
  };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
