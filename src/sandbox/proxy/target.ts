import { parseUrl } from '../../base/parse-url.js';
import { classifyHost, classifyUrl, type HostClass } from '../../policy/net/host.js';

/** Where a client wants to go, judged as it is written. */
export interface Target extends HostClass {
  readonly port: number;
}

/** As facts and rules name a host: with its port where that is none of the web. */
export function nameOf({ canonical, port }: Target): string {
  return port === 80 || port === 443 ? canonical : `${canonical}:${port}`;
}

export type ParsedTarget<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly message: string };

/** What stands behind CONNECT: a host and a port. */
export function parseAuthority(text: string): ParsedTarget<{ readonly target: Target }> {
  const [, host = '', port = ''] = /^(\[[0-9a-f:.]+\]|[^\s:@/\\?#[\]%]+):(\d{1,5})$/i.exec(text) ?? [];
  const number = Number(port);
  if (host === '' || number < 1 || number > 65_535)
    return { ok: false, message: 'behind CONNECT stands a host with its port: CONNECT docs.example.org:443' };
  return { ok: true, target: { ...classifyHost(host), port: number } };
}

export interface Asked {
  readonly target: Target;
  /** The value of the one `host` header. */
  readonly host: string;
  readonly path: string;
}

/** The address of a plain request, with what its `host` headers say. */
export function parseAddressed(text: string, hosts: readonly string[]): ParsedTarget<Asked> {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text))
    return { ok: false, message: 'this is a proxy: ask it for a whole address, as http://docs.example.org/page' };
  const { url, ...host } = classifyUrl(text);
  if (url === undefined) return { ok: false, message: host.note ?? 'this is no address' };
  if (url.protocol !== 'http:')
    return { ok: false, message: `${url.protocol} goes through a tunnel: use CONNECT, as every client does by itself` };
  if (url.username !== '' || url.password !== '')
    return { ok: false, message: 'a user name goes into a header, not into the address' };
  if (hosts.length > 1) return { ok: false, message: 'there is more than one host header' };
  const [said = url.host] = hosts;
  if (hostOf(said) !== url.host)
    return { ok: false, message: `the address leads to ${url.host}, but its host header says another host` };
  const path = /^[^:]*:\/\/[^/?#]*([^#]*)/.exec(text)?.[1] ?? '';
  return {
    ok: true,
    target: { ...host, port: url.port === '' ? 80 : Number(url.port) },
    host: url.host,
    path: path.startsWith('/') ? path : `/${path}`,
  };
}

function hostOf(header: string): string | undefined {
  if (/[\s/\\?#@]/.test(header)) return undefined;
  return parseUrl(`http://${header}/`)?.host;
}
