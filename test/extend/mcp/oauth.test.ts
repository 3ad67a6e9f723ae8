import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expandLaunch } from '../../../src/extend/mcp/expand.js';
import { loginKey } from '../../../src/extend/mcp/oauth/login-key.js';
import { createLogins, type Login } from '../../../src/extend/mcp/oauth/logins.js';
import { type LoginPage, signIn } from '../../../src/extend/mcp/oauth/sign-in.js';
import type { ServerSettings } from '../../../src/extend/named-server.js';
import type { Answer } from '../../../src/run/question.js';
import { mcpServers } from '../../../src/session/mcp-servers.js';
import { isFailure, type ToolFailure } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { newFolder, open } from '../../session/open.js';

import { browse, startAuthScene } from './auth-scene.js';
import { call, connecting, playCalls } from './scene.js';

interface Person {
  readonly home: string;
  readonly asked: string[];
  readonly pages: LoginPage[];
  allows(target: string): boolean;
  visit(page: LoginPage): Promise<unknown>;
}

/** A person who agrees to everything and signs in. */
const newPerson = (differing: Partial<Pick<Person, 'allows' | 'visit'>> = {}): Person => ({
  home: newFolder(),
  asked: [],
  pages: [],
  allows: () => true,
  visit: ({ url }) => browse(url),
  ...differing,
});

const envOf = ({ home }: Person) => ({ PATH: process.env['PATH'], HOME: home, DOCS_SECRET: 'cs-4f3e2d1c0b9a' });

const keyOf = (url: string) => ({ server: 'docs', url });

async function logIn(settings: ServerSettings, person: Person): Promise<Login | ToolFailure> {
  const env = envOf(person);
  const launch = expandLaunch(settings, env);
  if (isFailure(launch) || launch.kind !== 'web') throw new Error('no server on the web');
  return signIn({
    key: loginKey({ name: 'docs', settings }, launch, '/'),
    launch,
    logins: createLogins(env),
    signal: AbortSignal.timeout(20_000),
    person: {
      async allows(target) {
        person.asked.push(target);
        return person.allows(target);
      },
      async visit(page) {
        person.pages.push(page);
        await person.visit(page);
        return true;
      },
    },
  });
}

const use = (settings: ServerSettings, person: Person) =>
  playCalls([connecting('docs'), call('mcp__docs__who')], { servers: { docs: settings }, env: envOf(person) });

const onQuestion = (): Answer => ({ choice: 'once' });

const loginFolderOf = ({ home }: Person): string => join(home, '.local/share/toolwright/logins');

const kept = (person: Person): readonly string[] => {
  try {
    return readdirSync(loginFolderOf(person));
  } catch {
    return [];
  }
};

const failed = (login: Login | ToolFailure): string => {
  if (!isFailure(login)) throw new Error('it was signed in');
  return login.message;
};

