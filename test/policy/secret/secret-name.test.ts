import { describe, expect, it } from 'vitest';
import { isSecretName } from '../../../src/policy/secret/secret-name.js';

const listed = (names: string): readonly string[] => names.split(/\s+/).filter((name) => name !== '');

describe('words that make a variable secret', () => {
  it.each(
    listed(`
      TOKENS SECRETS PASSWORDS PASS PWD PASSCODE KEY KEYS APIKEYS AUTH CREDENTIAL CREDENTIALS CREDS CRED PRIVATE CERT
      SIGNATURE SALT PAT WEBHOOK COOKIE
    `),
  )('%s', (word) => {
    expect([isSecretName(`MY_${word}`), isSecretName(`my_${word.toLowerCase()}_x`), isSecretName(`X${word}X`)]).toEqual(
      [true, true, false],
    );
  });
  it.each(listed('TOKEN SECRET PASSWORD PASSWD PASSPHRASE APIKEY SECRETKEY ACCESSKEY PRIVATEKEY'))('…%s', (word) => {
    expect([isSecretName(word), isSecretName(`PG${word}`), isSecretName(`${word}IZER`)]).toEqual([true, true, false]);
  });
});

describe('ends that make it something about a secret', () => {
  it.each(
    listed(`
      FILE PATH DIR FOLDER SOCK SOCKET HOST HOSTNAME PORT USER USERNAME NAME TYPE KIND METHOD MODE SCHEME ALGORITHM
      ALG ID IDS TTL LENGTH SIZE BITS EXPIRY EXPIRES EXPIRATION TIMEOUT ENABLED DISABLED REQUIRED COUNT LIMIT LAYOUT
      MAP BINDINGS PREFIX SUFFIX HEADER URL URI ENDPOINT PROVIDER SERVICE VERSION REGION FORMAT ISSUER AUDIENCE DOMAIN
      FINGERPRINT
    `),
  )('TOKEN_%s', (end) => {
    expect([isSecretName(`TOKEN_${end}`), isSecretName(`${end}_TOKEN`)]).toEqual([false, true]);
  });
  it.each(listed('PUBLIC_KEY KEY_PUB PWD OLDPWD AUTHOR KEYBOARD'))('%s is none', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
  it.each(listed('MY_PWD dbPassword npmToken'))('%s is one', (name) => {
    expect(isSecretName(name)).toBe(true);
  });
});
