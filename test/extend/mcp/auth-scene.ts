import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Members = Record<string, unknown>;

/** A request that came, to the MCP server or to the authorization server. */
export interface Came {
  readonly at: 'mcp' | 'auth';
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface AuthScene {
  /** Of the MCP server. */
  readonly url: string;
  /** Of the authorization server, another port of this machine. */
  readonly issuer: string;
  readonly came: readonly Came[];
  /** Tokens that were given out, the last one last. */
  readonly given: readonly string[];
  /** No access token is taken from now on. */
  expire(): void;
  /** No refresh token is taken from now on. */
  revoke(): void;
}

export interface AuthBehaviour {
  /** What the servers say of themselves, made worse. */
  resource?(metadata: Members): Members;
  issuer?(metadata: Members): Members;
  /** Beside `resource_metadata`. */
  challenge?(header: string): string;
  /** Answers in place of the token endpoint. */
  token?(response: ServerResponse): void;
  /** What the browser is sent back with. */
  back?(params: URLSearchParams): void;
  /** Needed for calls. */
  readonly callScope?: string;
  readonly sse?: boolean;
  /** Clients that were registered by hand, with their secrets. */
  readonly clients?: Readonly<Record<string, string>>;
}

interface Grant {
  readonly challenge: string;
  readonly client: string;
  readonly redirect: string;
  readonly scope: string;
  readonly resource: string | null;
}

/** An MCP server that wants a login, and the authorization server it names: real ones, on this machine. */
export async function startAuthScene(behaviour: AuthBehaviour = {}): Promise<AuthScene> {
  const came: Came[] = [];
  const given: string[] = [];
  const access = new Map<string, string>();
  const refresh = new Map<string, string>();
  const clients = new Map<string, string | undefined>(Object.entries(behaviour.clients ?? {}));
  const codes = new Map<string, Grant>();
  /** Of the last client, by SSE. */
  let stream: ServerResponse | undefined;
  const random = (): string => randomBytes(18).toString('base64url');

  const mcp = await listen(came, 'mcp', (request, response, body) => {
    const { pathname } = new URL(request.url ?? '', url);
    if (pathname === '/.well-known/oauth-protected-resource/mcp') {
      const metadata = { resource: url, authorization_servers: [issuer], scopes_supported: ['read'] };
      return json(response, 200, behaviour.resource?.(metadata) ?? metadata);
    }
    if (pathname !== '/mcp' && pathname !== '/messages') return json(response, 404, {});
    const scope = access.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (scope === undefined) {
      const header = `Bearer resource_metadata="${new URL('/.well-known/oauth-protected-resource/mcp', url)}"`;
      return json(response, 401, {}, { 'www-authenticate': behaviour.challenge?.(header) ?? header });
    }
    if (
      behaviour.callScope !== undefined &&
      body.includes('tools/call') &&
      !scope.split(' ').includes(behaviour.callScope)
    ) {
      const header = `Bearer error="insufficient_scope", scope="${behaviour.callScope}"`;
      return json(response, 403, {}, { 'www-authenticate': header });
    }
    if (behaviour.sse === true) return answerSse(request, response, body);
    if (request.method !== 'POST') return json(response, 405, {});
    const answer = answerTo(body, request.headers.authorization);
    return answer === undefined ? void response.writeHead(202).end() : json(response, 200, answer);
  });
  const url = `${mcp}/mcp`;

  const issuer = await listen(came, 'auth', (request, response, body) => {
    const asked = new URL(request.url ?? '', issuer);
    if (asked.pathname === '/.well-known/oauth-authorization-server') {
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        registration_endpoint: `${issuer}/register`,
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
        authorization_response_iss_parameter_supported: true,
      };
      return json(response, 200, behaviour.issuer?.(metadata) ?? metadata);
    }
    if (asked.pathname === '/register') {
      const client = `client-${random()}`;
      clients.set(client, undefined);
      return json(response, 201, { ...(JSON.parse(body) as Members), client_id: client });
    }
    if (asked.pathname === '/authorize') return authorize(asked.searchParams, response);
    if (asked.pathname !== '/token') return json(response, 404, {});
    if (behaviour.token !== undefined) return behaviour.token(response);
    return token(new URLSearchParams(body), response);
  });

