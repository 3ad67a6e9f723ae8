import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SecretContext } from '../../../src/policy/secret/secret-context.js';
import { createSecrets } from '../../../src/policy/secret/secret-sources.js';
import { verifies } from '../../requirements.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolwright-secrets-'));
  mkdirSync(join(folder, 'work'));
  mkdirSync(join(folder, 'home'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, text: string | Buffer): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const secretsOf = (scene: Partial<SecretContext> = {}) =>
  createSecrets({ env: {}, root: join(folder, 'work'), home: join(folder, 'home'), ...scene });
const masked = (text: string, scene?: Partial<SecretContext>): string => secretsOf(scene).mask().text(text).text;

describe('variables', () => {
  it('are secret when their name says so', () => {
    verifies('secret.source.variables');
    const env = {
      OPENAI_API_KEY: 'value-of-the-key',
      dbPassword: 'value of dbPassword',
      npm_config__authToken: 'value/of/authToken',
      GITHUB_PAT: 'value_of_the_pat',
      PUBLIC_KEY: 'value-of-public',
      NEXT_PUBLIC_API_KEY: 'value-of-next',
      GIT_AUTHOR_NAME: 'value-of-author',
      KEYBOARD: 'value-of-keyboard',
      TOKENIZERS_PARALLELISM: 'value-of-tokenizers',
      SSH_AUTH_SOCK: 'value-of-sock',
      TOKEN_TYPE: 'value-of-type',
      EDITOR: 'value-of-editor',
      UNSET_TOKEN: undefined,
    };
    const text = Object.values(env).join(', ');
    expect(masked(text, { env })).toBe(
      '[masked:OPENAI_API_KEY], [masked:dbPassword], [masked:npm_config__authToken], [masked:GITHUB_PAT], value-of-public, ' +
        'value-of-next, value-of-author, value-of-keyboard, value-of-tokenizers, value-of-sock, value-of-type, value-of-editor, ',
    );
  });

  it('hold passwords within URLs and connection strings', () => {
    verifies('secret.source.variables');
    const env = {
      DATABASE_URL: 'postgres://app:b1g%2Fpass@db.example.com/app',
      DB: 'Host=a;Password=lakeside7;Port=1',
    };
    expect(masked('b1g%2Fpass b1g/pass lakeside7 db.example.com', { env })).toBe(
      '[masked:DATABASE_URL] [masked:DATABASE_URL] [masked:DB] db.example.com',
    );
  });

  it('with ordinary values are not', () => {
    verifies('secret.source.ordinary');
    const ordinary = [
      'password',
      'Password123!',
      'changeme',
      'change-me',
      'postgres',
      'localhost',
      'development',
      'production',
      'true',
      '3000',
      '12345678',
      '2024-03-01',
      '10.0.0.12:8080',
      'aaaaaaaa',
      '/usr/local/bin',
      '~/keys/deploy',
      './secrets/key',
      'C:\\Users\\me',
      'https://auth.example.com/login',
      'registry.example.com',
      'db.example.com:5432',
      'MY_SECRET_VALUE',
      'xxxxxxxx',
      '********',
    ];
    for (const value of ordinary)
      expect(masked(`a ${value} b`, { env: { API_KEY: value } }), value).toBe(`a ${value} b`);
    const here = { USER: 'someperson', HOSTNAME: 'thismachine' };
    for (const value of ['someperson', 'thismachine', join(folder, 'work'), join(folder, 'home')])
      expect(masked(value, { env: { ...here, API_KEY: value } }), value).toBe(value);
    const secret = [
      'swordfish',
      'hunter2hunter',
      '/bPxRfiCY1zq+K7MDENG',
      'correct horse battery',
      '8462917350018264',
      'P4ssphrase',
    ];
    for (const value of secret) expect(masked(value, { env: { API_KEY: value } }), value).toBe('[masked:API_KEY]');
  });

  it('and files that the config names are secret whatever they hold', () => {
    verifies('secret.source.named');
    write('work/licence.txt', 'ab12-cd34-ef56\nsecond line of it\n');
    write('home/deep/token', 'the-token-of-home\n');
    const scene = {
      env: { LICENCE_CODE: 'production', OTHER: 'untouched' },
      names: ['LICENCE_CODE', 'licence.txt', '~/deep/token', 'none.txt'],
    };
    expect(masked('production untouched ab12-cd34-ef56; second line of it; the-token-of-home', scene)).toBe(
      '[masked:LICENCE_CODE] untouched [masked:licence.txt]; [masked:licence.txt]; [masked:~/deep/token]',
    );
  });
});

describe('files', () => {
  it('named .env are read as such files are written, but not their examples', () => {
    verifies('secret.source.dotenv');
    write(
      'work/.env',
      [
        '# A_TOKEN=commented-out',
        'A_TOKEN=plain-value # and a comment',
        "export B_SECRET='single # quoted'",
        'C_PASSWORD="double \\"quoted\\" value"',
        'D_KEY = `back ticked`',
        'E_KEY="first line of it\nsecond line of it"',
        'PORT=not-a-secret',
        'F_TOKEN: yaml-like-value',
        'URL=redis://:r3dis-pass@127.0.0.1',
        'G_TOKEN=',
        'broken line',
        'H_TOKEN="not closed',
        'I_TOKEN=after-the-broken',
      ].join('\r\n'),
    );
    write('work/.env.local', 'J_TOKEN=local-value');
    for (const name of ['example', 'sample', 'template', 'local.example'])
      write(`work/.env.${name}`, 'K_TOKEN=example-value');
    const text =
      'commented-out|plain-value|single # quoted|double "quoted" value|double \\"quoted\\" value|back ticked|first line of it\nsecond line of it|not-a-secret|yaml-like-value|r3dis-pass|after-the-broken|local-value|example-value';
    expect(masked(text).split('|')).toEqual([
      'commented-out',
      '[masked:A_TOKEN in .env]',
      '[masked:B_SECRET in .env]',
      '[masked:C_PASSWORD in .env]',
      '[masked:C_PASSWORD in .env]',
      '[masked:D_KEY in .env]',
      '[masked:E_KEY in .env]',
      'not-a-secret',
      '[masked:F_TOKEN in .env]',
      '[masked:URL in .env]',
      '[masked:I_TOKEN in .env]',
      '[masked:J_TOKEN in .env.local]',
      'example-value',
    ]);
  });

  it('of the home folder are read', () => {
    verifies('secret.source.home');
    const lines = Array.from({ length: 3 }, (_, at) => `Made/Up+${at}`.repeat(9).slice(0, 64)).join('\n');
    const key = ['-----BEGIN OPENSSH PRIVATE', ` KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----`].join('');
    write('home/.netrc', 'machine a.example.com login me password netrc-word\n');
    write('home/.npmrc', '//registry.example.com/:_authToken="npmrc-word"\n');
    write('home/.pypirc', '[pypi]\nusername = me\npassword = pypirc word\n');
    write('home/.aws/credentials', '[default]\naws_access_key_id = AKID\naws_secret_access_key = aws/word+1\n');
    write('home/.git-credentials', 'https://me:git%20word1@example.com\n');
    write('home/.docker/config.json', JSON.stringify({ auths: { 'example.com': { auth: btoa('me:docker-word') } } }));
    write('home/.config/gh/hosts.yml', 'example.com:\n    oauth_token: gh-oauth-word\n');
    write('home/.ssh/id_ed25519', `${key}\n`);
    write('home/.ssh/id_ed25519.pub', 'ssh-ed25519 AAAA-public-part me\n');
    write('home/.ssh/config', 'Host not-read-at-all\n');
    const text = `netrc-word|npmrc-word|pypirc word|aws/word+1|git word1|docker-word|${btoa('me:docker-word')}|gh-oauth-word|${lines.split('\n')[1]}|AAAA-public-part|not-read-at-all`;
    expect(masked(text).split('|')).toEqual([
      '[masked:password in ~/.netrc]',
      '[masked:token in ~/.npmrc]',
      '[masked:password in ~/.pypirc]',
      '[masked:key in ~/.aws/credentials]',
      '[masked:password in ~/.git-credentials]',
      '[masked:password in ~/.docker/config.json]',
      '[masked:password in ~/.docker/config.json]',
      '[masked:token in ~/.config/gh/hosts.yml]',
      '[masked:~/.ssh/id_ed25519]',
      'AAAA-public-part',
      'not-read-at-all',
    ]);
  });

  it('count from the next use on when they change, and are read at the first use only', () => {
    verifies('secret.source.fresh');
    const secrets = secretsOf();
    write('work/.env', 'A_TOKEN=first-value');
    const first = secrets.mask();
    expect(first.text('first-value second-value').text).toBe('[masked:A_TOKEN in .env] second-value');
    expect(secrets.mask()).toBe(first);
    write('work/.env', 'A_TOKEN=second-value');
    expect(secrets.mask().text('second-value').text).toBe('[masked:A_TOKEN in .env]');
    write('work/.env.test', 'B_TOKEN=third-value');
    const last = secrets.mask();
    expect(last.text('third-value').text).toBe('[masked:B_TOKEN in .env.test]');
    write('work/other.txt', 'another file');
    expect(secrets.mask()).toBe(last);
  });

  it('that were moved away or changed leave their values secret', () => {
    verifies('secret.source.kept');
    const secrets = secretsOf();
    write('work/.env', 'A_TOKEN=first-value');
    secrets.mask();
    renameSync(join(folder, 'work/.env'), join(folder, 'work/plain.txt'));
    expect(secrets.mask().text('first-value').text).toBe('[masked:A_TOKEN in .env]');
    write('work/.env', 'A_TOKEN=second-value');
    expect(secrets.mask().text('first-value second-value').text).toBe(
      '[masked:A_TOKEN in .env] [masked:A_TOKEN in .env]',
    );
  });

  it('that are too large, are no files or cannot be read are passed over', () => {
    verifies('secret.source.bounded');
    write('work/.env', `A_TOKEN=value-of-large\n${'#'.repeat(300_000)}`);
    mkdirSync(join(folder, 'work/.env.folder'));
    symlinkSync('/dev/zero', join(folder, 'work/.env.device'));
    symlinkSync('.env.loop', join(folder, 'work/.env.loop'));
    write('work/.env.long', `B_TOKEN=${'long-value'.repeat(4000)}\nC_TOKEN=value-of-the-rest`);
    write('home/.docker/config.json', '{"auths": [');
    write('home/.ssh', 'a file');
    expect(masked('value-of-large value-of-the-rest', { root: join(folder, 'work') })).toBe(
      'value-of-large [masked:C_TOKEN in .env.long]',
    );
    expect(masked('nothing here', { root: join(folder, 'none'), home: join(folder, 'none') })).toBe('nothing here');
  });
});
