import { describe, expect, it } from 'vitest';
import { coveredByAllow, judgeRules } from '../../../src/policy/rule/match-rules.js';
import { compileRules } from '../../../src/policy/rule/rule-set.js';
import { verifies } from '../../requirements.js';
import { execFact, inputOf, pathFact, places, rulesOf } from './rule-scene.js';

type More = Parameters<typeof pathFact>[2];

const judged = (pattern: string, path: string, more?: More): string =>
  judgeRules(compileRules(rulesOf(`deny read(${pattern})`)), inputOf([pathFact('read', path, more)]), places)[0]
    ?.verdict ?? 'nothing';

const covered = (pattern: string, path: string, more?: More): boolean =>
  coveredByAllow(
    compileRules(rulesOf(`allow read(${pattern})`)),
    inputOf([pathFact('read', path, more)]),
    places,
  )[0] !== undefined;

/** Pattern, path, whether it is found, whether it is covered. */
const table: readonly (readonly [string, string, boolean, boolean])[] = [
  // A name in any folder.
  ['.env', '.env', true, true],
  ['.env', 'a/b/.env', true, true],
  ['.env', '.envrc', false, false],
  ['.env', '.ENV', true, false],
  ['.env', 'x.env', false, false],
  ['.env*', '.env', true, true],
  ['.env*', '.env.local', true, true],
  ['.env*', 'deep/er/.env.production', true, true],
  ['.env*', 'deep/.environment/x', true, false],
  ['.env*', 'env', false, false],
  ['.env*', 'src/env.ts', false, false],
  ['.env*', '/home/u/other/.env', true, false],
  ['*.pem', 'keys/a.pem', true, true],
  ['*.pem', 'keys/a.PEM', true, false],
  ['*.pem', 'keys/a.pem.txt', false, false],
  ['*.pem', '.pem', true, true],
  ['id_?sa', 'x/id_rsa', true, true],
  ['id_?sa', 'x/id_sa', false, false],
  ['id_?sa', 'x/id_😀sa', true, true],
  ['[ab].txt', 'a.txt', true, true],
  ['[ab].txt', 'c.txt', false, false],
  ['[a-c].txt', 'b.txt', true, true],
  ['[!a-c].txt', 'b.txt', false, false],
  ['[!a-c].txt', 'd.txt', true, true],
  ['[^a-c].txt', 'd.txt', true, true],
  ['[A-C].txt', 'b.txt', true, false],
  ['[]].txt', '].txt', true, true],
  ['a*b*c', 'a-b-c', true, true],
  ['a*b*c', 'abcabc', true, true],
  ['a*b*c', 'acb', false, false],
  ['\\*.txt', '*.txt', true, true],
  ['\\*.txt', 'a.txt', false, false],
  ['{a,b}.txt', 'x/b.txt', true, true],
  ['{a,b}.txt', 'c.txt', false, false],
  ['{a,{b,c}d}.txt', 'cd.txt', true, true],
  ['*', 'any/thing', true, true],
  ['*', '.', true, true],
  ['*', '/etc/passwd', true, false],
  ['**', 'any/thing', true, true],
  ['secrets', 'secrets', true, true],
  ['secrets', 'secrets/key', true, false],
  ['secrets', 'a/secrets/b/key', true, false],
  ['secrets/', 'secrets/key', true, true],
  ['secrets/', 'a/secrets/key', true, true],
  ['app', 'src/x', false, false],
  ['srv', 'src/x', false, false],
  ['ärger', 'a\u0308rger', true, false],
  ['ΣΑΣ', 'σας', true, false],
  // Anchored in the workspace.
  ['src/**', 'src/a.ts', true, true],
  ['src/**', 'src/a/b/c.ts', true, true],
  ['src/**', 'src', true, true],
  ['src/**', 'src2/a.ts', false, false],
  ['src/**', 'lib/src/a.ts', false, false],
  ['src/**', 'SRC/a.ts', true, false],
  ['src/**', '/srv/app/src/a.ts', true, true],
  ['src/**', '/src/a.ts', false, false],
  ['src/**', '/home/u/src/a.ts', false, false],
  ['src/**', '/srv/app2/src/a.ts', false, false],
  ['./src/**', 'src/a.ts', true, true],
  ['src//a.ts', 'src/a.ts', true, true],
  ['src/*.ts', 'src/a.ts', true, true],
  ['src/*.ts', 'src/a/b.ts', false, false],
  ['src/*', 'src/a/b.ts', true, false],
  ['src/**/*.key', 'src/x.key', true, true],
  ['src/**/*.key', 'src/a/b/x.key', true, true],
  ['src/**/*.key', 'src/a/b/x.kex', false, false],
  ['src/*/x/**', 'src/a/x/y/z', true, true],
  ['src/*/x/**', 'src/a/b/x/y', false, false],
  ['**/test/*.ts', 'a/b/test/x.ts', true, true],
  ['**/test/*.ts', 'test/x.ts', true, true],
  ['**/test/*.ts', 'tests/x.ts', false, false],
  ['{src,docs}/**', 'docs/a', true, true],
  ['{src,docs}/**', 'test/a', false, false],
  ['a/**/b/**/c', 'a/x/b/y/z/c', true, true],
  ['a/**/b/**/c', 'a/b/c', true, true],
  ['a/**/b/**/c', 'a/x/c', false, false],
  ['src/[ab]/**', 'src/a/x', true, true],
  ['src/./a', 'src/a', true, true],
  ['.', '.', true, true],
  ['.', 'src/a', true, false],
  // At home and in the system.
  ['~/.ssh/**', '/home/u/.ssh/id_rsa', true, true],
  ['~/.ssh/**', '/home/u/.SSH/id_rsa', true, false],
  ['~/.ssh/**', '/home/u2/.ssh/id_rsa', false, false],
  ['~/.ssh/**', '.ssh/id_rsa', false, false],
  ['~/.ssh', '/home/u/.ssh/id_rsa', true, false],
  ['~/*.txt', '/home/u/a.txt', true, true],
  ['~/*.txt', '/home/u/b/a.txt', false, false],
  ['~', '/home/u/x', true, false],
  ['~/', '/home/u/x', true, true],
  ['~/x', '~/x', false, false],
  ['/etc/**', '/etc/passwd', true, true],
  ['/etc/**', 'etc/passwd', false, false],
  ['/etc/pass*', '/etc/passwd', true, true],
  ['/srv/app/src/**', 'src/a.ts', true, true],
  ['/srv/**', 'src/a.ts', true, true],
  ['/**', 'src/a.ts', true, true],
  ['/', 'src/a.ts', true, true],
];

