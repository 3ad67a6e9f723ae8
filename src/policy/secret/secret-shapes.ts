import { alphanumeric, blank, byteClass, hexadecimal, otherThan } from './byte-class.js';
import { looksRandom } from './looks-random.js';
import { isOrdinary } from './ordinary-value.js';
import { matchPrivateKey } from './private-key.js';
import { anyCase, run, type Shape, type ShapePart, word } from './shape.js';

const base64Url = byteClass('A-Za-z0-9_-');
const capitals = byteClass('A-Z0-9');
const quotes = byteClass('"\'\\');
const tokenBytes = byteClass('A-Za-z0-9._~+/=-');
/** Percent signs for what is escaped in a URL. */
const valueBytes = byteClass('A-Za-z0-9+/_.~%-');
/** What may stand in a URL for a user, and what people write for a password in one. */
const userBytes = byteClass('A-Za-z0-9._~%!$&()*+,;=-');
const passwordBytes = otherThan(byteClass('\x00- /?#@"\'`<>\\'));
/** What people type as a password, as far as no program sees something else in it. */
const typedBytes = otherThan(byteClass('\x00- "\'`,;<>(){}[]\\|&='));
const longest = 255;

const passwordNames = ['password', 'passwd', 'pwd', 'passphrase'];
const names = ['token', 'key', 'secret', 'auth', 'authorization', 'credential', 'credentials', ...passwordNames];

/** A value named by what stands before it: quotes, spaces and a sign for "is". */
const named = (name: ShapePart, value: ShapePart): readonly ShapePart[] => [
  name,
  run(quotes, 0, 2),
  run(blank, 0, 8),
  run(byteClass('=:>'), 1, 2),
  run(blank, 0, 8),
  run(quotes, 0, 2),
  value,
  run(byteClass('='), 0, 2),
];

/** Where the value stands in `named`. */
const valueParts = [6, 7] as const;

/** A prefix that its maker documents, and what follows it. */
const prefixed = (name: string, prefix: ShapePart, ...rest: readonly ShapePart[]): Shape => ({
  name,
  parts: [prefix, ...rest],
});

