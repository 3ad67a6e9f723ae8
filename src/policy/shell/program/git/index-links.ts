/** The mode of an entry that is another repository: a submodule, or one that was added as it stands. */
const linkMode = 0o160000;
/** Before the name of an entry: times, device, inode, mode, owner, size, object id and flags. */
const fixedBytes = 62;
const modeOffset = 24;
const extendedFlag = 0x4000;

/**
 * The paths of the repositories that a git index (gitformat-index, versions 2 to 4) holds; undefined when it cannot be
 * read. Indexes with SHA-256 ids are told by their extension of the repository, and do not come here.
 */
export function indexLinks(bytes: Uint8Array): readonly string[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || view.getUint32(0) !== 0x44495243) return undefined;
  const version = view.getUint32(4);
  if (version < 2 || version > 4) return undefined;
  const links: string[] = [];
  let at = 12;
  let name = '';
  for (let left = view.getUint32(8); left > 0; left -= 1) {
    if (at + fixedBytes > bytes.length) return undefined;
    const isLink = (view.getUint32(at + modeOffset) & 0o170000) === linkMode;
    const extended = (view.getUint16(at + fixedBytes - 2) & extendedFlag) !== 0;
    let start = at + fixedBytes + (extended ? 2 : 0);
    let kept = '';
    if (version === 4) {
      const strip = readVarint(bytes, start);
      if (strip === undefined) return undefined;
      kept = name.slice(0, Math.max(0, name.length - strip.value));
      start = strip.next;
    }
    const end = bytes.indexOf(0, start);
    if (end === -1) return undefined;
    // Up to version 3 a name stands for itself, and few are needed.
    if (version === 4 || isLink) name = kept + Buffer.from(bytes.subarray(start, end)).toString('latin1');
    if (isLink) links.push(Buffer.from(name, 'latin1').toString('utf8'));
    // Up to version 3 entries are padded with one to eight NUL bytes to a multiple of eight.
    at = version === 4 ? end + 1 : at + Math.ceil((end + 1 - at) / 8) * 8;
  }
  return links;
}

/** Git's own encoding of offsets: seven bits a byte, each further one adding one. */
function readVarint(bytes: Uint8Array, from: number): { readonly value: number; readonly next: number } | undefined {
  let value = 0;
  for (let at = from; at < from + 5; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) return undefined;
    value = at === from ? byte & 0x7f : ((value + 1) << 7) | (byte & 0x7f);
    if ((byte & 0x80) === 0) return { value, next: at + 1 };
  }
  return undefined;
}
