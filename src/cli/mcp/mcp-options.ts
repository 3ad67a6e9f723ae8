import { isIP } from 'node:net';
import { basename } from 'node:path';
import { nearest } from '../../base/nearest.js';
import { parseUrl } from '../../base/parse-url.js';
import { builtinTools, findBuiltin } from '../../builtin/builtin-tools.js';
import type { ServerSettings } from '../../extend/named-server.js';
import type { HttpOptions } from '../../mcp-server/http/serve-http.js';
import type { Invocation } from '../command.js';
import type { Host } from '../host.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';

/** Where to listen, and for whom; undefined for a client at the pipes. */
export function httpOptions(invocation: Invocation, env: Host['env']): HttpOptions | undefined {
  const given = invocation.text('http');
  const further = ['token-env', 'allow-host', 'allow-origin'].find((name) => invocation.texts(name).length > 0);
  if (given === undefined && further !== undefined) throw usageError(`--${further} goes with --http.`, 'mcp');
  if (given === undefined) return undefined;
  if (invocation.text('session') !== undefined)
    throw usageError('With --http every client has a session of its own: leave --session out.', 'mcp');
  return {
    ...parseAddress(given),
    token: tokenOf(invocation.text('token-env'), env),
    hosts: invocation.texts('allow-host'),
    origins: invocation.texts('allow-origin').map(parseOrigin),
  };
}

function parseAddress(given: string): Pick<HttpOptions, 'address' | 'port'> {
  const [, named = '127.0.0.1', digits] = /^(?:(.+):)?(\d{1,5})$/.exec(given) ?? [];
  const address = named.replace(/^\[(.*)\]$/, '$1');
  const port = Number(digits);
  if (port <= 65_535 && (isIP(address) !== 0 || address === 'localhost')) return { address, port };
  throw usageError(
    `--http ${safeLine(given)}: give a port, or an address and a port, as in 8765 or 127.0.0.1:8765.`,
    'mcp',
  );
}

/** Short ones are guessed. */
const leastToken = 16;

function tokenOf(variable: string | undefined, env: Host['env']): string | undefined {
  if (variable === undefined) return undefined;
  const token = env[variable] ?? '';
  if (token.length >= leastToken && !/\s/.test(token)) return token;
  const what = token === '' ? 'is not set' : `is shorter than ${leastToken} characters, or has spaces in it`;
  throw usageError(`--token-env ${safeLine(variable)}: that variable ${what}.`, 'mcp');
}

function parseOrigin(given: string): string {
  const url = parseUrl(given);
  if (url !== undefined && url.origin !== 'null' && `${url.origin}/` === url.href) return url.origin;
  throw usageError(`--allow-origin ${safeLine(given)}: give an origin, as in https://app.example.com.`, 'mcp');
}

/** What `--tools` names, groups and tools; undefined when it was not given. A tool that comes from elsewhere is known later. */
export function checkSelection(given: readonly string[]): readonly string[] | undefined {
  if (given.length === 0) return undefined;
  const names = given.flatMap((list) => list.split(',')).map((name) => name.trim());
  const known = new Set(builtinTools.flatMap(({ name, group }) => [name, group]));
  for (const name of names) {
    const near = known.has(name) || findBuiltin(name) !== undefined ? undefined : nearest(name, known);
    if (name === '' || near !== undefined) throw unknown(name, near);
  }
  return names;
}

function unknown(name: string, near: string | undefined) {
  const hint = near === undefined ? 'Give names of tools or of their groups.' : `Did you mean ${near}?`;
  return usageError(`--tools ${safeLine(name)}: no built-in tool or group is called so. ${hint}`, 'mcp');
}

/**
 * Whether a configured MCP server is `toolwright mcp` again. Served by itself, it would start another, with the same config,
 * for each that is started.
 */
export function isSelf({ command, args = [], url }: ServerSettings, http: HttpOptions | undefined): boolean {
  if (url !== undefined) return http !== undefined && isServedHere(url, http);
  const words = [command ?? '', ...args];
  return words.some((word, at) => isProgram(word) && words[at + 1] === 'mcp');
}

/** By the name it is installed under, as `npx` knows it, or as the file that runs now. */
const isProgram = (word: string): boolean =>
  /^toolwright(?:@.*)?(?:\.(?:cmd|exe))?$/.test(basename(word)) || word === process.argv[1];

function isServedHere(url: string, { port }: HttpOptions): boolean {
  const address = parseUrl(url);
  return (
    address !== undefined && Number(address.port) === port && /^(?:localhost|127\.|\[::1\])/.test(address.hostname)
  );
}
