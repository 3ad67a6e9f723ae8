/** Which bytes belong to a kind of text, by their value. */
export type ByteClass = Uint8Array;

/** The bytes of ranges such as `A-Z` and of single characters; a dash that means itself stands last. */
export function byteClass(text: string): ByteClass {
  const members = new Uint8Array(256);
  for (const [whole] of text.matchAll(/.-.|./gs)) {
    const last = whole.charCodeAt(whole.length - 1);
    for (let byte = whole.charCodeAt(0); byte <= last; byte += 1) members[byte] = 1;
  }
  return members;
}

/** Every other byte. */
export const otherThan = (members: ByteClass): ByteClass => members.map((member) => 1 - member);

export const alphanumeric = byteClass('A-Za-z0-9');
export const hexadecimal = byteClass('0-9A-Fa-f');
export const blank = byteClass(' \t');