describe('a server that wants a login', () => {
  it.each([{ sse: false }, { sse: true }])('is used once the person has signed in (%o)', async ({ sse }) => {
    verifies('mcp.login.flow', 'mcp.login.needed', 'mcp.login.kept', 'mcp.login.masked');
    const scene = await startAuthScene({ sse });
    const settings: ServerSettings = { url: scene.url, ...(sse && { type: 'sse' }) };
    const person = newPerson();
    const before = await use(settings, person);
    expect(before.results[0]).toMatchObject({
      success: false,
      error_type: 'permission_denied',
      error_message: expect.stringContaining('toolwright servers login docs'),
    });
    // Without a login nobody but the server itself was asked anything.
    expect(scene.came.every(({ at, path }) => at === 'mcp' && !path.includes('well-known'))).toBe(true);

    const login = await logIn(settings, person);
    expect(isFailure(login) ? login.message : login.server).toBe('docs');
    expect(person.asked).toEqual([new URL(scene.issuer).host]);
    const page = new URL(person.pages[0]?.url ?? '');
    expect(page.searchParams.get('state')).toMatch(/^[0-9a-z]{43}$/i);
    expect(page.searchParams.get('code_challenge_method')).toBe('S256');
    expect(page.searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(person.pages[0]?.scope).toBe('read');

    const [file = ''] = kept(person);
    const path = join(loginFolderOf(person), file);
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(loginFolderOf(person)).mode & 0o777).toString(8)).toBe('700');
    const [access = '', refresh = ''] = scene.given;
    expect(readFileSync(path, 'utf8')).toContain(access);

    const { results, events } = await use(settings, person);
    expect(results[1]).toMatchObject({ success: true, data: 'you came with Bearer [masked:login at docs]' });
    expect(JSON.stringify(events)).not.toContain(access);
    expect(JSON.stringify(events)).not.toContain(refresh);
    // Of the tokens the server saw one, and at its own address only.
    const sent = scene.came.filter(({ authorization }) => authorization !== undefined);
    expect(new Set(sent.map(({ at, authorization }) => `${at} ${authorization}`))).toEqual(
      new Set([`mcp Bearer ${access}`]),
    );
  });

  it('gets new tokens where the old ones are over, also from several sessions at once', async () => {
    verifies('mcp.login.refreshed', 'mcp.login.masked');
    const scene = await startAuthScene();
    const settings = { url: scene.url };
    const person = newPerson();
    await logIn(settings, person);
    scene.expire();
    const played = await Promise.all([1, 2, 3].map(() => use(settings, person)));
    for (const { results, events } of played) {
      expect(results.map(({ success }) => success)).toEqual([true, true]);
      for (const token of scene.given) expect(JSON.stringify(events)).not.toContain(token);
    }
    const login = createLogins(envOf(person)).of(keyOf(scene.url));
    expect(scene.given.indexOf(login?.tokens.access_token ?? '')).toBeGreaterThan(1);
    expect(login?.tokens.refresh_token).toBe(scene.given[scene.given.indexOf(login?.tokens.access_token ?? '') + 1]);
    // Nothing was looked up anew: where tokens come from was found out when the person signed in.
    expect(scene.came.filter(({ path }) => path.includes('oauth-authorization-server'))).toHaveLength(1);
  });

  it('says that the person has to sign in again when it takes the login no more, as often as it is tried', async () => {
    verifies('mcp.login.needed', 'mcp.login.refreshed');
    const scene = await startAuthScene();
    const settings = { url: scene.url };
    const person = newPerson();
    await logIn(settings, person);
    scene.expire();
    scene.revoke();
    const session = await open([], { env: envOf(person), extensions: [mcpServers({ docs: settings })], onQuestion });
    for (let tries = 0; tries < 7; tries += 1) {
      const settled = await session.call('mcp_connect', { server: 'docs' }).settlement;
      expect(settled?.errorType).toBe('permission_denied');
      expect(settled?.content).toContain('takes the login no more');
    }
  });

  it('says so too when it wants more than the login allows, which the next login asks for', async () => {
    verifies('mcp.login.scope');
    const scene = await startAuthScene({ callScope: 'call' });
    const settings = { url: scene.url };
    const person = newPerson();
    await logIn(settings, person);
    const { results } = await use(settings, person);
    expect(results.map(({ success }) => success)).toEqual([true, false]);
    expect(results[1]).toMatchObject({
      error_type: 'permission_denied',
      error_message: expect.stringContaining('a login that allows more'),
    });
    await logIn(settings, person);
    expect(person.pages[1]?.scope).toBe('read call');
    expect((await use(settings, person)).results[1]?.success).toBe(true);
  });

  it('is signed in at with the client of the config, whose secret and headers go nowhere else', async () => {
    verifies('mcp.login.client', 'mcp.login.guarded');
    const scene = await startAuthScene({ clients: { shop: 'cs-4f3e2d1c0b9a' } });
    const settings = {
      url: scene.url,
      headers: { 'X-Key': 'header-of-mine' },
      oauth: { clientId: 'shop', clientSecret: '$' + '{DOCS_SECRET}', scope: 'all' },
    };
    const person = newPerson();
    expect(isFailure(await logIn(settings, person))).toBe(false);
    expect(scene.came.some(({ path }) => path === '/register')).toBe(false);
    expect(person.pages[0]?.scope).toBe('all');
    expect(scene.came.filter(({ at, headers }) => at === 'auth' && headers['x-key'] !== undefined)).toEqual([]);
    expect(scene.came.filter(({ at, body }) => at === 'mcp' && body.includes('cs-4f3e2d1c0b9a'))).toEqual([]);
    expect((await use(settings, person)).results[1]?.success).toBe(true);
  });

  it('has no part in a login at another address, or of another who names it so', async () => {
    verifies('mcp.login.bound');
    const scene = await startAuthScene();
    const other = await startAuthScene();
    const person = newPerson();
    await logIn({ url: scene.url }, person);
    const logins = createLogins(envOf(person));
    expect(logins.of(keyOf(scene.url))).toBeDefined();
    expect(logins.of(keyOf(`${scene.url}/more`))).toBeUndefined();
    expect(logins.of({ ...keyOf(scene.url), workspace: '/elsewhere' })).toBeUndefined();
    await use({ url: other.url }, person);
    expect(other.came.length).toBeGreaterThan(0);
    expect(other.came.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
    expect(logins.drop(keyOf(scene.url))).toBe(true);
    expect((await use({ url: scene.url }, person)).results[0]?.error_type).toBe('permission_denied');
  });
});

