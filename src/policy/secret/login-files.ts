import { isAbsolute, join } from 'node:path';
import { parseJson } from '../../base/json.js';
import type { SecretContext } from './secret-context.js';
import { namesIn } from './secret-files.js';
import type { KnownSecret } from './spelling.js';

/** Where the logins at MCP servers are kept: a file each, below the folder of the user's data. */
export function loginFolder({ env, home }: Pick<SecretContext, 'env' | 'home'>): string {
  const data = env['XDG_DATA_HOME'];
  const folder = data !== undefined && isAbsolute(data) ? data : join(home, '.local', 'share');
  return join(folder, 'toolwright', 'logins');
}

const maxLogins = 50;

export function loginFiles(context: Pick<SecretContext, 'env' | 'home'>): readonly string[] {
  const folder = loginFolder(context);
  return namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .slice(0, maxLogins)
    .map((name) => join(folder, name));
}

/** What of a login could be used by whoever reads it. */
export function loginSecrets(text: string): readonly KnownSecret[] {
  const parsed = parseJson(text);
  if (!parsed.ok) return [];
  const { server, tokens, client } = membersOf(parsed.value);
  const { access_token, refresh_token, id_token } = membersOf(tokens);
  const { client_secret, registration_access_token } = membersOf(client);
  return [access_token, refresh_token, id_token, client_secret, registration_access_token].flatMap((value) =>
    typeof value === 'string' ? [{ name: `login at ${String(server)}`, value }] : [],
  );
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
