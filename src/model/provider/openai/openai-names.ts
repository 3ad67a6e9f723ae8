import { sha256 } from '../../../base/digest.js';

/** A tool name as OpenAI accepts it: a model may have called what is no name, and the conversation must still be sent. */
export function wireName(name: string): string {
  if (/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return name;
  const plain = name.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').slice(0, 64);
  return plain === '' ? 'unnamed' : plain;
}

/** Ids are kept where the API takes them, else told by a digest: a call and its result still have the same one. */
export type CallIds = (id: string) => string;

export const anyCallId: CallIds = (id) => id;

/** OpenAI's chat completions refuse ids over 40 characters. */
export const shortCallId: CallIds = (id) => (id !== '' && id.length <= 40 ? id : `call_${sha256(id).slice(0, 32)}`);

/** OpenAI's responses refuse ids over 64 characters and other characters than these. */
export const plainCallId: CallIds = (id) => (/^[a-zA-Z0-9_-]{1,64}$/.test(id) ? id : `call_${sha256(id).slice(0, 32)}`);

/** Mistral's models know only ids of nine letters and digits. */
export const nineCallId: CallIds = (id) => (/^[a-zA-Z0-9]{9}$/.test(id) ? id : sha256(id).slice(0, 9));