  function authorize(asked: URLSearchParams, response: ServerResponse) {
    const client = asked.get('client_id') ?? '';
    const redirect = asked.get('redirect_uri') ?? '';
    if (!clients.has(client) || asked.get('code_challenge_method') !== 'S256') return json(response, 400, {});
    const code = random();
    const scope = asked.get('scope') ?? '';
    codes.set(code, {
      client,
      redirect,
      scope,
      challenge: asked.get('code_challenge') ?? '',
      resource: asked.get('resource'),
    });
    const params = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer });
    behaviour.back?.(params);
    response.writeHead(302, { location: `${redirect}?${params}` }).end();
  }

  function token(asked: URLSearchParams, response: ServerResponse) {
    const client = asked.get('client_id') ?? '';
    const refused = (error: string) => json(response, 400, { error });
    if (!clients.has(client) || (clients.get(client) ?? null) !== asked.get('client_secret'))
      return refused('invalid_client');
    const old = asked.get('refresh_token') ?? '';
    const code = asked.get('code') ?? '';
    const grant = codes.get(code);
    codes.delete(code);
    const scope = asked.get('grant_type') === 'refresh_token' ? refresh.get(old) : grant?.scope;
    // A refresh token is good once.
    refresh.delete(old);
    if (scope === undefined || asked.get('resource') !== url) return refused('invalid_grant');
    const verifier = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url');
    if (
      grant !== undefined &&
      (grant.challenge !== verifier || grant.redirect !== asked.get('redirect_uri') || grant.client !== client)
    )
      return refused('invalid_grant');
    const tokens = { access_token: `acc-${random()}`, refresh_token: `ref-${random()}` };
    access.set(tokens.access_token, scope);
    refresh.set(tokens.refresh_token, scope);
    given.push(tokens.access_token, tokens.refresh_token);
    return json(response, 200, { ...tokens, token_type: 'Bearer', expires_in: 3600, scope });
  }

  function answerSse(request: IncomingMessage, response: ServerResponse, body: string): void {
    if (request.method === 'GET') {
      stream = response;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages\n\n');
      return;
    }
    const answer = answerTo(body, request.headers.authorization);
    response.writeHead(202).end();
    if (answer !== undefined) stream?.write(`event: message\ndata: ${JSON.stringify(answer)}\n\n`);
  }

  return { url, issuer, came, given, expire: () => access.clear(), revoke: () => refresh.clear() };
}

/** What a browser does with the address, once the person has signed in there. */
export async function browse(url: string): Promise<number> {
  const page = await fetch(url, { redirect: 'manual' });
  const location = page.headers.get('location');
  return location === null ? page.status : (await fetch(location)).status;
}

/** Of a server with one tool, which answers with the token it was sent. */
function answerTo(body: string, authorization: string | undefined): Members | undefined {
  const { id, method, params } = JSON.parse(body) as { id?: unknown; method: string; params?: Members };
  if (id === undefined) return undefined;
  const answers: Readonly<Record<string, Members>> = {
    initialize: {
      protocolVersion: params?.['protocolVersion'],
      capabilities: { tools: {} },
      serverInfo: { name: 'guarded', version: '1' },
    },
    'tools/list': { tools: [{ name: 'who', description: 'Says who calls.', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: `you came with ${authorization}` }] },
  };
  const result = answers[method];
  const error = { code: -32601, message: 'not known' };
  return { jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) };
}

function json(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** The origin of a server that ends with the test. */
async function listen(
  came: Came[],
  at: Came['at'],
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method = '', url = '', headers } = request;
    came.push({ at, method, path: url.split('?')[0] ?? '', authorization: headers.authorization, headers, body });
    answer(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