/** The one list of what has the shape of a secret. Entropy alone is no shape: hashes and ids have it too. */
export const secretShapes: readonly Shape[] = [
  { name: 'a private key', parts: [word('-----BEGIN ')], within: true, match: matchPrivateKey },
  {
    ...prefixed('an access key of AWS', word('AKIA', 'ASIA'), run(alphanumeric, 16, 17)),
    check: (key) => /^[A-Z0-9]{20}$/.test(key),
  },
  prefixed('a token of GitHub', word('ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'), run(alphanumeric, 20, longest)),
  prefixed('a token of GitHub', word('github_pat_'), run(byteClass('A-Za-z0-9_'), 20, longest)),
  prefixed('a token of GitLab', word('glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-'), run(base64Url, 20, longest)),
  prefixed(
    'a token of Slack',
    word('xoxa-', 'xoxb-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xapp-'),
    run(byteClass('A-Za-z0-9-'), 10, longest),
  ),
  {
    name: 'an address of Slack',
    parts: [
      word('/services/T'),
      run(capitals, 8, 12),
      word('/B'),
      run(capitals, 8, 12),
      word('/'),
      run(alphanumeric, 20, 32),
    ],
    secret: [1, 5],
    within: true,
  },
  prefixed('a token of npm', word('npm_'), run(alphanumeric, 30, longest)),
  prefixed('a token of PyPI', word('pypi-'), run(base64Url, 50, longest)),
  prefixed('a token of Hugging Face', word('hf_'), run(alphanumeric, 30, longest)),
  prefixed('a key of Google', word('AIza'), run(base64Url, 35, 35)),
  prefixed('a secret of Google', word('GOCSPX-'), run(base64Url, 24, 64)),
  prefixed('a token of Google', word('ya29.'), run(base64Url, 30, 2048)),
  prefixed(
    'a key of Stripe',
    word('sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_'),
    run(alphanumeric, 16, longest),
  ),
  prefixed('a key of SendGrid', word('SG.'), run(base64Url, 16, longest), word('.'), run(base64Url, 16, longest)),
  { ...prefixed('a key of a model provider', word('sk-'), run(base64Url, 20, longest)), check: looksRandom },
  prefixed('a key of a model provider', word('gsk_', 'xai-', 'pplx-', 'r8_'), run(alphanumeric, 32, longest)),
  prefixed('a token of DigitalOcean', word('dop_v1_', 'doo_v1_', 'dor_v1_'), run(hexadecimal, 60, 70)),
  prefixed('a token of Docker', word('dckr_pat_'), run(base64Url, 20, longest)),
  prefixed('a token of Shopify', word('shpat_', 'shpca_', 'shppa_', 'shpss_'), run(hexadecimal, 32, 40)),
  prefixed('a token of Vault', word('hvs.', 'hvb.'), run(base64Url, 24, longest)),
  prefixed('a token of Databricks', word('dapi'), run(hexadecimal, 32, 40)),
  prefixed('a token of Grafana', word('glsa_', 'glc_'), run(byteClass('A-Za-z0-9_+/='), 32, longest)),
  prefixed('a key of Linear', word('lin_api_'), run(alphanumeric, 32, 64)),
  prefixed('a key of age', word('AGE-SECRET-KEY-1'), run(capitals, 50, 64)),
  prefixed(
    'a signed token',
    word('eyJ'),
    run(base64Url, 8, 1024),
    word('.eyJ'),
    run(base64Url, 8, 16_384),
    run(byteClass('A-Za-z0-9_.-'), 0, 4096),
  ),
  {
    ...prefixed('a bearer token', anyCase('bearer'), run(blank, 1, 8), run(tokenBytes, 16, 4096)),
    secret: [2, 2],
    check: looksRandom,
  },
  {
    ...prefixed('a name and a password', anyCase('basic'), run(blank, 1, 8), run(byteClass('A-Za-z0-9+/='), 12, 1024)),
    secret: [2, 2],
    check: isBasic,
  },
  {
    name: 'a password in a URL',
    parts: [word('://'), run(userBytes, 0, 128), word(':'), run(passwordBytes, 8, 256), word('@')],
    secret: [3, 3],
    within: true,
    check: isUrlPassword,
  },
  // One for each name: what it begins with leads to it alone.
  ...names.map((name) => ({
    name: 'a value under the name of a secret',
    parts: named(anyCase(name), run(valueBytes, 20, 512)),
    secret: valueParts,
    within: true,
    check: looksRandom,
  })),
  {
    ...prefixed('a signature in a URL', anyCase('sig=', 'signature='), run(valueBytes, 32, 512)),
    secret: [1, 1],
    within: true,
    check: looksRandom,
  },
  ...passwordNames.map((name) => ({
    name: 'a password',
    parts: named(anyCase(name), run(typedBytes, 8, 128)),
    secret: valueParts,
    within: true,
    check: isPassword,
  })),
];

/** What `Basic` stands before is a name, a colon and a password, in base64. */
function isBasic(text: string): boolean {
  return /^[\x20-\x7e]{1,200}:[\x20-\x7e]{3,}$/.test(Buffer.from(text, 'base64').toString('latin1'));
}

/** Behind `user:` in a URL; not where a template or a placeholder stands. */
function isUrlPassword(password: string): boolean {
  return !/^(?:\$\w+|[x*.]+)$|^%[sdv([]|[{}]/i.test(password) && !isOrdinary(password);
}

/** People put digits and signs into passwords; names of variables and members have dots and letters. */
function isPassword(text: string): boolean {
  return (
    /[0-9]/.test(text) && /[A-Za-z]/.test(text) && /[!@#%^*+?~]/.test(text) && !/^[$%@]|:\/\/|^[\w.]+[!?]*$/.test(text)
  );
}
