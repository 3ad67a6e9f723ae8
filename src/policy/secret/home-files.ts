import { parseJson } from '../../base/json.js';
import type { KnownSecret } from './spelling.js';
import { percentDecoded } from './unquoted.js';

/** A file of the home folder that programs keep credentials in, and how to read them. */
export interface HomeFile {
  readonly path: string;
  read(text: string): readonly KnownSecret[];
}

export const homeFiles: readonly HomeFile[] = [
  { path: '.netrc', read: (text) => named('password', text, /\bpassword\s+(\S+)/g) },
  { path: '.npmrc', read: (text) => named('token', text, /_(?:authToken|auth|password)\s*=\s*["']?([^\s"']+)/g) },
  { path: '.pypirc', read: (text) => named('password', text, /^\s*password\s*[=:]\s*(.+?)\s*$/gm) },
  {
    path: '.aws/credentials',
    read: (text) => named('key', text, /^\s*aws_(?:secret_access_key|session_token)\s*=\s*(\S+)/gm),
  },
  { path: '.git-credentials', read: (text) => urlPasswords('password', text) },
  { path: '.docker/config.json', read: dockerSecrets },
  { path: '.config/gh/hosts.yml', read: (text) => named('token', text, /\boauth_token:\s*["']?([^\s"']+)/g) },
];

/** What begins a file of `~/.ssh` with a private key. */
export const isPrivateKey = (text: string): boolean => /^\s*-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text);

/** The passwords within URLs, as they stand there and as they are. */
export function urlPasswords(name: string, text: string): readonly KnownSecret[] {
  return [...text.matchAll(/:\/\/[^\s:@/"'<>]*:([^\s@/"'<>]+)@/g)].flatMap(([, password = '']) =>
    [...new Set([password, percentDecoded(password)])].map((value) => ({ name, value })),
  );
}

function named(name: string, text: string, form: RegExp): readonly KnownSecret[] {
  return [...text.matchAll(form)].map(([, value = '']) => ({ name, value }));
}

/** `auth` is a name, a colon and a password, in base64. */
function dockerSecrets(text: string): readonly KnownSecret[] {
  const parsed = parseJson(text);
  const auths = parsed.ok ? membersOf(membersOf(parsed.value)['auths']) : {};
  return Object.values(auths)
    .map(membersOf)
    .flatMap(({ auth, identitytoken }) => {
      const whole = typeof auth === 'string' ? auth : '';
      const password = Buffer.from(whole, 'base64').toString().split(':').slice(1).join(':');
      return [whole, password, typeof identitytoken === 'string' ? identitytoken : ''];
    })
    .map((value) => ({ name: 'password', value }));
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
