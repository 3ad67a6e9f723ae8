/** What the first bytes of a connection say. */
export type FirstBytes =
  /** More of them are needed. */
  | { readonly state: 'more' }
  /** They are not those of TLS. */
  | { readonly state: 'plain' }
  | { readonly state: 'malformed' }
  /** The beginning of TLS, with the server names it gives. */
  | { readonly state: 'hello'; readonly names: readonly string[] };

/** A ClientHello is one or two KB long; with room for keys that are still to come. */
const maxHello = 16_384;

/** Reads the server names of a ClientHello (RFC 8446 §4.1.2, RFC 6066 §3), however its records cut it. */
export function readServerNames(bytes: Uint8Array): FirstBytes {
  if (bytes.length === 0) return { state: 'more' };
  if (bytes[0] !== handshakeRecord) return { state: 'plain' };
  const { message, broken } = joinRecords(bytes);
  const incomplete = { state: broken ? 'malformed' : 'more' } as const;
  if (message.length < 4) return incomplete;
  const end = 4 + ((byteAt(message, 1) << 16) | wordAt(message, 2));
  if (message[0] !== clientHello || end > maxHello) return { state: 'malformed' };
  if (message.length < end) return incomplete;
  const names = namesIn(message.subarray(4, end));
  return names === undefined ? { state: 'malformed' } : { state: 'hello', names };
}

const handshakeRecord = 22;
const clientHello = 1;
const maxRecord = 16_384;

/** What the first records carry, as far as they are there. `broken`: they are followed by something else. */
function joinRecords(bytes: Uint8Array): { readonly message: Uint8Array; readonly broken: boolean } {
  const parts: Uint8Array[] = [];
  let broken = false;
  for (let at = 0; at + 5 <= bytes.length && !broken; ) {
    const length = wordAt(bytes, at + 3);
    broken = bytes[at] !== handshakeRecord || bytes[at + 1] !== 3 || length === 0 || length > maxRecord;
    if (!broken) parts.push(bytes.subarray(at + 5, at + 5 + length));
    at += 5 + length;
  }
  return { message: Buffer.concat(parts), broken };
}

/** The names in the body of a ClientHello; undefined when it is not built as one. */
function namesIn(body: Uint8Array): readonly string[] | undefined {
  // The version, the random, the session, the ciphers, the compressions: each with its length but for the first two.
  let at = 34;
  at += 1 + byteAt(body, at);
  at += 2 + wordAt(body, at);
  at += 1 + byteAt(body, at);
  if (at === body.length) return [];
  const end = at + 2 + wordAt(body, at);
  if (end !== body.length) return undefined;
  const names: string[] = [];
  let lists = 0;
  for (at += 2; at < end; ) {
    const length = wordAt(body, at + 2);
    const next = at + 4 + length;
    if (next > end) return undefined;
    if (wordAt(body, at) === 0) {
      const found = namesOfList(body.subarray(at + 4, next));
      lists += 1;
      if (found === undefined || lists > 1) return undefined;
      names.push(...found);
    }
    at = next;
  }
  return names;
}

function namesOfList(list: Uint8Array): readonly string[] | undefined {
  const names: string[] = [];
  if (list.length < 2 || wordAt(list, 0) !== list.length - 2) return undefined;
  for (let at = 2; at < list.length; ) {
    const length = wordAt(list, at + 1);
    const next = at + 3 + length;
    // There is no other kind of name.
    if (list[at] !== 0 || length === 0 || next > list.length) return undefined;
    names.push(Buffer.from(list.subarray(at + 3, next)).toString('latin1'));
    at = next;
  }
  return names;
}

/** Beyond the end everything is so large that no length fits. */
const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0xff;
const wordAt = (bytes: Uint8Array, at: number): number => (byteAt(bytes, at) << 8) | byteAt(bytes, at + 1);
