import { describe, expect, it } from 'vitest';
import { findSecretShape } from '../../../src/policy/secret/find-secret-shape.js';

// Put together here, so that no file holds the shape of a key.
const join = (...parts: readonly string[]): string => parts.join('');
const mixed = 'a1B2c3D4'.repeat(5);

describe('what looks like a secret', () => {
  it.each([
    [join('sk', '-', mixed), 'a key of a model provider'],
    [join('sk', '-proj-', mixed), 'a key of a model provider'],
    [join('sk', '-ant-api03-', mixed), 'a key of a model provider'],
    [join('gh', 'p_', mixed), 'a token of GitHub'],
    [join('github', '_pat_', mixed), 'a token of GitHub'],
    [join('gl', 'pat-', mixed), 'a token of GitLab'],
    [join('AK', 'IA', 'A1B2C3D4E5F6G7H8'), 'an access key of AWS'],
    [join('AS', 'IA', 'A1B2C3D4E5F6G7H8'), 'an access key of AWS'],
    [join('xox', 'b-', '123456789012-abcdef'), 'a token of Slack'],
    [join('np', 'm_', mixed), 'a token of npm'],
    [join('AI', 'za', mixed).slice(0, 39), 'a key of Google'],
    [join('sk', '_live_', mixed), 'a key of Stripe'],
    [join('ey', 'J', mixed, '.ey', 'J', mixed, '.', mixed), 'a signed token'],
    [join('-----BEGIN RSA ', 'PRIVATE KEY-----\n', mixed, '\n-----END RSA ', 'PRIVATE KEY-----'), 'a private key'],
    [join('-----BEGIN ', 'PRIVATE KEY-----\n', mixed), 'a private key'],
    [join('authorization: Bearer ', mixed), 'a bearer token'],
    [join('?token=', '0123456789abcdef0123456789abcdef'), 'a value under the name of a secret'],
    [join('&api_key=', mixed), 'a value under the name of a secret'],
    [join('{"password": "', mixed, '"}'), 'a value under the name of a secret'],
  ])('%s', (text, name) => {
    for (const around of [text, `https://example.org/?a=b&q=${text}&c`, encodeURIComponent(text)])
      expect(findSecretShape(around), around).toBe(name);
    expect(findSecretShape(Buffer.from(text).toString('base64'))).toBe(name);
    expect(findSecretShape(`https://example.org/x/${Buffer.from(text).toString('base64url')}`)).toBe(name);
  });

  it.each([
    'https://docs.example.org/guide/getting-started?page=2',
    'https://example.org/sk-learn-introduction-to-pipelines-and-models',
    'https://example.org/risk-assessment-of-2024-with-many-words',
    'https://example.org/?key=user-profile-settings-page-of-the-app',
    'https://example.org/?token=abc',
    'https://example.org/commit/0123456789abcdef0123456789abcdef01234567',
    'https://example.org/keyboards=all-the-mechanical-keyboards-we-know',
    'https://example.org/ghp_short',
    'https://example.org/a/AKIA',
    'bearer of good news everywhere',
    '',
  ])('and what does not: %s', (text) => {
    expect(findSecretShape(text)).toBeUndefined();
  });

  it.each(['eyJ', 'key=', 'sk-', 'bearer ', '-----BEGIN ', 'a', '%61', 'QUJD', 'SG.', '/', 'key ', 'ghp_'])(
    'and what does not, however often: %s',
    (bait) => {
      expect(findSecretShape(bait.repeat(100_000))).toBeUndefined();
    },
  );
});
