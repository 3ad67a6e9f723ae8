import { describe, expect, it } from 'vitest';
import { type HttpSpec, httpProblem, requestFor } from '../../../src/extend/declared/http-spec.js';
import { verifies } from '../../requirements.js';

const base: HttpSpec = { base_url: 'https://api.example.com/v1', path: '/a/{{x}}/b', headers: { 'x-note': '{{x}}' } };
const fill = (spec: Partial<HttpSpec>, x: unknown) => requestFor({ ...base, ...spec }, new Map([['x', x]]));

describe('a request', () => {
  it.each([
    ['../../admin', '/v1/a/..%2F..%2Fadmin/b'],
    ['//evil.example.com', '/v1/a/%2F%2Fevil.example.com/b'],
    ['x?y#z', '/v1/a/x%3Fy%23z/b'],
    ['%2e%2e', '/v1/a/%252e%252e/b'],
    ['@evil.example.com:80', '/v1/a/%40evil.example.com%3A80/b'],
    ['{{x}}', '/v1/a/%7B%7Bx%7D%7D/b'],
  ])('stays where its definition says, with %s', (x, pathname) => {
    verifies('custom.http.fixed', 'dynamic.templates.inert');
    const made = fill({}, x);
    expect(made).toHaveProperty('url', `https://api.example.com${pathname}`);
  });

  it.each([['.'], ['..'], [''], [undefined]])('is refused for a path with %s', (x) => {
    verifies('custom.http.fixed');
    expect(fill({}, x)).toMatchObject({ errorType: 'validation_failed' });
  });

  it('is refused for a header with a line break', () => {
    verifies('custom.http.fixed');
    expect(fill({ path: '/a' }, 'b\r\nauthorization: c')).toMatchObject({ errorType: 'validation_failed' });
  });

  it('has a body in which a value stays one value', () => {
    verifies('custom.http.fixed');
    const spec = { method: 'POST', path: '', headers: {}, body: { a: '{{x}}', b: ['-{{x}}-'] } } as const;
    expect(fill(spec, '","c":"')).toMatchObject({ body: JSON.stringify({ a: '","c":"', b: ['-","c":"-'] }) });
    expect(fill(spec, { d: [1] })).toMatchObject({ body: '{"a":{"d":[1]},"b":["-{\\"d\\":[1]}-"]}' });
    expect(fill({ ...spec, body: 'say {{x}}' }, 'hi')).toMatchObject({
      body: 'say hi',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  });
});

describe('a definition', () => {
  const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  it.each<[Partial<HttpSpec>, string]>([
    [{ base_url: 'ftp://example.com' }, 'base_url must be an address'],
    [{ base_url: 'https://{{x}}.example.com' }, 'base_url must'],
    [{ base_url: 'https://me:pass@example.com' }, 'no user'],
    [{ path: '/a?b={{x}}' }, 'use query'],
    [{ path: '/{{y}}' }, '{{y}} is none of the parameters'],
    [{ headers: { host: 'other.example.com' } }, 'set by the connection itself'],
    [{ headers: { authorization: `Bearer ${token}` } }, 'looks like a secret'],
    [{ query: { key: token } }, 'looks like a secret'],
    [{ headers: { authorization: 'Bearer known-value' } }, 'looks like a secret'],
    [{ body: 'x' }, 'GET sends no body'],
    [
      { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"a":"{{x}}"}' },
      'must be given as JSON',
    ],
  ])('is refused: %j', (spec, why) => {
    verifies('custom.http.fixed', 'custom.http.secrets');
    const mask = { find: (text: string) => (text.includes('known-value') ? 'KEY' : undefined) };
    expect(httpProblem({ ...base, ...spec }, new Set(['x']), mask)).toContain(why);
  });
});