describe('a login', () => {
  it('connects to no other host that the person does not want', async () => {
    verifies('mcp.login.guarded');
    const scene = await startAuthScene();
    const person = newPerson({ allows: () => false });
    expect(failed(await logIn({ url: scene.url }, person))).toContain('it was not allowed');
    expect(scene.came.filter(({ at }) => at === 'auth')).toEqual([]);
    expect(kept(person)).toEqual([]);
  });

  it.each([
    ['another issuer', { issuer: (metadata: object) => ({ ...metadata, issuer: 'https://good.example.com' }) }],
    [
      'a resource elsewhere',
      { resource: (metadata: object) => ({ ...metadata, resource: 'https://good.example.com/mcp' }) },
    ],
    [
      'a page without https',
      { issuer: (metadata: object) => ({ ...metadata, authorization_endpoint: 'http://sign.example.com/in' }) },
    ],
    [
      'a page that is a script',
      { issuer: (metadata: object) => ({ ...metadata, authorization_endpoint: 'javascript:alert(1)' }) },
    ],
    [
      'metadata of the cloud',
      { resource: (metadata: object) => ({ ...metadata, authorization_servers: ['http://169.254.169.254/'] }) },
    ],
    [
      'plain HTTP elsewhere',
      { resource: (metadata: object) => ({ ...metadata, authorization_servers: ['http://sign.example.com/'] }) },
    ],
    ['its own word elsewhere', { challenge: () => 'Bearer resource_metadata="http://127.0.0.1:9/x"' }],
    [
      'no proof of the code',
      { issuer: (metadata: object) => ({ ...metadata, code_challenge_methods_supported: ['plain'] }) },
    ],
  ])('goes no further with a server that names %s', async (_what, behaviour) => {
    verifies('mcp.login.hostile');
    const scene = await startAuthScene(behaviour);
    const person = newPerson();
    expect(failed(await logIn({ url: scene.url }, person))).toContain('Nothing was kept');
    expect(person.pages).toEqual([]);
    expect(kept(person)).toEqual([]);
    expect(scene.given).toEqual([]);
  });

  it('does not bring the code, or tokens, to where it is redirected', async () => {
    verifies('mcp.login.hostile');
    const thief = await startAuthScene();
    const scene = await startAuthScene({
      token: (response) => response.writeHead(307, { location: `${thief.issuer}/token` }).end(),
    });
    const person = newPerson();
    expect(failed(await logIn({ url: scene.url }, person))).toContain('Nothing was kept');
    expect(scene.came.filter(({ path }) => path === '/token')).toHaveLength(1);
    expect(thief.came).toEqual([]);
    expect(kept(person)).toEqual([]);
  });

  it('takes the answer of its own request only, of the server it asked', async () => {
    verifies('mcp.login.state', 'mcp.login.hostile');
    const scene = await startAuthScene();
    const answers: number[] = [];
    const person = newPerson({
      async visit({ url, back }) {
        for (const query of ['code=stolen&state=guessed', 'code=stolen', 'code=a&state=x&state=y'])
          answers.push((await fetch(`${back}?${query}`)).status);
        answers.push((await fetch(back.replace('/callback', '/'))).status);
        answers.push((await fetch(back.replace('127.0.0.1', 'localhost')).catch(() => ({ status: 0 }))).status);
        answers.push(await browse(url));
      },
    });
    expect(isFailure(await logIn({ url: scene.url }, person))).toBe(false);
    expect(answers).toEqual([400, 400, 400, 404, 404, 200]);
    expect(scene.came.filter(({ body }) => body.includes('stolen'))).toEqual([]);

    for (const [back, words] of [
      [(params: URLSearchParams) => params.set('iss', 'https://other.example.com'), 'ssuer'],
      [(params: URLSearchParams) => params.delete('iss'), 'ssuer'],
      [(params: URLSearchParams) => params.set('error', 'access_denied'), 'access_denied'],
    ] as const) {
      const lying = await startAuthScene({ back });
      const other = newPerson();
      expect(failed(await logIn({ url: lying.url }, other))).toContain(words);
      expect(lying.came.filter(({ path }) => path === '/token')).toEqual([]);
      expect(kept(other)).toEqual([]);
    }
  });
});
