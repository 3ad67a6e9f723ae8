import { parseUrl } from '../../base/parse-url.js';
import { classifyName } from './host-name.js';
import { parseIp } from './ip-address.js';
import { classifyIp } from './ip-range.js';

export type HostKind = 'public' | 'private' | 'loopback' | 'metadata' | 'obfuscated' | 'invalid';

/** What a host is. */
export interface HostClass {
  readonly kind: HostKind;
  /** As `new URL` gives it (IPv6 in brackets), without a dot at its end; the text itself when it is invalid. */
  readonly canonical: string;
  /** For the person. */
  readonly note?: string;
  /** True when a rule that names the host is not enough to go there unasked. */
  readonly doubtful?: boolean;
}

/** A host as it was written, in a URL or on a command line; a port behind it is not looked at. Nothing is looked up. */
export function classifyHost(text: string): HostClass {
  const raw = withoutPort(text);
  const canonical = raw.length > maxHost || forbidden.test(raw) ? undefined : canonicalHost(raw);
  if (canonical === undefined) return { kind: 'invalid', canonical: text, note: 'this cannot be the name of a host' };
  return classifyCanonical(canonical, raw.toLowerCase());
}

const maxHost = 1024;
/** What ends or splits a host, and what cannot be seen. */
const forbidden = /[\s/\\?#@\p{C}]/u;

/** Whether such a host is never connected to, whatever anybody allows. */
export const isNever = (kind: HostKind): boolean => kind === 'metadata' || kind === 'obfuscated' || kind === 'invalid';

function withoutPort(text: string): string {
  if (parseIp(text)?.length === 16) return `[${text.split('%')[0]}]`;
  return text.replace(/:\d{0,5}$/, '');
}

function canonicalHost(raw: string): string | undefined {
  const hostname = parseUrl(`http://${raw}/`)?.hostname;
  return hostname === '' ? undefined : hostname;
}

function classifyCanonical(hostname: string, raw: string): HostClass {
  if (hostname.startsWith('[')) return classifyV6(hostname, raw);
  const bytes = parseIp(hostname);
  if (bytes !== undefined) return classifyV4(hostname, bytes, raw);
  const canonical = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  const name = classifyName(canonical);
  if (name.kind === 'invalid') return { ...name, canonical: hostname };
  const odd = oddSpelling(hostname, raw);
  if (odd === undefined || isNever(name.kind)) return { ...name, canonical };
  if (name.kind === 'loopback') return { kind: 'obfuscated', canonical, note: `${name.note}, but ${odd}` };
  return { ...name, canonical, note: joined(name.note, odd), doubtful: true };
}

/** How a name was written, when it is not how it is meant to be written. */
function oddSpelling(hostname: string, raw: string): string | undefined {
  if (hostname.endsWith('.')) return 'it is written with a dot at its end';
  if (raw === hostname) return undefined;
  if (raw.includes('%')) return 'it is written with percent signs';
  // A name of another script is written in its own letters; what is left is ASCII in disguise.
  return hostname.includes('xn--') ? undefined : 'it is written with letters that only look like the ones meant';
}

function classifyV4(canonical: string, bytes: readonly number[], raw: string): HostClass {
  const { kind, words } = classifyIp(bytes);
  const note = `${canonical} is ${words}`;
  if (kind === 'metadata') return { kind, canonical, note };
  if (raw !== canonical) return { kind: 'obfuscated', canonical, note: `${raw} is ${canonical} in disguise` };
  if (kind === 'unspecified') return { kind: 'obfuscated', canonical, note };
  if (kind === 'loopback')
    return canonical === '127.0.0.1'
      ? { kind, canonical, note }
      : { kind: 'obfuscated', canonical, note: `${note} by another number: write 127.0.0.1` };
  if (kind === 'public') return { kind, canonical };
  return { kind: 'private', canonical, note };
}

function classifyV6(canonical: string, raw: string): HostClass {
  const { kind, words, inside } = classifyIp(parseIp(canonical.slice(1, -1)) ?? []);
  const note = inside === undefined ? `${canonical} is ${words}` : `${canonical} leads to ${inside}, ${words}`;
  if (kind === 'metadata') return { kind, canonical, note };
  if (inside !== undefined && kind !== 'public' && kind !== 'documentation')
    return { kind: 'obfuscated', canonical, note };
  if (inside !== undefined) return { kind: 'public', canonical, note, doubtful: true };
  if (kind === 'unspecified') return { kind: 'obfuscated', canonical, note };
  if (kind === 'loopback') return { kind: raw === canonical ? kind : 'obfuscated', canonical, note };
  if (kind === 'public') return { kind, canonical };
  return { kind: 'private', canonical, note };
}

/** An address of the web as it was written. */
export interface UrlClass extends HostClass {
  /** The host, with its port where that is not the usual one: what rules go by. */
  readonly target: string;
  /** Absent when it is not an address at all. */
  readonly url?: URL;
}

/** A URL as it was written. Judged by the fields of `new URL`; the text only ever makes it worse. */
export function classifyUrl(text: string): UrlClass {
  const invalid = (note: string): UrlClass => ({ kind: 'invalid', canonical: '', target: '', note });
  if (text.length > maxUrl) return invalid(`a URL of ${text.length} characters is too long: ${maxUrl} are the most`);
  if (unseen.test(text)) return invalid('the URL holds spaces or characters that cannot be seen: write them as %20');
  const url = parseUrl(text);
  if (url === undefined) return invalid('this is not a URL: write it in full, as https://host/path');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const note = `${url.protocol} cannot be fetched, only http: and https:`;
    return { kind: 'invalid', canonical: url.hostname, target: url.protocol, url, note };
  }
  const { host: raw, user, odd } = writtenHost(text);
  const host = classifyCanonical(url.hostname, raw);
  const target = url.port === '' ? host.canonical : `${host.canonical}:${url.port}`;
  if (url.port === '0') return { kind: 'invalid', canonical: host.canonical, target, note: 'there is no port 0', url };
  const doubts = [
    ...(user === undefined ? [] : [userDoubt(user, target)]),
    ...(odd ? ['the URL is not written as https://host/path'] : []),
    ...(otherServices.has(Number(url.port)) ? [`port ${url.port} is not one of the web`] : []),
  ];
  if (doubts.length === 0 || isNever(host.kind)) return { ...host, target, url };
  const note = joined(host.note, ...doubts);
  // On the way to the open network these are asked about; towards what is near they are an attack.
  const near = host.kind === 'loopback' || host.kind === 'private';
  const hidden = odd || (user !== undefined && looksLikeHost(user));
  if (near && hidden) return { kind: 'obfuscated', canonical: host.canonical, target, url, note };
  if (near && otherServices.has(Number(url.port)))
    return { kind: 'invalid', canonical: host.canonical, target, url, note };
  return { ...host, target, url, note, doubtful: true };
}

