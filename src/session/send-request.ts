import { defined } from '../base/defined.js';
import { version } from '../base/version.js';
import { dialDirect, systemResolve } from '../policy/net/dial.js';
import { createNetGuard } from '../policy/net/guard.js';
import type { UrlClass } from '../policy/net/host.js';
import type { NetRequest, NetResponse } from '../tool/net.js';
import type { ToolFailure } from '../tool/outcome.js';

/** Sends a request to a host that was opened, over a connection of its own: no proxy, no cookie, nothing kept. */
export function sendRequest(request: NetRequest, { target }: UrlClass): Promise<NetResponse | ToolFailure> {
  const { url, headers = {}, maxBytes, timeoutMs, ...rest } = request;
  const guard = createNetGuard({ resolve: systemResolve, connect: dialDirect, allowPrivate: [target] });
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return guard.request(url, {
    ...rest,
    headers: { ...(!names.has('user-agent') && { 'user-agent': userAgent }), ...headers },
    limits: defined({ bytes: maxBytes, totalMs: timeoutMs }),
  });
}

const userAgent = `Mozilla/5.0 (compatible; Toolwright/${version})`;
