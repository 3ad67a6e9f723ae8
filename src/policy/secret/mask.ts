/** Takes secrets out of what leaves: values that are known, and text that has the shape of a secret. */
export interface Mask {
  /** The text with `[masked:NAME]` in place of each secret, and how many there were. */
  text(text: string): Masked;
  /** For output that comes in pieces: a secret may lie across them. */
  stream(): MaskStream;
  /** The name of a known value in a text, in any spelling that is looked for. */
  find(text: string): string | undefined;
}

export interface Masked {
  readonly text: string;
  readonly count: number;
}

export interface MaskStream {
  /** What may go out by now; the rest is held back until it is known to be harmless. */
  push(chunk: Uint8Array): Uint8Array;
  end(): Uint8Array;
  readonly count: number;
}

/** Where nothing is secret. */
export const noMask: Mask = {
  text: (text) => ({ text, count: 0 }),
  stream: () => ({ push: (chunk) => chunk, end: () => new Uint8Array(), count: 0 }),
  find: () => undefined,
};
