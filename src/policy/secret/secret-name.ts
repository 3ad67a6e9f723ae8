import { wordSet } from '../../base/words.js';
/**
 * Whether the name of a variable says that its value is secret: one of its words does, and it is not about something else, as
 * in `PUBLIC_KEY`, `TOKEN_TYPE` or `SSH_AUTH_SOCK`. `AUTHOR` and `KEYBOARD` are other words.
 */
export function isSecretName(name: string): boolean {
  if (name === 'PWD' || name === 'OLDPWD') return false;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');
  if (words.some((word) => word === 'PUBLIC' || word === 'PUB')) return false;
  return words.some(isSecretWord) && !otherEnds.has(words.at(-1) ?? '');
}

function isSecretWord(word: string): boolean {
  return (
    secretWords.has(word) ||
    /(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|APIKEY|SECRETKEY|ACCESSKEY|PRIVATEKEY)$/.test(word)
  );
}

const secretWords: ReadonlySet<string> = wordSet(
  'TOKENS SECRETS PASSWORDS PASS PWD PASSCODE KEY KEYS APIKEYS AUTH CREDENTIAL CREDENTIALS CREDS CRED PRIVATE CERT SIGNATURE SALT PAT WEBHOOK COOKIE',
);

/** A name that ends with one of these tells something about a secret. */
const otherEnds: ReadonlySet<string> = wordSet(
  `FILE PATH DIR FOLDER SOCK SOCKET HOST HOSTNAME PORT USER USERNAME NAME TYPE KIND METHOD MODE SCHEME ALGORITHM ALG ID IDS
  TTL LENGTH SIZE BITS EXPIRY EXPIRES EXPIRATION TIMEOUT ENABLED DISABLED REQUIRED COUNT LIMIT LAYOUT MAP BINDINGS PREFIX
  SUFFIX HEADER URL URI ENDPOINT PROVIDER SERVICE VERSION REGION FORMAT ISSUER AUDIENCE DOMAIN FINGERPRINT`,
);
