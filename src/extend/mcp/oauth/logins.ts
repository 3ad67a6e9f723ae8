import { homedir } from 'node:os';
import { join } from 'node:path';
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { defined } from '../../../base/defined.js';
import { sha256 } from '../../../base/digest.js';
import { parseJson } from '../../../base/json.js';
import { parseUrl } from '../../../base/parse-url.js';
import { loginFolder } from '../../../policy/secret/login-files.js';
import { readSmallFile } from '../../../policy/secret/secret-files.js';
import { removePrivateText, writePrivateText } from '../../../store/private-text.js';
import type { LoginKey } from './login-key.js';

/** What signing in at a server has left. */
export interface Login extends LoginKey {
  readonly tokens: StoredOAuthTokens;
  readonly client: StoredOAuthClientInformation;
  /** Where tokens come from, as it was when the person signed in: it is not looked up again. */
  readonly discovery: OAuthDiscoveryState;
  readonly resource?: string;
  /** The hosts beside the server's own that the person agreed to connect to. */
  readonly hosts: readonly string[];
  /** What the server said since that a login needs. */
  readonly wantedScope?: string;
}

export type Logins = ReturnType<typeof createLogins>;

/** The logins of the user: a file each, which no other user can read, and whose tokens are masked as secrets. */
export function createLogins(env: Readonly<Record<string, string | undefined>>) {
  const folder = loginFolder({ env, home: env['HOME'] || homedir() });
  const pathOf = (key: LoginKey): string => join(folder, `${sha256(JSON.stringify(partsOf(key))).slice(0, 40)}.json`);
  return {
    of(key: LoginKey): Login | undefined {
      const text = readSmallFile(pathOf(key));
      const parsed = text === undefined ? undefined : parseJson(text);
      const login = parsed?.ok === true ? (parsed.value as unknown as Login) : undefined;
      return login !== undefined && isLogin(login) && isSame(login, key) ? login : undefined;
    },
    keep(login: Login) {
      const { server, workspace, url } = login;
      const bound = { ...login, server, ...defined({ workspace }), url: hrefOf(url) };
      writePrivateText(pathOf(login), `${JSON.stringify(bound, null, 2)}\n`);
    },
    /** Whether there was one. */
    drop: (key: LoginKey): boolean => removePrivateText(pathOf(key)),
  };
}

const hrefOf = (url: string): string => parseUrl(url)?.href ?? url;

const partsOf = ({ server, workspace, url }: LoginKey): readonly unknown[] => [server, workspace ?? null, hrefOf(url)];

const isSame = (login: LoginKey, key: LoginKey): boolean =>
  JSON.stringify(partsOf(login)) === JSON.stringify(partsOf(key));

const isLogin = ({ tokens, client, discovery, hosts }: Partial<Login>): boolean =>
  typeof tokens?.access_token === 'string' &&
  typeof client?.client_id === 'string' &&
  typeof discovery?.authorizationServerUrl === 'string' &&
  Array.isArray(hosts);