describe('a pattern of paths', () => {
  it.each(table)('%s on %s: found %s, covered %s', (pattern, path, found, surely) => {
    verifies('y-agent.permission.rule-target');
    expect(judged(pattern, path)).toBe(found ? 'deny' : 'nothing');
    expect(covered(pattern, path)).toBe(surely);
  });

  it.each([
    ['src/**', 'src/../../../etc/passwd', false],
    ['src/**', '/srv/app/src/../x', false],
    ['src/**', './src//a', true],
    ['src/**', 'src/a/', true],
  ])('%s on %s is compared as it leads: %s', (pattern, path, is) => {
    expect(covered(pattern, path)).toBe(is);
    expect(judged(pattern, path)).toBe(is ? 'deny' : 'nothing');
  });

  it.each([
    // What reaches all below a folder reaches into what lies there.
    ['secrets/**', '.', 'deny', false],
    ['secrets/**', 'secrets', 'deny', true],
    ['secrets/**', 'secrets/a', 'deny', true],
    ['secrets/**', 'src', 'nothing', false],
    ['secrets/**', '/srv', 'deny', false],
    ['secrets/**', '/', 'deny', false],
    ['secrets/**', '/home', 'nothing', false],
    ['secrets/key.pem', 'secrets', 'deny', false],
    ['secrets/key.pem', 'secrets/other', 'nothing', false],
    ['src/*.key', 'src', 'deny', false],
    ['src/*.key', 'src/a', 'nothing', false],
    ['src/**/*.key', 'src/a', 'deny', false],
    ['src/*', 'src/a', 'deny', false],
    ['~/.ssh/**', '/home/u', 'deny', false],
    ['~/.ssh/**', '/home', 'deny', false],
    ['~/.ssh/**', '.', 'nothing', false],
    ['/etc/shadow', '/etc', 'deny', false],
    ['/etc/shadow', '/', 'deny', false],
    // A name could be anywhere: that alone is no reason.
    ['.env*', '.', 'nothing', false],
    ['.env*', '/home/u', 'nothing', false],
    ['**/.env', '.', 'nothing', false],
    ['*', '.', 'deny', true],
    ['docs/', 'docs', 'deny', true],
    ['src/*.ts', 'src/a.ts', 'deny', false],
  ])('%s on all below %s: %s, covered %s', (pattern, path, verdict, surely) => {
    expect(judged(pattern, path, { deep: true })).toBe(verdict);
    expect(covered(pattern, path, { deep: true })).toBe(surely);
  });

  it('finds a path by the way to it as well; only where it leads proves anything', () => {
    expect(judged('.env*', 'config/real', { via: '.env' })).toBe('deny');
    expect(judged('.env*', '.env', { via: 'harmless' })).toBe('deny');
    expect(covered('docs/**', '/etc/passwd', { via: 'docs/x' })).toBe(false);
    expect(covered('docs/**', 'docs/x', { via: '/tmp/link/docs/x' })).toBe(true);
  });

  it('asks about a path only known at run time, and takes it for what it most likely is', () => {
    expect(judged('.env*', 'somewhere', { known: false })).toBe('ask');
    expect(judged('.env*', '.env', { known: false })).toBe('deny');
    expect(covered('*', 'somewhere', { known: false })).toBe(false);
    expect(covered('src/**', 'src/a', { known: false })).toBe(false);
  });

  it('is about its own kind only', () => {
    const rules = compileRules(rulesOf('deny write(src/**)', 'allow write(src/**)'));
    const facts = [pathFact('read', 'src/a'), pathFact('delete', 'src/a'), pathFact('move', 'src/a')];
    expect(judgeRules(rules, inputOf(facts), places)).toEqual([]);
    expect(coveredByAllow(rules, inputOf(facts), places)).toEqual([undefined, undefined, undefined]);
  });
});

it('binds read_file, a command and an MCP tool alike', () => {
  verifies('design.policy.env-rule');
  const rules = compileRules(rulesOf('deny read(.env*)'));
  const read = pathFact('read', 'sub/.env.local', { by: 0 });
  const calls = [
    inputOf([pathFact('read', 'sub/.env.local')], { name: 'read_file' }),
    inputOf([execFact('cat sub/.env.local'), read]),
    inputOf([pathFact('read', 'sub/.env.local')], { name: 'mcp__files__get' }),
  ];
  for (const call of calls)
    expect(judgeRules(rules, call, places)).toMatchObject([{ verdict: 'deny', rule: { text: 'deny read(.env*)' } }]);
});

it('takes time in proportion, whatever the pattern and the path are', () => {
  const rules = compileRules(rulesOf(`deny read(${'*a'.repeat(200)}b)`, `deny read(${'**/a/'.repeat(90)}b)`));
  const paths = ['a'.repeat(4000), 'a/'.repeat(2000)];
  const start = performance.now();
  for (const path of paths) judgeRules(rules, inputOf([pathFact('read', path)]), places);
  expect(performance.now() - start).toBeLessThan(1000);
});
