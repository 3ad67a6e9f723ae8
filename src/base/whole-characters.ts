/** Joins two streams of UTF-8 that come in pieces, so that no character of one is cut in two by the other. */
export function createWholeCharacters(pass: (chunk: Uint8Array) => void) {
  const cut: Record<'stdout' | 'stderr', Uint8Array> = { stdout: nothing, stderr: nothing };
  const passSome = (chunk: Uint8Array): void => {
    if (chunk.length > 0) pass(chunk);
  };
  return {
    push(chunk: Uint8Array, stream: 'stdout' | 'stderr'): void {
      const all = cut[stream].length === 0 ? chunk : Buffer.concat([cut[stream], chunk]);
      const end = wholeEnd(all);
      // A copy: the rest of the chunk must not be kept for it.
      cut[stream] = end === all.length ? nothing : Uint8Array.prototype.slice.call(all, end);
      passSome(end === all.length ? all : all.subarray(0, end));
    },
    /** Nothing more comes: what waits for its other half is passed on as it is. */
    end(): void {
      for (const stream of ['stdout', 'stderr'] as const) {
        passSome(cut[stream]);
        cut[stream] = nothing;
      }
    },
  };
}

const nothing = new Uint8Array();

/** Where the last whole character of UTF-8 ends: half of one waits for its other half. */
function wholeEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
