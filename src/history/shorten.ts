import { defined } from '../base/defined.js';
import { boundText, cutEnd, plural } from '../base/text.js';
import type { Message } from '../model/message.js';

/** What stays in the conversation in fewer words. */
export interface Shortened {
  /** A result, the arguments of a call or the answer it came with (by the id of the call), or a message of the person. */
  readonly what: 'result' | 'arguments' | 'answer' | 'message';
  readonly id: string;
  /** The most characters that are left of it. */
  readonly chars: number;
  /** Where the whole of it is. */
  readonly blob?: string;
}

/** Head and tail of a text, and where the whole is. */
function shortenText(text: string, { chars, blob }: Pick<Shortened, 'chars' | 'blob'>): string {
  if (text.length <= chars) return text;
  const where = blob === undefined ? '' : `; read_file with path ${blob} gives the whole`;
  const notice = (left: number): string => `\n[… ${left} characters left out to save room${where} …]\n`;
  return chars <= notice(text.length).length ? leftOut : boundText(text, chars, notice);
}

const leftOut = '[left out to save room]';

/** Arguments stay an object, as APIs want it: what was written is a text in it. */
function shortenArguments(text: string, { chars }: Pick<Shortened, 'chars'>): string {
  if (text.length <= chars) return text;
  const kept = cutEnd(text, Math.max(0, chars - 60));
  return JSON.stringify({ left_out_to_save_room: `${kept}… (${text.length} characters)` });
}

type Part<Role extends Message['role']> = Extract<Message, { role: Role }>;

export function shortenResult({ images, ...message }: Part<'tool'>, how: Shortened): Message {
  const text = shortenText(message.text, how);
  if (images === undefined || images.length === 0) return { ...message, text };
  if (how.chars > leastOfMessage) return { ...message, text, images };
  return { ...message, text: `${text}\n[${picturesLeftOut(images.length)}]` };
}

/** The fewest characters that are left of a message of the person; pictures go when no more are. */
export const leastOfMessage = 500;

export function shortenMessage({ role, text, images = [] }: Part<'user'>, how: Shortened): Message {
  const words = shortenText(text, how);
  if (images.length === 0) return { role, text: words };
  if (how.chars > leastOfMessage) return { role, text: words, images };
  return { role, text: `${words}\n[${picturesLeftOut(images.length)}]` };
}

export const picturesLeftOut = (count: number): string => `${plural(count, 'picture')} left out to save room`;

/** An answer without its thoughts; what its provider wants back belongs to the whole of it. */
export function shortenAnswer(message: Part<'assistant'>, how: Shortened): Message {
  const { role, text, calls } = message;
  return { role, text: shortenText(text, how), calls };
}

export function shortenCall(message: Part<'assistant'>, how: Shortened): Message {
  const { role, text, reasoning, calls } = message;
  const shorter = calls.map((call) =>
    call.id === how.id ? { ...call, arguments: shortenArguments(call.arguments, how) } : call,
  );
  return { role, text, ...defined({ reasoning }), calls: shorter };
}
