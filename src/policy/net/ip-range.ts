import { parseIp, renderV4 } from './ip-address.js';

/**
 * What lies at an address. `documentation`: an address that is given to nobody (RFC 5737, RFC 3849, RFC 9637).
 * `unspecified`: one that stands for another, mostly for this machine; never the address of a server.
 */
export type IpKind = 'public' | 'private' | 'documentation' | 'loopback' | 'unspecified' | 'metadata';

export interface IpClass {
  readonly kind: IpKind;
  /** What it is, to go behind "it is". */
  readonly words: string;
  /** The IPv4 address that a translated IPv6 address leads to. */
  readonly inside?: string;
}

const isPublic: IpClass = { kind: 'public', words: 'a public address' };

/** What lies at an address of 4 or 16 bytes; an IPv6 address that wraps an IPv4 one is what that is. */
export function classifyIp(bytes: readonly number[]): IpClass {
  if (bytes.length === 4) return find(bytes, v4Ranges) ?? isPublic;
  const known = find(bytes, v6Ranges);
  if (known !== undefined) return known;
  const wrapped = wrappings.find(({ range, mask }) => matches(bytes, range, mask));
  if (wrapped !== undefined) return unwrap(bytes, wrapped.at);
  if (isIsatap(bytes)) return unwrap(bytes, [{ start: 12, flip: 0 }]);
  // Of IPv6 only 2000::/3 is given out.
  return matches(bytes, [0x20], 3) ? isPublic : { kind: 'private', words: 'an address that is reserved' };
}

function unwrap(bytes: readonly number[], at: Wrapping['at']): IpClass {
  const found = at.map(({ start, flip }) => {
    const inner = bytes.slice(start, start + 4).map((byte) => byte ^ flip);
    return { ...classifyIp(inner), inside: renderV4(inner) };
  });
  return found.find(({ kind }) => kind !== 'public') ?? found[0] ?? isPublic;
}

/** RFC 5214: an interface identifier of 0:5efe or 200:5efe, then an IPv4 address. */
function isIsatap(bytes: readonly number[]): boolean {
  return ((bytes[8] ?? 0) & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
}

interface Range extends IpClass {
  readonly range: readonly number[];
  readonly mask: number;
}

function find(bytes: readonly number[], ranges: readonly Range[]): IpClass | undefined {
  const found = ranges.find(({ range, mask }) => matches(bytes, range, mask));
  return found === undefined ? undefined : { kind: found.kind, words: found.words };
}

function matches(bytes: readonly number[], range: readonly number[], mask: number): boolean {
  for (let bit = 0; bit < mask; bit += 8) {
    const kept = mask - bit >= 8 ? 0xff : (0xff << (8 - (mask - bit))) & 0xff;
    const at = bit / 8;
    if (((bytes[at] ?? 0) & kept) !== ((range[at] ?? 0) & kept)) return false;
  }
  return true;
}

function range(cidr: string, kind: IpKind, words: string): Range {
  const [address = '', mask] = cidr.split('/');
  const bytes = parseIp(address) ?? [];
  return { range: bytes, mask: Number(mask ?? bytes.length * 8), kind, words };
}

const metadata = 'where a cloud keeps the credentials of its machines';
const testNet = 'an address that is kept for examples';
const privateNet = 'an address of a private network';
const reserved = 'an address that is reserved';

/** The first that matches counts. From the IANA special-purpose registry, and what clouds document of theirs. */
const v4Ranges: readonly Range[] = [
  range('100.100.100.200', 'metadata', metadata),
  range('192.0.0.192', 'metadata', metadata),
  range('168.63.129.16', 'metadata', metadata),
  range('169.254.0.0/16', 'metadata', `link-local, ${metadata}`),
  range('0.0.0.0/8', 'unspecified', 'an address that means this machine'),
  range('127.0.0.0/8', 'loopback', 'an address of this machine'),
  range('10.0.0.0/8', 'private', privateNet),
  range('172.16.0.0/12', 'private', privateNet),
  range('192.168.0.0/16', 'private', privateNet),
  range('100.64.0.0/10', 'private', 'an address behind the network of a carrier'),
  range('192.0.2.0/24', 'documentation', testNet),
  range('198.51.100.0/24', 'documentation', testNet),
  range('203.0.113.0/24', 'documentation', testNet),
  range('192.0.0.0/24', 'private', reserved),
  range('192.88.99.0/24', 'private', reserved),
  range('198.18.0.0/15', 'private', 'an address that is kept for benchmarks'),
  range('224.0.0.0/4', 'private', 'an address of many machines at once'),
  range('240.0.0.0/4', 'private', reserved),
];

const v6Ranges: readonly Range[] = [
  range('::', 'unspecified', 'an address that means this machine'),
  range('::1', 'loopback', 'an address of this machine'),
  // RFC 8215: where the IPv4 address stands in it depends on the network.
  range('64:ff9b:1::/48', 'unspecified', 'an address that the local network leads elsewhere'),
  range('fd00:ec2::/32', 'metadata', metadata),
  range('fd20:ce::/32', 'metadata', metadata),
  range('fd00:c1::/32', 'metadata', metadata),
  range('fd00:42::42', 'metadata', metadata),
  range('fe80::/10', 'metadata', `link-local, ${metadata}`),
  range('fec0::/10', 'private', privateNet),
  range('fc00::/7', 'private', privateNet),
  range('ff00::/8', 'private', 'an address of many machines at once'),
  range('2001:db8::/32', 'documentation', testNet),
  range('3fff::/20', 'documentation', testNet),
  range('100::/64', 'private', reserved),
  range('2001:2::/48', 'private', 'an address that is kept for benchmarks'),
  range('2001:10::/28', 'private', reserved),
  range('2001:20::/28', 'private', reserved),
];

interface Wrapping {
  readonly range: readonly number[];
  readonly mask: number;
  /** Where the IPv4 addresses stand, and what their bytes are xored with. */
  readonly at: readonly { readonly start: number; readonly flip: number }[];
}

function wrapping(cidr: string, ...at: readonly (readonly [start: number, flip: number])[]): Wrapping {
  const { range: bytes, mask } = range(cidr, 'public', '');
  return { range: bytes, mask, at: at.map(([start, flip]) => ({ start, flip })) };
}

/** IPv4 inside IPv6: mapped, translated, compatible, NAT64 (RFC 6052), 6to4, Teredo (server and client). */
const wrappings: readonly Wrapping[] = [
  wrapping('::ffff:0:0/96', [12, 0]),
  wrapping('::ffff:0:0:0/96', [12, 0]),
  wrapping('::/96', [12, 0]),
  wrapping('64:ff9b::/96', [12, 0]),
  wrapping('2002::/16', [2, 0]),
  wrapping('2001::/32', [4, 0], [12, 0xff]),
];
