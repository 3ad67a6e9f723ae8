import type { Json } from '../base/json.js';

/** A call as a model made it: the arguments are the text it wrote, unread. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A picture for a model that sees. */
export interface Image {
  /** `image/png`, `image/jpeg`, `image/gif` or `image/webp`. */
  readonly mediaType: string;
  /** The bytes in base64. */
  readonly data: string;
}

/**
 * What a provider wants back, unread and unchanged, with the message it came with: signed thoughts, encrypted reasoning.
 * Only the API and the model that gave it may be given it again.
 */
export interface Carry {
  readonly api: string;
  readonly model: string;
  readonly value: Json;
}

/** A message of the conversation, in no provider's words. */
export type Message =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string; readonly images?: readonly Image[] }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly reasoning?: string;
      readonly calls: readonly ModelCall[];
      readonly carry?: Carry;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      readonly text: string;
      readonly isError: boolean;
      readonly images?: readonly Image[];
    };
