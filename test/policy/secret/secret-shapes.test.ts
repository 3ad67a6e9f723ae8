import { describe, expect, it } from 'vitest';
import { createMask } from '../../../src/policy/secret/create-mask.js';
import { secretShapes } from '../../../src/policy/secret/secret-shapes.js';
import { verifies } from '../../requirements.js';
import { createRandom } from '../../support/random.js';

const mask = createMask({ secrets: [] });
const random = createRandom(7);
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const drawn = (from: string, length: number): string => Array.from({ length }, () => random.pick([...from])).join('');
/** Drawn by lot, with at least one digit and one letter in any part of some length. */
const any = (length: number): string => `${drawn(`${letters}0123456789`, length - 2)}k7`;
const url = (length: number): string => `${drawn(`${letters}0123456789`, length - 3)}_k7`;
const hex = (length: number): string => `${drawn('0123456789abcdef', length - 2)}a7`;
const capital = (length: number): string => drawn('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', length);
const json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const pem = (label: string, lines: number): string =>
  `-----BEGIN ${label}-----\n${Array.from({ length: lines }, () => any(64)).join('\n')}\n-----END ${label}-----`;

// Put together here, so that no file holds the shape of a key.
const samples: Readonly<Record<string, readonly (() => string)[]>> = {
  'a private key': [() => pem('RSA PRIVATE KEY', 12), () => pem('PRIVATE KEY', 1), () => pem('OPENSSH PRIVATE KEY', 5)],
  'an access key of AWS': ['AKIA', 'ASIA', 'AKIA'].map((prefix) => () => prefix + capital(16)),
  'a token of GitHub': ['ghp_', 'gho_', 'ghs_', 'github_pat_'].map((prefix) => () => prefix + any(36)),
  'a token of GitLab': ['glpat-', 'gldt-', 'glrt-'].map((prefix) => () => prefix + url(20)),
  'a token of Slack': ['xoxb-', 'xoxp-', 'xapp-'].map((prefix) => () => `${prefix}1-${any(24)}`),
  'a token of npm': [1, 2, 3].map(() => () => `npm_${any(36)}`),
  'a token of PyPI': [1, 2, 3].map(() => () => `pypi-${url(120)}`),
  'a token of Hugging Face': [1, 2, 3].map(() => () => `hf_${any(34)}`),
  'a key of Google': [1, 2, 3].map(() => () => `AIza${url(35)}`),
  'a secret of Google': [1, 2, 3].map(() => () => `GOCSPX-${url(28)}`),
  'a token of Google': [1, 2, 3].map(() => () => `ya29.${url(160)}`),
  'a key of Stripe': ['sk_live_', 'rk_test_', 'whsec_'].map((prefix) => () => prefix + any(24)),
  'a key of SendGrid': [1, 2, 3].map(() => () => `SG.${url(22)}.${url(43)}`),
  'a key of a model provider': ['sk-', 'sk-proj-', 'sk-ant-api03-', 'sk-or-v1-', 'gsk_', 'xai-'].map(
    (prefix) => () => prefix + any(48),
  ),
  'a token of DigitalOcean': [1, 2, 3].map(() => () => `dop_v1_${hex(64)}`),
  'a token of Docker': [1, 2, 3].map(() => () => `dckr_pat_${url(27)}`),
  'a token of Shopify': ['shpat_', 'shpca_', 'shpss_'].map((prefix) => () => prefix + hex(32)),
  'a token of Vault': [1, 2, 3].map(() => () => `hvs.${url(90)}`),
  'a token of Databricks': [1, 2, 3].map(() => () => `dapi${hex(32)}`),
  'a token of Grafana': [1, 2, 3].map(() => () => `glsa_${any(32)}_${hex(8)}`),
  'a key of Linear': [1, 2, 3].map(() => () => `lin_api_${any(40)}`),
  'a key of age': [1, 2, 3].map(() => () => `AGE-SECRET-KEY-1${capital(58)}`),
  'a signed token': [
    () => `${json({ alg: 'HS256' })}.${json({ sub: '1', name: 'a' })}.${url(43)}`,
    () => `${json({ alg: 'none', typ: 'JWT' })}.${json({ sub: any(9000) })}.`,
    () => `${json({ typ: 'JWT', alg: 'RS256' })}.${json({ iat: 1 })}.${url(342)}`,
  ],
};

