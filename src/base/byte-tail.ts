/** The last bytes of what is pushed: at most so many, and no other memory is taken however much comes. */
export function createByteTail(max: number) {
  let ring: Buffer | undefined;
  const tail = {
    /** How many bytes were pushed. */
    total: 0,
    push(chunk: Uint8Array): void {
      ring ??= Buffer.alloc(max);
      const last = chunk.subarray(Math.max(0, chunk.length - max));
      tail.total += chunk.length - last.length;
      const at = tail.total % max;
      const first = Math.min(last.length, max - at);
      ring.set(last.subarray(0, first), at);
      ring.set(last.subarray(first), 0);
      tail.total += last.length;
    },
    content(): Uint8Array {
      if (ring === undefined) return new Uint8Array();
      if (tail.total <= max) return ring.subarray(0, tail.total);
      return Buffer.concat([ring.subarray(tail.total % max), ring.subarray(0, tail.total % max)]);
    },
  };
  return tail;
}
