import { setTimeout as sleep } from 'node:timers/promises';
import { defined } from '../../../base/defined.js';
import { messageOf } from '../../../base/error.js';
import { fail, isFailure, type ToolFailure } from '../../../tool/outcome.js';
import { escapeHidden } from '../escape-hidden.js';
import { createLoginFetch, type Dialling } from './login-fetch.js';
import type { Login } from './logins.js';
import type { SignIn } from './sign-in.js';

/** How a session is known to a server: by what a person's login has left, which it refreshes and never makes. */
export function createSessionAuth({ key, logins, dialling }: Pick<SignIn, 'key' | 'logins' | 'dialling'>) {
  const { server } = key;
  /** The token of the last request. */
  let sent: string | undefined;
  let refreshing: Promise<void> | undefined;

  const needed = (why: string): ToolFailure =>
    fail(
      'permission_denied',
      `The MCP server ${server} ${why}. Ask the person to run this in a terminal: toolwright servers login ${server}`,
    );
  const refresh = async (): Promise<void> => {
    const login = logins.of(key);
    if (login === undefined) throw carrying(needed('wants a login, and there is none'));
    // Another session was faster.
    if (login.tokens.access_token !== sent) return;
    if (login.tokens.refresh_token === undefined) throw carrying(needed('takes the login no more'));
    const tokens = await refreshed(login, login.tokens.refresh_token, dialling).catch(async (thrown: unknown) => {
      // Or is just now: a token may be good for one refresh only, and what came of it is kept a moment later.
      for (let looks = 0; looks < 10; looks += 1) {
        if (logins.of(key)?.tokens.access_token !== sent) return undefined;
        await sleep(100);
      }
      throw carrying(needed(`takes the login no more (${escapeHidden(messageOf(thrown).slice(0, 300))})`));
    });
    if (tokens !== undefined) logins.keep({ ...login, tokens });
  };
  return {
    provider: {
      async token() {
        sent = logins.of(key)?.tokens.access_token;
        return sent;
      },
      onUnauthorized() {
        refreshing ??= refresh().finally(() => {
          refreshing = undefined;
        });
        return refreshing;
      },
    },
    /** What is to be done about an error of the server, where a login is. */
    async failureOf(thrown: unknown): Promise<ToolFailure | undefined> {
      const carried = thrown instanceof Error ? thrown.cause : undefined;
      if (isFailure(carried)) return carried;
      const { InsufficientScopeError, SdkHttpError, computeScopeUnion } = await import('@modelcontextprotocol/client');
      if (InsufficientScopeError.isInstance(thrown)) {
        const login = logins.of(key);
        const scope = computeScopeUnion(login?.wantedScope, login?.tokens.scope, thrown.requiredScope);
        if (login !== undefined && scope !== undefined) logins.keep({ ...login, wantedScope: scope });
        return needed('wants a login that allows more');
      }
      return SdkHttpError.isInstance(thrown) && thrown.status === 401 ? needed('takes the login no more') : undefined;
    },
  };
}

/** As it was found out when the person signed in: the server is not asked where its tokens come from now. */
async function refreshed(login: Login, refreshToken: string, dialling?: Dialling): Promise<Login['tokens']> {
  const { refreshAuthorization } = await import('@modelcontextprotocol/client');
  const { authorizationServerUrl, authorizationServerMetadata: metadata } = login.discovery;
  const tokens = await refreshAuthorization(authorizationServerUrl, {
    ...defined({ metadata }),
    clientInformation: login.client,
    refreshToken,
    ...defined({ resource: login.resource }),
    fetchFn: createLoginFetch({ ...dialling, url: login.url, allows: (target) => login.hosts.includes(target) }),
  });
  const { issuer, scope } = login.tokens;
  return { ...defined({ scope }), ...tokens, ...defined({ issuer }) };
}

const carrying = (failure: ToolFailure): Error => new Error(failure.message, { cause: failure });