/** Shapes of which only a part is secret: before it, it, behind it. */
const named: Readonly<Record<string, readonly (() => readonly [string, string, string])[]>> = {
  'a bearer token': [
    () => ['authorization: Bearer ', any(32), '\r\n'],
    () => ['-H "Authorization: bearer ', `${any(20)}==`, '"'],
    () => ['BEARER\t', hex(40), ''],
  ],
  'a name and a password': ['user:pass1', 'someone@example.com:a b c', 'x:9f8e7d6c'].map((text) => () => [
    'Authorization: Basic ',
    Buffer.from(text).toString('base64'),
    '\n',
  ]),
  'an address of Slack': [1, 2, 3].map(() => () => [
    'https://example.com/services/T',
    `${capital(8)}/B${capital(10)}/${any(24)}`,
    '"',
  ]),
  'a password in a URL': [
    () => ['postgres://app:', any(12), '@db.example.com:5432/app'],
    () => ['redis://:', 'p%40ss-w0rd', '@127.0.0.1:6379'],
    () => ['mongodb+srv://admin:', 'hunter2!hunter', '@a.example.com,b.example.com/x'],
  ],
  'a value under the name of a secret': [
    () => ['aws_secret_access_key = ', `${any(19)}/${any(20)}`, '\n'],
    () => ['"SecretAccessKey": "', any(40), '",'],
    () => ['{\\"token\\": \\"', hex(40), '\\"}'],
    () => ['AccountKey=', `${any(42)}+${any(43)}==`, ';EndpointSuffix=example.com'],
    () => ['https://example.com/?api_key=', any(24), '&page=2'],
    () => ["password => '", any(20), "'"],
  ],
  'a signature in a URL': [
    () => ['?se=2030-01-01&sig=', `${any(30)}%2B${any(10)}%3D`, '&sv=1'],
    () => ['&X-Amz-Signature=', hex(64), ''],
    () => ['?Signature=', any(40), '&Expires=1'],
  ],
  'a password': [
    () => ['Server=db;User=sa;Password=', 'Tr0ub4dor#3', ';Encrypt=yes'],
    () => ['password: "', 's3cret!pass', '"'],
    () => ['PGPASSWORD=', 'a1!b2@c3#d', '\n'],
  ],
};

describe('what has the shape of a secret', () => {
  it('has samples of every shape', () => {
    const names = new Set(secretShapes.map(({ name }) => name));
    expect([...Object.keys(samples), ...Object.keys(named)].sort()).toEqual([...names].sort());
    for (const makers of [...Object.values(samples), ...Object.values(named)])
      expect(makers.length).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.entries(samples))('%s is masked', (name, makers) => {
    verifies('secret.shape.found');
    for (const make of makers) {
      const secret = make();
      for (const [before, after] of around)
        expect(mask.text(before + secret + after)).toEqual({ text: `${before}[masked:${name}]${after}`, count: 1 });
      expect(mask.text(JSON.stringify({ a: `x\n${secret}`, b: 1 })).text).toBe(`{"a":"x\\n[masked:${name}]","b":1}`);
      expect(mask.text(`\u001b[32m${secret}\u001b[0m`).text).toBe(`\u001b[32m[masked:${name}]\u001b[0m`);
    }
  });

  it.each(Object.entries(named))('%s is masked, and what tells of it stays', (name, makers) => {
    verifies('secret.shape.found');
    for (const make of makers) {
      const [before, secret, after] = make();
      expect(mask.text(before + secret + after)).toEqual({ text: `${before}[masked:${name}]${after}`, count: 1 });
    }
  });

  it('is a private key also where its lines are numbered, quoted, or marked as a change, and where it is cut off', () => {
    const key = pem('RSA PRIVATE KEY', 4);
    const lines = key.split('\n');
    const shown = [
      lines.map((line, at) => `${String(at + 1).padStart(6)}\t${line}`),
      lines.map((line) => `+${line}`),
      lines.map((line) => `-${line}`),
      lines.map((line) => `    '${line}\\n',`),
      lines.slice(0, 4),
    ];
    for (const text of shown.map((all) => all.join('\n'))) {
      const masked = mask.text(`before\n${text}\n(after)`);
      expect(masked.count, text).toBe(1);
      for (const line of lines.slice(1, 4)) expect(masked.text).not.toContain(line.slice(0, 20));
      expect(masked.text).toContain('(after)');
    }
  });

  it.each([
    '-----BEGIN RSA PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
    `-----BEGIN CERTIFICATE-----\n${'MIIBkTCB+wIJAKHBfpegPjMCMA0GCSqG'.repeat(2)}\n-----END CERTIFICATE-----`,
    'postgres://postgres:postgres@localhost:5432/app',
    'https://user:password@example.com',
    ['https://user:$PASSWORD@example.com and https://user:$', '{TOKEN_OF_APP}@example.com'].join(''),
    'git clone https://oauth2:%s@example.com',
    'ssh://git@example.com:22/a',
    'http://[::1]:8080/a@b and http://127.0.0.1:3000/@scope/name',
    'Authorization: Basic realm',
    'Basic Authentication2 is used, bearer of1 tidings',
    'const password = getPassword1(config);',
    'password: process.env.DB_PASSWORD_1!',
    'key=user-profile-settings-page-of-the-app',
    'token: undefined, secret: null, auth: true',
    'sk-learn-introduction-to-pipelines-and-models',
    'npm_config_registry npm_lifecycle_event npm_package_json',
    'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
    'AKIAIOSFODNN7 AKIAABCDEFGHIJKLMNOPQRSTUVWX',
  ])('is not: %s', (text) => {
    expect(mask.text(text)).toEqual({ text, count: 0 });
  });
});

const around: readonly (readonly [string, string])[] = [
  ['', ''],
  ['x ', '\n'],
  ['a=', '&b'],
  ['["', '"]'],
  ["'", "'"],
  ['%3D', ' '],
];