const maxUrl = 8192;
const unseen = /[\s\p{C}\p{Z}]/u;

/** What stands in the text where `new URL` sees the host; `odd` when other readers might see another one there. */
function writtenHost(text: string): {
  readonly host: string;
  readonly user: string | undefined;
  readonly odd: boolean;
} {
  const [, slashes = '', authority = ''] = /^https?:([/\\]*)([^/\\?#]*)/i.exec(text) ?? [];
  const at = authority.lastIndexOf('@');
  return {
    host: authority
      .slice(at + 1)
      .replace(/:\d*$/, '')
      .toLowerCase(),
    user: at === -1 ? undefined : authority.slice(0, at),
    odd: slashes !== '//' || /^[^?#]*\\/.test(text),
  };
}

function userDoubt(user: string, target: string): string {
  return looksLikeHost(user)
    ? `the URL begins like ${user} but leads to ${target}`
    : 'the URL carries a user name or password';
}

const looksLikeHost = (user: string): boolean => /[.:]|%2e/i.test(user.replace(/:.*$/s, '')) || user === 'localhost';

function joined(...notes: readonly (string | undefined)[]): string {
  return notes.filter((note) => note !== undefined).join('; ');
}

/** Ports where something other than a web server listens: what is sent there may be taken for commands. */
const otherServices = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 162, 179, 389, 427, 445, 465, 512, 513, 514, 515, 526,
  530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 623, 636, 873, 989, 990, 993, 995, 1025, 1080, 1433, 1521, 1719,
  1720, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3128, 3268, 3269, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432,
  5672, 5900, 5985, 5986, 6000, 6379, 6443, 6566, 6667, 6668, 6669, 6679, 6697, 9042, 9092, 10080, 10250, 11211, 27017,
]);
