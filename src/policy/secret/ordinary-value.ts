import { wordsOf } from '../../base/words.js';
import { looksRandom } from './looks-random.js';

/**
 * Whether a value is so ordinary that masking it would mask words of any text, whatever the name of its variable says: fewer
 * than four different characters; a word of the list below, maybe with digits or signs behind it; a number, a date, a
 * version; a name in capitals such as `MY_TOKEN`; a path, an address or a host whose parts do not look drawn by lot.
 */
export function isOrdinary(value: string): boolean {
  const text = value.trim();
  if (new Set(text).size < 4) return true;
  if (words.has(text.toLowerCase().replace(/[\d!?.@#$%*_-]+$/, ''))) return true;
  if (/^[vV]?[\d.,:+ TZ_-]+$/.test(text)) return text.length < longNumber;
  return /^[A-Z]+(?:_[A-Z]+)+$/.test(text) || isPlace(text);
}

/** A number of so many digits is no date and no count. */
const longNumber = 16;

function isPlace(text: string): boolean {
  const path = /^(?:~|\.{1,2})?\/|^[A-Za-z]:\\|^[a-z][a-z0-9+.-]*:\/\//.test(text);
  const host = /^(?:[a-z][a-z0-9-]*\.)+[a-z]{2,}(?::\d+)?$/.test(text);
  return (path || host) && !text.split(/[/\\?&=@:]/).some(looksRandom);
}

/** Values that stand in examples and defaults, and words of programs, logs and prose that people set as values. */
const words: ReadonlySet<string> = new Set(
  wordsOf(`password passw0rd passwort passphrase mypassword my-password my_password yourpassword your-password your_password
  secret secrets mysecret my-secret my_secret your-secret your_secret topsecret supersecret super-secret super_secret
  verysecret secretkey secret-key secret_key token mytoken my-token my_token your-token your_token access-token
  access_token apikey api-key api_key yourapikey your-api-key your_api_key test testtest testkey test-key test_key
  testtoken test-token test_token testing changeme changeit change-me change_me replaceme replace-me replace_me
  placeholder example sample dummy dummykey redacted foobar foobarbaz helloworld hello-world hello_world letmein welcome
  qwertyui qwertyuiop abcdefgh abcdefghij
  default defaults undefined disabled enabled required optional development production staging local localhost
  debugging verbose warning internal external original function interface workspace
  root rootroot admin adminadmin administrator superuser developer username useruser guest guestguest anonymous nobody
  database postgres postgresql mongodb mariadb elasticsearch rabbitmq memcached minio minioadmin keycloak
  basic bearer oauth openid kerberos plaintext certificate credential credentials keychain keyring osxkeychain libsecret
  secretservice wincred manager manager-core
  github gitlab bitbucket google microsoft amazon anthropic openai
  ed25519 sha256 sha512 hmac-sha256 rsa-sha2-256 rsa-sha2-512 aes-256-gcm aes-256-cbc`).flatMap((word) => [
    word,
    word.replace(/[\d-]+$/, ''),
  ]),
);
