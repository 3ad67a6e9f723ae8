import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { defined } from '../../../base/defined.js';
import { messageOf } from '../../../base/error.js';
import { randomText } from '../../../base/id.js';
import { version } from '../../../base/version.js';
import { createGuardedFetch } from '../../../policy/net/guarded-fetch.js';
import { classifyUrl } from '../../../policy/net/host.js';
import { fail, type ToolFailure } from '../../../tool/outcome.js';
import { escapeHidden } from '../escape-hidden.js';
import type { Launch } from '../expand.js';
import { type CallbackServer, openCallbackServer } from './callback-server.js';
import { createLoginFetch, type Dialling, dialling } from './login-fetch.js';
import type { LoginKey } from './login-key.js';
import { createLoginProvider } from './login-provider.js';
import type { Login, Logins } from './logins.js';

export interface SignIn {
  readonly key: LoginKey;
  readonly launch: Extract<Launch, { kind: 'web' }>;
  readonly logins: Logins;
  readonly person: LoginPerson;
  readonly signal: AbortSignal;
  readonly dialling?: Dialling;
}

/** Who signs in, and is asked before anything leads elsewhere. */
export interface LoginPerson {
  /** Whether a host that the server names may be connected to. */
  allows(target: string): Promise<boolean>;
  /** Has them sign in at this address; false when they do not want to. */
  visit(page: LoginPage): Promise<boolean>;
}

export interface LoginPage {
  readonly url: string;
  /** Where the browser comes back to. */
  readonly back: string;
  /** What the login would allow, in the words of the server. */
  readonly scope: string | undefined;
}

/** Signs the person in at a server, in their browser, and keeps the tokens. */
export async function signIn(options: SignIn): Promise<Login | ToolFailure> {
  const { key, launch, logins } = options;
  let callback: CallbackServer | undefined;
  try {
    callback = await openCallbackServer(launch.oauth.callbackPort);
    const login = await bringTokens(options, callback);
    logins.keep(login);
    return login;
  } catch (thrown) {
    if (options.signal.aborted)
      return fail('cancelled', `Nobody signed in at ${key.server} in time. Nothing was kept: try again.`);
    const why = escapeHidden(messageOf(thrown).slice(0, 1000));
    return fail('io_error', `Signing in at ${key.server} did not work: ${why}. Nothing was kept.`);
  } finally {
    await callback?.close();
  }
}

async function bringTokens(options: SignIn, callback: CallbackServer): Promise<Login> {
  const { key, launch, logins, person, signal } = options;
  const { auth, computeScopeUnion, exchangeAuthorization, extractWWWAuthenticateParams } = await import(
    '@modelcontextprotocol/client'
  );
  const challenge = extractWWWAuthenticateParams(await knock(launch, options));
  const { resourceMetadataUrl } = challenge;
  if (resourceMetadataUrl !== undefined && resourceMetadataUrl.origin !== new URL(launch.url).origin)
    throw new Error(`it says of itself at ${resourceMetadataUrl.origin}, which is not where it is`);
  const hosts = new Set<string>();
  const login = createLoginProvider({ oauth: launch.oauth, redirectUrl: callback.url, state: randomText(43) });
  const fetchFn = createLoginFetch({
    ...(options.dialling ?? dialling),
    url: launch.url,
    allows: async (target) => {
      const isAllowed = await person.allows(target);
      if (isAllowed) hosts.add(target);
      return isAllowed;
    },
  });
  const scope = computeScopeUnion(launch.oauth.scope ?? challenge.scope, logins.of(key)?.wantedScope);
  const asking = {
    serverUrl: launch.url,
    fetchFn: (url: string | URL, init?: RequestInit) => fetchFn(url, { ...init, signal }),
    ...defined({ resourceMetadataUrl, scope }),
  };
  await auth(login.provider, asking);
  const page = pageOf(login.address(), login.provider);
  const coming = callback.wait(login.state, signal);
  // It is waited for below; until then its failure is nobody's.
  coming.catch(() => {});
  if (!(await person.visit(page))) throw new Error('it was not wanted');
  const { code, iss } = readAnswer(await coming);
  const { client, discovery, resource, codeVerifier } = login.found();
  const { authorizationServerUrl, authorizationServerMetadata: metadata } = discovery;
  const tokens = await exchangeAuthorization(authorizationServerUrl, {
    ...defined({ metadata }),
    clientInformation: client,
    authorizationCode: code,
    ...defined({ iss }),
    codeVerifier,
    redirectUri: callback.url,
    ...defined({ resource }),
    fetchFn: asking.fetchFn,
  });
  return {
    ...key,
    tokens: { ...tokens, issuer: metadata?.issuer ?? authorizationServerUrl },
    client,
    discovery,
    ...defined({ resource }),
    hosts: [...hosts],
  };
}

/** A server tells with its refusal where one signs in, and for what. */
async function knock({ url, headers, sse }: SignIn['launch'], { signal, dialling: by }: SignIn): Promise<Response> {
  const { LATEST_PROTOCOL_VERSION } = await import('@modelcontextprotocol/client');
  const fetch = createGuardedFetch({ url, ...(by ?? dialling) });
  const params = {
    protocolVersion: LATEST_PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: 'toolwright', version },
  };
  const greeting: RequestInit = sse
    ? { headers: { ...headers, accept: 'text/event-stream' } }
    : {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
      };
  const response = await fetch(url, { ...greeting, signal });
  await response.body?.cancel();
  return response;
}

/** A browser is sent to a page of the web, or of this machine, and to nothing else it may open. */
function pageOf(address: URL, { redirectUrl }: OAuthClientProvider): LoginPage {
  const { kind } = classifyUrl(address.href);
  const isPage = address.protocol === 'https:' || (address.protocol === 'http:' && kind === 'loopback');
  if (!isPage) throw new Error(`one would sign in at ${address.protocol}//${address.host}, which is not by https`);
  const scope = address.searchParams.get('scope') ?? undefined;
  return { url: address.href, back: String(redirectUrl), scope };
}

function readAnswer(params: URLSearchParams): { readonly code: string; readonly iss: string | undefined } {
  const error = params.get('error');
  const words = [error, params.get('error_description')].filter((word) => word !== null).join(': ');
  if (error !== null) throw new Error(`it was refused there (${words})`);
  const [code, ...others] = params.getAll('code');
  if (code === undefined || others.length > 0) throw new Error('the browser brought no code');
  return { code, iss: params.get('iss') ?? undefined };
}
