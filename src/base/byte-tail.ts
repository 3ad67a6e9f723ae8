/** The last bytes of what is pushed. */
export interface ByteTail {
  push(chunk: Uint8Array): void;
  content(): Uint8Array;
  /** How many bytes were pushed. */
  readonly total: number;
}

/** Holds at most so many, and takes no other memory however much comes. */
export function createByteTail(max: number): ByteTail {
  let ring: Buffer | undefined;
  let total = 0;
  return {
    push(chunk) {
      ring ??= Buffer.alloc(max);
      const last = chunk.subarray(Math.max(0, chunk.length - max));
      total += chunk.length - last.length;
      const at = total % max;
      const first = Math.min(last.length, max - at);
      ring.set(last.subarray(0, first), at);
      ring.set(last.subarray(first), 0);
      total += last.length;
    },
    content() {
      if (ring === undefined) return new Uint8Array();
      if (total <= max) return ring.subarray(0, total);
      return Buffer.concat([ring.subarray(total % max), ring.subarray(0, total % max)]);
    },
    get total() {
      return total;
    },
  };
}
