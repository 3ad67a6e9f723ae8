import { type Connect, dialDirect, type Resolve, systemResolve } from '../../../policy/net/dial.js';
import { createGuardedFetch, type GuardedFetch } from '../../../policy/net/guarded-fetch.js';
import { classifyUrl, type HostKind, isNever } from '../../../policy/net/host.js';

export interface Dialling {
  readonly resolve: Resolve;
  readonly connect: Connect;
}

export const dialling: Dialling = { resolve: systemResolve, connect: dialDirect };

interface LoginFetchOptions extends Partial<Dialling> {
  /** The address of the server in the config. */
  readonly url: string;
  /** Whether a host beside the server's own may be connected to; asked once of each. */
  allows(target: string): boolean | Promise<boolean>;
}

/**
 * The requests of a login. A server names the hosts it takes part in: none of them is connected to before it was allowed,
 * nor one that is nearer to this machine than the server itself, nor any other than the server by plain HTTP.
 */
export function createLoginFetch({ url, allows, resolve, connect }: LoginFetchOptions): GuardedFetch {
  const own = classifyUrl(url);
  const asked = new Map<string, Promise<boolean>>();
  const fetchOf = (to: string): GuardedFetch =>
    createGuardedFetch({ url: to, resolve: resolve ?? dialling.resolve, connect: connect ?? dialling.connect });
  return async (given, init) => {
    const at = classifyUrl(String(given));
    // What is thrown as this is not taken for a server that lacks a page, of which another would be tried.
    const refuse = (why: string): never => {
      throw new TypeError(`${at.target} was not connected to: ${why}`);
    };
    if (at.url === undefined || isNever(at.kind)) return refuse('this is never connected to');
    const isOwn = at.target === own.target && at.url.protocol === own.url?.protocol;
    if (!isOwn) {
      if (nearness[at.kind] > nearness[own.kind]) refuse(`${own.target}, which names it, is farther away`);
      if (at.url.protocol !== 'https:' && at.kind !== 'loopback') refuse('it is not asked for by https');
      const answer = asked.get(at.target) ?? Promise.resolve(allows(at.target));
      asked.set(at.target, answer);
      if (!(await answer)) refuse('it was not allowed');
    }
    return fetchOf(at.url.href)(given, init);
  };
}

/** A server on the web does not point into the network of the person, nor one of that network at their machine. */
const nearness: Readonly<Record<HostKind, number>> = {
  public: 0,
  private: 1,
  loopback: 2,
  metadata: 3,
  obfuscated: 3,
  invalid: 3,
};
