import { type HostSign, withoutEnd } from './sign.js';

/** Of a name or an address; a port may follow. Of bounded length, as every part of a pattern that can be tried again. */
const host = String.raw`\[?([0-9a-fA-F:]{0,38}:[0-9a-fA-F:.]{1,38}\]|[A-Za-z0-9_](?:[\w.-]{0,252}\w)?)\]?`;
const port = String.raw`(?::(\d{1,5}))?`;
const open = `['"‘“(]?`;

/** Lines that name the host themselves, whatever it looks like. */
const named: readonly RegExp[] = [
  // curl, git, ssh, wget, psql: `Could not resolve host: x`, `unable to resolve host address ‘x’`
  new RegExp(
    String.raw`(?:not|n't|unable to|failed to) (?:resolve|translate) host(?:name| name| address)?:? ['"‘“]?(?!name\b|address\b)${host}`,
    'i',
  ),
  // node: `getaddrinfo ENOTFOUND x`, `connect ENETUNREACH 192.0.2.1:443`
  new RegExp(String.raw`\b(?:ENOTFOUND|EAI_AGAIN|ENODATA|ENETUNREACH|EHOSTUNREACH|ECONNREFUSED)\s+${host}${port}`),
  // java
  new RegExp(`UnknownHostException: ${host}`),
  // urllib3: `Failed to resolve 'x' ([Errno -3] …`
  new RegExp(String.raw`failed to resolve ${open}${host}['"’] \(\[Errno`, 'i'),
  // apt: `Temporary failure resolving 'x'`
  new RegExp(`failure resolving ${open}${host}`, 'i'),
  // go: `dial tcp: lookup x on 192.0.2.53:53: …`
  new RegExp(String.raw`\blookup ${host}(?: on \S{1,80})?: (?:no such host|temporary|server misb|dial|read|i/o)`, 'i'),
  // php, nc: `getaddrinfo for x failed`, `getaddrinfo for host "x" port 80`
  new RegExp(`getaddrinfo for (?:host )?${open}${host}`, 'i'),
  // wget: `Resolving x (x)... failed`
  new RegExp(String.raw`^Resolving ${host} \(`),
];

/** What only says that there is no way to some host: the host is looked for in the rest of the line. */
const lost =
  /temporary failure in name resolution|name or service not known|nodename nor servname|no address associated with|name does not resolve|network is unreachable|no route to host|host is unreachable|connection refused|couldn't connect to server|failed to connect|dns error/i;

/** Where a line that says so names the host. */
const places: readonly RegExp[] = [
  new RegExp(String.raw`\b[a-z][a-z0-9+.-]{1,15}://(?:[^\s/@'"]{1,256}@)?${host}${port}`, 'i'),
  new RegExp(String.raw`/dev/(?:tcp|udp)/${host}/(\d{1,5})`),
  new RegExp(String.raw`\bhost=['"]?${host}`, 'i'),
  new RegExp(
    String.raw`(?:connect(?:ion)?|connecting) to (?:host |server at )?${open}${host}['"’]?(?:,? port |:)(\d{1,5})`,
    'i',
  ),
  new RegExp(String.raw`\bdial (?:tcp|udp)[46]? ${host}${port}`),
  new RegExp(String.raw`\(${host}:(\d{1,5})\)`),
];

/** Reads a line for a host that could not be reached. */
export function readHostSign(line: string): HostSign | undefined {
  const names = [...namedIn(line), ...(lost.test(line) ? placedIn(line) : [])];
  return names.length === 0 ? undefined : { type: 'host', names: [...new Set(names)] };
}

const namedIn = (line: string): readonly string[] => named.flatMap((pattern) => addressOf(pattern.exec(line)));

function placedIn(line: string): readonly string[] {
  const found = places.flatMap((pattern) => addressOf(pattern.exec(line)));
  // `ping: x: Temporary failure …`: the word before the error, when it looks like a host.
  const at = lost.exec(line)?.index ?? 0;
  const ahead = withoutEnd(line.slice(0, at), ' \t:([');
  const word = ahead.slice(Math.max(ahead.lastIndexOf(' '), ahead.lastIndexOf("'"), ahead.lastIndexOf('"')) + 1);
  return looksLikeHost(word) ? [...found, word.toLowerCase()] : found;
}

function addressOf(match: RegExpExecArray | null): readonly string[] {
  const [, name, number] = match ?? [];
  if (name === undefined) return [];
  const address = (name.endsWith(']') ? `[${name}` : name).toLowerCase();
  return [number === undefined || usual.has(number) ? address : `${address}:${number}`];
}

/** Those of the web are not named in facts. */
const usual = new Set(['80', '443']);

const looksLikeHost = (word: string): boolean => /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.(?:[a-z]{2,24}|\d{1,3})$/i.test(word);
