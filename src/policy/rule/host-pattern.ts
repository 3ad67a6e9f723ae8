import { type Parsed, unparsed } from '../../base/parsed.js';
import { classifyHost } from '../net/host.js';
import { parseIp } from '../net/ip-address.js';
import { classifyIp } from '../net/ip-range.js';

/** A pattern of hosts, read once. */
export interface HostPattern {
  readonly scheme: string | undefined;
  /** Undefined: any host. */
  readonly host: string | undefined;
  /** `below`: its sub-domains; `both`: it and them. */
  readonly reach: 'itself' | 'below' | 'both';
  readonly port: number | undefined;
}

export function parseHostPattern(text: string): Parsed<{ pattern: HostPattern }> {
  const [, scheme, rest = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/is.exec(text) ?? [];
  const [, stars = '', authority = ''] = /^(\*\*?\.)?(.*)$/s.exec(rest.replace(/\/$/, '')) ?? [];
  if (authority.includes('/'))
    return unparsed('a rule is about a host, not about an address on it: leave out what follows the host');
  const { host, port } = splitPort(authority);
  const base = { scheme: scheme?.toLowerCase(), port };
  if (host === '*' && stars === '') return { ok: true, pattern: { ...base, host: undefined, reach: 'itself' } };
  if (host.includes('*') || host.includes('?'))
    return unparsed('a star stands for sub-domains, at the start: *.example.org or **.example.org');
  const canonical = canonicalHost(host);
  if (canonical === undefined) return unparsed(`${JSON.stringify(host)} is no host: write docs.example.org`);
  const reach = stars === '' ? 'itself' : stars === '*.' ? 'below' : 'both';
  if (reach !== 'itself' && isAddress(canonical))
    return unparsed('an address has no sub-domains: write it without the star');
  return { ok: true, pattern: { ...base, host: canonical, reach } };
}

/** What a call connects to, read once. */
export interface HostAddress {
  /** As they are compared: the host, and what an address in disguise leads to. */
  readonly hosts: readonly string[];
  readonly scheme: string | undefined;
  readonly port: number | undefined;
  /** Of this machine or its network. */
  readonly near: boolean;
  /** Nobody could read it as another host. */
  readonly sure: boolean;
}

/** A URL, `host`, `host:port`, `user@host` or `user@host:path`; undefined when no host can be read from it. */
export function parseAddress(text: string): HostAddress | undefined {
  const [, scheme, rest = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/is.exec(text) ?? [];
  const authority = rest.split(/[/?#]/, 1)[0] ?? '';
  // Readers do not agree on what comes before it.
  if (authority.includes('\\')) return undefined;
  const { host, port } = splitPort(authority.slice(authority.lastIndexOf('@') + 1));
  const found = classifyHost(host);
  if (found.kind === 'invalid') return undefined;
  const canonical = withoutEndDot(found.canonical);
  const inside = canonical.startsWith('[') ? classifyIp(parseIp(canonical.slice(1, -1)) ?? []).inside : undefined;
  const usual = scheme === undefined ? undefined : usualPorts[scheme.toLowerCase()];
  return {
    hosts: inside === undefined ? [canonical] : [canonical, inside],
    scheme: scheme?.toLowerCase(),
    port: port ?? usual,
    near: found.kind === 'private' || found.kind === 'loopback',
    sure:
      found.doubtful !== true && found.kind !== 'obfuscated' && found.kind !== 'metadata' && !authority.includes('%'),
  };
}

export const usualPorts: Readonly<Record<string, number>> = {
  http: 80,
  https: 443,
  ws: 80,
  wss: 443,
  ssh: 22,
  ftp: 21,
  git: 9418,
};

/** Whether the address could be meant: what it does not tell counts as told. */
export function findsHost({ scheme, host, reach, port }: HostPattern, address: HostAddress): boolean {
  if (scheme !== undefined && address.scheme !== undefined && scheme !== address.scheme) return false;
  if (port !== undefined && address.port !== undefined && port !== address.port) return false;
  return host === undefined || address.hosts.some((one) => isMeant(one, host, reach));
}

/** Whether the address is surely meant. */
export function coversHost(pattern: HostPattern, address: HostAddress): boolean {
  const { scheme, port } = pattern;
  if (!address.sure || (scheme !== undefined && scheme !== address.scheme)) return false;
  // What is near is meant only when it is named.
  if (address.near && (pattern.host === undefined || pattern.reach !== 'itself')) return false;
  if (port === undefined && address.port !== undefined && !Object.values(usualPorts).includes(address.port))
    return false;
  return (port === undefined || port === address.port) && findsHost(pattern, address);
}

function isMeant(host: string, wanted: string, reach: HostPattern['reach']): boolean {
  if (host === wanted) return reach !== 'below';
  return reach !== 'itself' && host.endsWith(`.${wanted}`);
}

/** Behind a colon that is no port stands a path, as `git@host:path` has it. */
function splitPort(authority: string): { readonly host: string; readonly port: number | undefined } {
  const bracketed = /^(\[[^\]]*\])(?::(\d{1,5}))?/.exec(authority);
  const plain = /^([^:]*)(?::(\d{1,5})$|:|$)/.exec(authority);
  const [, host = authority, port] = bracketed ?? (authority.split(':').length > 2 ? null : plain) ?? [];
  return { host, port: port === undefined ? undefined : Number(port) };
}

function canonicalHost(host: string): string | undefined {
  const { kind, canonical } = classifyHost(host);
  return kind === 'invalid' ? undefined : withoutEndDot(canonical);
}

const withoutEndDot = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host);

const isAddress = (host: string): boolean => host.startsWith('[') || parseIp(host) !== undefined;
