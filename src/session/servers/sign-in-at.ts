import { expandLaunch, type Launch } from '../../extend/mcp/expand.js';
import { type LoginKey, loginKey } from '../../extend/mcp/oauth/login-key.js';
import { createLogins } from '../../extend/mcp/oauth/logins.js';
import type { LoginPerson } from '../../extend/mcp/oauth/sign-in.js';
import { type NamedServer, serverProblem } from '../../extend/named-server.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { ServerPlace } from './server-place.js';

/** Signs a person in at a server on the web; a failure when that did not work, `validation_failed` where it is none. */
export async function signInAt(
  server: NamedServer,
  { person, signal, ...place }: ServerPlace & { readonly person: LoginPerson; readonly signal: AbortSignal },
): Promise<ToolFailure | undefined> {
  const web = webServer(server, place);
  if (isFailure(web)) return web;
  const { signIn } = await import('../../extend/mcp/oauth/sign-in.js');
  const login = await signIn({ ...web, logins: createLogins(place.env), person, signal });
  return isFailure(login) ? login : undefined;
}

/** Removes what signing in has left; answers whether there was something. The server is not told. */
export function signOutOf(server: NamedServer, place: ServerPlace): boolean | ToolFailure {
  const web = webServer(server, place);
  return isFailure(web) ? web : createLogins(place.env).drop(web.key);
}

export function isSignedIn(server: NamedServer, place: ServerPlace): boolean {
  const web = webServer(server, place);
  return !isFailure(web) && createLogins(place.env).of(web.key) !== undefined;
}

interface WebServer {
  readonly launch: Extract<Launch, { kind: 'web' }>;
  readonly key: LoginKey;
}

function webServer(server: NamedServer, { env, root }: ServerPlace): WebServer | ToolFailure {
  const refuse = (why: string): ToolFailure => fail('validation_failed', `${server.name} ${why}`);
  const problem = serverProblem(server);
  if (problem !== undefined) return refuse(`cannot be used: ${problem}.`);
  const launch = expandLaunch(server.settings, env);
  if (isFailure(launch)) return refuse(`cannot be used. ${launch.message}`);
  if (launch.kind === 'program') return refuse('is a program: only at servers with a url one signs in.');
  return { launch, key: loginKey(server, launch, root) };
}
