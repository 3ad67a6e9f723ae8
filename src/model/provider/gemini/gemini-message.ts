import { parseJson } from '../../../base/json.js';
import type { Image, Message, ModelCall } from '../../message.js';
import { partsOf } from '../answer-parts.js';
import { objectArguments } from '../object-arguments.js';
import { nonEmpty, remembered, rememberedWith, wellFormed } from '../wire.js';
import { isGemini3 } from './gemini-generation.js';

type Said<Role extends Message['role']> = Extract<Message, { readonly role: Role }>;

/** The parts of a user's message. An empty text is refused by the server and left out. */
export const renderUserParts = remembered(({ text, images = [] }: Said<'user'>): readonly string[] => [
  ...(text === '' ? [] : [renderText(text)]),
  ...images.map(renderImage),
]);

/** A model's message: its parts, and the ids the server gave its calls, by the ids they have here. */
export interface RenderedAnswer {
  readonly parts: readonly string[];
  readonly ids: ReadonlyMap<string, string>;
}

/** The result of a call. The server wants an object, and tells results from errors by these two keys. */
export function renderResult(message: Said<'tool'>, id: string | undefined): string {
  return `{"functionResponse":{${renderId(id)}${resultBody(message)}}}`;
}

const resultBody = remembered(
  ({ name, text, isError }: Said<'tool'>) =>
    `"name":${renderName(name)},"response":{"${isError ? 'error' : 'output'}":${JSON.stringify(wellFormed(text))}}`,
);

/** Signatures go back only to the model that gave them, so an answer is written anew for another model. */
export const renderAnswer = rememberedWith((message: Said<'assistant'>, model: string): RenderedAnswer => {
  const { text, reasoning = '', calls } = message;
  const carried = partsOf(message, { api: 'gemini', model });
  if (carried === undefined) return { parts: foreignParts(message, model), ids: new Map() };
  const signed = carried.some(({ kind, held }) => kind === 'call' && held?.['signature'] !== undefined);
  const parts: string[] = [];
  const ids = new Map<string, string>();
  const given = new Set<string>();
  let textAt = 0;
  let thoughtAt = 0;
  let callAt = 0;
  for (const { kind, length, held } of carried) {
    const signature = nonEmpty(held?.['signature']);
    if (kind === 'text') {
      if (length > 0 || signature !== undefined) parts.push(renderText(text.slice(textAt, textAt + length), signature));
      textAt += length;
    } else if (kind === 'reasoning') {
      // A thought is only asked back for when it bears a signature.
      if (signature !== undefined)
        parts.push(renderText(reasoning.slice(thoughtAt, thoughtAt + length), signature, ',"thought":true'));
      thoughtAt += length;
    } else {
      const call = calls[callAt];
      if (call === undefined) continue;
      // An id that stands twice tells no call from the other.
      const known = nonEmpty(held?.['id']);
      const id = known === undefined || given.has(known) ? undefined : known;
      const standIn = callAt === 0 && !signed && isGemini3(model) ? noSignature : undefined;
      parts.push(renderCall(call, signature ?? standIn, id));
      if (id !== undefined) {
        ids.set(call.id, id);
        given.add(id);
      }
      callAt += 1;
    }
  }
  return { parts, ids };
});

/**
 * Gemini 3 refuses a conversation whose calls bear no signature; for those it did not make, its documentation names this
 * value to stand in their place, once for the first call of a message.
 */
const noSignature = 'skip_thought_signature_validator';

function foreignParts({ text, calls }: Said<'assistant'>, model: string): readonly string[] {
  const standIn = isGemini3(model) ? noSignature : undefined;
  return [
    ...(text === '' ? [] : [renderText(text)]),
    ...calls.map((call, at) => renderCall(call, at === 0 ? standIn : undefined, undefined)),
  ];
}

const renderText = (text: string, signature?: string, more = ''): string =>
  `{"text":${JSON.stringify(wellFormed(text))}${more}${renderSignature(signature)}}`;

const renderImage = ({ mediaType, data }: Image): string =>
  JSON.stringify({ inlineData: { mimeType: mediaType, data } });

const renderCall = ({ name, arguments: args }: ModelCall, signature: string | undefined, id: string | undefined) =>
  `{"functionCall":{${renderId(id)}"name":${renderName(name)},"args":${renderArguments(args)}}${renderSignature(signature)}}`;

const renderName = (name: string): string => JSON.stringify(wellFormed(name));

const renderId = (id: string | undefined): string =>
  id === undefined ? '' : `"id":${JSON.stringify(wellFormed(id))},`;

const renderSignature = (signature: string | undefined): string =>
  signature === undefined ? '' : `,"thoughtSignature":${JSON.stringify(signature)}`;

/** The server's own reader refuses keys that stand twice and deep nesting, where others let them pass. */
function renderArguments(args: string): string {
  const text = objectArguments(args);
  const parsed = parseJson(text, { maxDepth: 64 });
  const refused = !parsed.ok && (parsed.problem.code === 'duplicate-key' || parsed.problem.code === 'too-deep');
  return refused ? JSON.stringify({ malformed_arguments: wellFormed(args) }) : text;
}
