import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Who may ask, by what a request says of itself. */
export interface Guard {
  /** Names and addresses that may stand in `Host`, with the port they belong to: `127.0.0.1:8765`. */
  readonly hosts: readonly string[];
  /** Pages whose requests are taken. A program sends no `Origin`. */
  readonly origins: readonly string[];
  /** What every request has to bring; nothing when undefined. */
  readonly token: string | undefined;
}

/** Why a request is not taken. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const path = '/mcp';

/**
 * Whether a request may go on to the protocol. A page that is open in a browser can send requests to this machine, also under
 * a name of its own that leads here: those carry a foreign `Host` or `Origin`.
 */
export function guardRequest(
  request: Pick<IncomingMessage, 'headersDistinct' | 'url'>,
  guard: Guard,
): Refusal | undefined {
  const { headersDistinct: headers, url = '' } = request;
  const [host, ...more] = headers['host'] ?? [];
  if (host === undefined || more.length > 0 || !guard.hosts.includes(host.toLowerCase()))
    return { status: 403, message: 'This Host is not served here. Name it with --allow-host if it should be.' };
  const [origin, ...others] = headers['origin'] ?? [];
  if (others.length > 0 || (origin !== undefined && !guard.origins.includes(origin.toLowerCase())))
    return { status: 403, message: 'This Origin is not served here. Name it with --allow-origin if it should be.' };
  if (url.split('?')[0] !== path) return { status: 404, message: `There is nothing here: the server is at ${path}.` };
  return undefined;
}

/** Whether it brings the token. Asked for apart: what a browser sends ahead of a request never does. */
export function guardToken(
  { headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>,
  { token }: Guard,
): Refusal | undefined {
  if (token === undefined) return undefined;
  const [given = '', ...more] = headersDistinct['authorization'] ?? [];
  const bearer = /^bearer +(\S+)$/i.exec(given)?.[1];
  if (bearer !== undefined && more.length === 0 && isSame(bearer, token)) return undefined;
  const message = 'Send the token of this server: Authorization: Bearer …';
  return { status: 401, message, headers: { 'www-authenticate': 'Bearer realm="toolwright"' } };
}

/** In the same time wherever the two differ, also in length. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
