import { basename } from 'node:path';
import { parseUrl } from '../../base/parse-url.js';
import type { ServerSettings } from '../../extend/named-server.js';
import type { HttpOptions } from '../../mcp-server/http/serve-http.js';

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
