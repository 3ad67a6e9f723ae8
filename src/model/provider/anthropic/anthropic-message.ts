import { defined } from '../../../base/defined.js';
import { sha256 } from '../../../base/digest.js';
import type { Image, Message, ModelCall } from '../../message.js';
import { objectArguments } from '../object-arguments.js';
import { wellFormed } from '../wire.js';
import { type AnswerPart, isThought, readParts } from './anthropic-thoughts.js';

/** A message as content blocks in JSON, joined by commas. Both are empty when nothing of it can be sent. */
export interface RenderedMessage {
  readonly role: 'user' | 'assistant';
  /** Results of calls: they stand before everything else the user says. */
  readonly results: string;
  readonly blocks: string;
}

export type AssistantMessage = Extract<Message, { role: 'assistant' }>;

/** The blocks of a message. `thoughts`: whether what the model thought is brought back with it. */
export function renderMessage(message: Message, thoughts: boolean): RenderedMessage {
  switch (message.role) {
    case 'system':
      return { role: 'user', results: '', blocks: '' };
    case 'user':
      return { role: 'user', results: '', blocks: join(message.images?.map(renderImage), [renderText(message.text)]) };
    case 'tool':
      return { role: 'user', results: renderResult(message), blocks: '' };
    case 'assistant':
      return { role: 'assistant', results: '', blocks: join(renderAnswer(message, thoughts)) };
  }
}

const join = (...lists: readonly (readonly string[] | undefined)[]): string =>
  lists
    .flatMap((list) => list ?? [])
    .filter((block) => block !== '')
    .join(',');

/** The API refuses a text that is empty or only white space. */
export const renderText = (text: string): string =>
  isBlank(text) ? '' : `{"type":"text","text":${JSON.stringify(wellFormed(text))}}`;

/** What is white space differs between languages: control characters may count as such. */
const isBlank = (text: string): boolean => !/[^\s\p{Cc}]/u.test(text);

const wireImage = ({ mediaType, data }: Image): object => ({
  type: 'image',
  source: { type: 'base64', media_type: mediaType, data },
});

const renderImage = (image: Image): string => JSON.stringify(wireImage(image));

function renderResult({ callId, text, isError, images = [] }: Extract<Message, { role: 'tool' }>): string {
  // A result may be empty, unless it is an error.
  const said = isBlank(text) && isError ? 'The call failed and said nothing.' : text;
  const words = isBlank(said) ? undefined : wellFormed(said);
  const content =
    images.length === 0
      ? words
      : [...(words === undefined ? [] : [{ type: 'text', text: words }]), ...images.map(wireImage)];
  return JSON.stringify({
    type: 'tool_result',
    tool_use_id: wireId(callId),
    ...defined({ content }),
    ...(isError && { is_error: true }),
  });
}

function renderAnswer(message: AssistantMessage, thoughts: boolean): readonly string[] {
  const kept = thoughts && message.carry !== undefined ? readParts(message.carry.value) : undefined;
  const parts = kept === undefined ? plainParts(message) : fitted(kept, message);
  const blocks: string[] = [];
  let size = 0;
  let at = 0;
  let call = 0;
  for (const part of parts) {
    let block = '';
    if (part.type === 'text') {
      block = renderText(message.text.slice(at, at + part.length));
      at += part.length;
    } else if (part.type === 'call') {
      const made = message.calls[call];
      if (made !== undefined) block = renderCall(made);
      call += 1;
    } else {
      blocks.push(JSON.stringify(part));
    }
    if (block === '') continue;
    blocks.push(block);
    size = blocks.length;
  }
  // A thought that nothing follows is refused.
  return blocks.slice(0, size);
}

function plainParts({ text, calls }: AssistantMessage): readonly AnswerPart[] {
  return [{ type: 'text', length: text.length }, ...calls.map(() => ({ type: 'call' }) as const)];
}

/** The parts, if they are still about this text and these calls; else its thoughts before them. */
function fitted(parts: readonly AnswerPart[], message: AssistantMessage): readonly AnswerPart[] {
  const length = parts.reduce((sum, part) => sum + (part.type === 'text' ? part.length : 0), 0);
  const calls = parts.filter(({ type }) => type === 'call').length;
  if (length === message.text.length && calls === message.calls.length) return parts;
  return [...parts.filter(isThought), ...plainParts(message)];
}

/** The arguments go as the model wrote them, digit for digit. */
function renderCall({ id, name, arguments: args }: ModelCall): string {
  return `{"type":"tool_use","id":"${wireId(id)}","name":"${wireName(name)}","input":${wholeEscapes(objectArguments(args))}}`;
}

const idForm = /^[a-zA-Z0-9_-]{1,64}$/;

/** An id the API takes: another provider's may hold other characters. Different ids stay different. */
function wireId(id: string): string {
  return idForm.test(id) ? id : `${plainName(id).slice(0, 40)}_${sha256(id).slice(0, 16)}`;
}

/** A name the API takes: a model may have called what no tool is named. */
export function wireName(name: string): string {
  return idForm.test(name) ? name : plainName(name).slice(0, 64) || '_';
}

const plainName = (name: string): string => name.replaceAll(/[^a-zA-Z0-9_-]/g, '_');

/** Half a surrogate pair written as an escape is refused as well: "no low surrogate in string". */
function wholeEscapes(json: string): string {
  if (!/\\u[dD][89a-fA-F]/.test(json)) return json;
  return json.replaceAll(escapeForm, (found, whole: string | undefined, half: string | undefined) =>
    whole === undefined && half !== undefined ? '\\ufffd' : found,
  );
}

/** One escape at a time, so that an escaped backslash is not taken for the start of another one. */
const escapeForm = /\\(?:(u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/g;
