import { eachName, wordSet, wordsOf } from '../../base/words.js';
import { isPattern, mayMatch } from './glob-name.js';
import type { SeenPath } from './seen-path.js';

/**
 * Whether a path, wherever it lies, is named as credentials are; with `deep` also a folder that is made for them. In the
 * workspace only its own names count, so that a workspace may lie anywhere.
 */
export function isCredential({ parts, inside }: SeenPath, deep: boolean): boolean {
  const start = inside ?? 0;
  const last = parts.length - 1;
  if (last < start) return false;
  const name = parts[last] ?? '';
  for (let at = start; at < last; at += 1) {
    const folder = parts[at] ?? '';
    const files = folderFiles.get(folder);
    if (files !== undefined && (files.has('*') ? !isPublic(name) : files.has(name))) return true;
  }
  return isCredentialName(name) || (deep && folderFiles.get(name)?.has('*') === true);
}

/** Folders that hold credentials: all of their files (`*`), or those named. */
const folderFiles: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  eachName({
    '.ssh .gnupg .password-store .secrets .azure': '*',
    gcloud: 'credentials.db access_tokens.db legacy_credentials',
    '.aws': 'credentials config',
    '.kube .bundle': 'config',
    '.docker': 'config.json',
    // `git~1`: what Windows calls `.git` and the like in short.
    '.git git~1': 'config config.worktree credentials',
    '.hg': 'hgrc',
    '.svn': 'auth',
    '.cargo': 'credentials credentials.toml',
    '.gem': 'credentials',
    '.m2': 'settings.xml settings-security.xml',
    gh: 'hosts.yml',
    '.codex .composer': 'auth.json',
    '.claude': '.credentials.json',
    '.gemini': 'oauth_creds.json',
    '.terraform.d': 'credentials.tfrc.json',
  }).map(([folder, files]) => [folder, wordSet(files)]),
);

const isPublic = (name: string): boolean => name.endsWith('.pub') || publicKeyFiles.has(name);
const publicKeyFiles = wordSet('known_hosts readme readme.md .gitignore .gitkeep');

/** Of a name alone, or a pattern that is made for such names. All in lower case. */
export function isCredentialName(given: string): boolean {
  const name = withoutBackup(given);
  if (names.has(name)) return true;
  if (isPattern(name)) return isMadeForCredentials(name);
  if (name.startsWith('.env')) return isEnvironment(name);
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return keyEnds.test(name);
  const extension = name.slice(dot + 1);
  const stem = name.slice(0, dot);
  if (extension === 'env') return !isExample(stem);
  if (extension === 'pem') return !publicPem.test(stem);
  if (extensions.has(extension)) return true;
  if (!dataExtensions.has(extension)) return name.includes('.tfstate.');
  return stemEnds.test(stem) || stemStarts.test(stem);
}

/** A pattern that matches nothing now, and would match these: `.e*` is made to reach `.env`. */
function isMadeForCredentials(pattern: string): boolean {
  const written = pattern.replaceAll(/[*?]|\[[^\]]*\]/g, '').length;
  return written >= (pattern.startsWith('.') ? 1 : 2) && likely.some((name) => mayMatch(pattern, name));
}

const likely = wordsOf('.env .env.local x.env .npmrc .netrc id_rsa id_ed25519 x.pem x.key x.p12 x.pfx');

const withoutBackup = (name: string): string =>
  name.endsWith('~') ? name.slice(0, -1) : name.replace(/(?!^)\.(?:bak|backup|old|orig|save|copy|swp|swo)$/, '');

/** As `isCredential`, of a name alone: `.env` and its kinds. */
export const isEnvironmentFile = (name: string): boolean => name.startsWith('.env') && isEnvironment(name);

/** `.env` and its kinds, unless it is one that is made to be copied. */
function isEnvironment(name: string): boolean {
  if (name === '.env' || name === '.envrc') return true;
  return (name[4] === '.' || name[4] === '-' || name[4] === '_') && !isExample(name);
}

const isExample = (name: string): boolean => name.endsWith('.d.ts') || examples.has(/[^.\-_]*$/.exec(name)?.[0] ?? '');

const examples = wordSet('example examples sample template tmpl tpl dist default defaults schema md');

const names = wordSet(`
  .npmrc .pypirc .netrc _netrc .git-credentials .dockercfg .dockerconfigjson .htpasswd .pgpass .my.cnf .mylogin.cnf
  .s3cfg .boto .vault-token .vault_pass .databrickscfg wallet.dat local.settings.json kubeconfig credentials
  .secret .secrets .credentials .password .passwords .passwd .token
  id_rsa id_dsa id_ecdsa id_ecdsa_sk id_ed25519 id_ed25519_sk id_xmss
  ssh_host_rsa_key ssh_host_ecdsa_key ssh_host_ed25519_key
`);

const extensions = wordSet(
  'key p8 p12 pfx pkcs12 jks bks keystore kdb kdbx ppk ovpn agekey keytab kubeconfig mobileprovision tfstate tfvars',
);

/** Text of these kinds holds values; a program or a page of this name only speaks of them. */
const dataExtensions = wordSet('yml yaml json json5 toml ini cfg conf properties xml txt csv enc db');

const keyEnds = /[_-](?:rsa|dsa|ecdsa|ed25519)$/;
const stemEnds = /(?:^|[-_.])(?:secrets?|credentials?|passwords?|passwd|kubeconfig|tfvars)$/;
const stemStarts = /^(?:service[-_]?account|client[-_]secret|gha-creds)/;
const publicPem = /(?:^|[-_.])(?:ca|cacert|ca-cert|ca-bundle|chain|fullchain|public|pub|pubkey|public[-_]key)$/;
