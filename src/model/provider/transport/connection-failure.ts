import type { ModelFailure } from '../../model.js';
import type { RequestEnd } from './http-request.js';

/** Whom a connection was for. `url` is shown to people: it holds no credentials. */
export interface Peer {
  readonly url: string;
  readonly address: URL;
  readonly idleTimeoutMs: number;
}

/** Why no answer came at all, and what to do. */
export function connectionFailure({ url, address, idleTimeoutMs }: Peer, end: RequestEnd): ModelFailure {
  if (end.state === 'idle') {
    const message = `${url} did not answer within ${(end.limitMs ?? idleTimeoutMs) / 1000} s. Check that the server is up and not overloaded, then send again.`;
    return { kind: 'unreachable', message, lasting: true, silent: true };
  }
  if (end.state !== 'broken') {
    return { kind: 'unreachable', message: `${url} closed the connection without an answer. Send again.` };
  }
  const code = end.code ?? '';
  if (code === 'ECONNREFUSED') {
    const message = `Nothing listens at ${url} (ECONNREFUSED). Start the model server, or correct the base URL.`;
    return { kind: 'unreachable', message, lasting: true };
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const message = `The name ${address.hostname} was not found (${code}). Check the base URL and the network: ${url}`;
    return { kind: 'unreachable', message, lasting: code === 'ENOTFOUND' };
  }
  if (code.startsWith('HPE_')) {
    const message = `What answered at ${url} does not speak HTTP (${code}). Check the port and http/https in the base URL.`;
    return { kind: 'protocol', message };
  }
  if (code.startsWith('ERR_INVALID_') || code === 'ERR_UNESCAPED_CHARACTERS') {
    const message = `The API key, a header or the address holds a character that cannot be sent. Check the key's variable: ${end.message}`;
    return { kind: 'bad-request', message };
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code.includes('CERT')) {
    const message = `No secure connection to ${url} (${code}). Check http/https in the base URL and the server's certificate.`;
    return { kind: 'unreachable', message, lasting: true };
  }
  const message = `The connection to ${url} failed before an answer (${code || end.message}). Check the server and the network, then send again.`;
  return { kind: 'unreachable', message };
}
