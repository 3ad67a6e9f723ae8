import { describe, expect, it } from 'vitest';
import { definitionProblem } from '../../../src/extend/mcp/check-definition.js';
import { expandLaunch } from '../../../src/extend/mcp/expand.js';
import { modelSchema } from '../../../src/extend/mcp/model-schema.js';
import { toolNames } from '../../../src/extend/mcp/tool-name.js';
import { serverProblem } from '../../../src/extend/named-server.js';
import { breadthOf } from '../../../src/policy/rule/broad-rule.js';
import { parseRule } from '../../../src/policy/rule/parse-rule.js';
import { verifies } from '../../requirements.js';

describe('the name of a tool', () => {
  it('is mcp__server__tool, legal for every provider and unique', () => {
    verifies('mcp.names.form', 'seed.registry.mcp-names');
    const long = 'a'.repeat(100);
    const names = toolNames('docs', ['search', 'a.b', 'a b', 'a_b', 'ä', long, `${long}b`, 'search']);
    expect([...names.values()].toSorted().slice(0, 5)).toEqual([
      'mcp__docs___',
      'mcp__docs__a_b',
      'mcp__docs__a_b__2',
      'mcp__docs__a_b__3',
      expect.stringMatching(/^mcp__docs__a{44}_[0-9a-f]{8}$/),
    ]);
    expect(names.get('a_b')).toBe('mcp__docs__a_b');
    expect(new Set(names.values()).size).toBe(7);
    expect([...names.values()].filter((name) => !/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name))).toEqual([]);
  });

  it('can be named by a rule, alone and with its whole server', () => {
    verifies('mcp.rules.grammar');
    const origin = { layer: 'user', file: 'x', line: 1 } as const;
    for (const allow of ['mcp__docs__search', 'mcp__docs__*', 'mcp__a-b_c__x__2']) {
      const parsed = parseRule({ allow }, { origin, index: 0 });
      expect(parsed.ok && breadthOf(parsed.rule)).toBe(undefined);
    }
    const broad = parseRule({ allow: 'mcp__*' }, { origin, index: 0 });
    expect(broad.ok && breadthOf(broad.rule)).toBe('it allows tools it does not name');
  });
});

it('refuses names of servers that could be read in two ways, or are taken', () => {
  verifies('mcp.names.servers');
  const bad = ['builtin', 'MCP', 'toolwright', 'a__b', '_a', 'a_', 'a b', '', 'x'.repeat(40), 'ä', 'a.b', '__proto__'];
  const good = ['docs', 'a_b', 'a-b', 'Git-Hub2', 'x'];
  const problems = (names: readonly string[]) =>
    names.map((name) => serverProblem({ name, settings: { command: 'x' } }));
  expect(problems(good)).toEqual(good.map(() => undefined));
  expect(problems(bad).filter((one) => one === undefined)).toEqual([]);
});

it('wants one way to a server', () => {
  verifies('mcp.servers.shapes');
  const problem = (settings: object) => serverProblem({ name: 'x', settings }) !== undefined;
  expect(
    [
      {},
      { command: 'a', url: 'http://x.test' },
      { type: 'stdio', url: 'http://x.test' },
      { type: 'sse', command: 'a' },
    ].map(problem),
  ).toEqual([true, true, true, true]);
  expect([{ command: 'a' }, { type: 'http', url: 'http://x.test' }, { url: 'http://x.test' }].map(problem)).toEqual([
    false,
    false,
    false,
  ]);
});

it('fills in variables, and says which one is missing', () => {
  verifies('mcp.servers.env', 'seed.server.mcp-env');
  const settings = {
    command: '$' + '{BIN}',
    args: ['$' + '{env:ARG}', '$' + '{NONE:-other}', '$plain'],
    env: { KEY: 'x$' + '{KEY}y' },
  };
  expect(expandLaunch(settings, { BIN: 'node', ARG: 'a', KEY: 'k' })).toEqual({
    kind: 'program',
    words: ['node', 'a', 'other', '$plain'],
    env: { KEY: 'xky' },
  });
  expect(expandLaunch(settings, { BIN: 'node', ARG: 'a' })).toMatchObject({ message: expect.stringContaining('KEY') });
});

describe('a definition', () => {
  const problem = (inputSchema: object, more: object = {}) =>
    definitionProblem({ name: 't', inputSchema, ...more } as never);

  it('is left out when it is too much, or leads elsewhere or nowhere', () => {
    verifies('mcp.definitions.checked');
    const deep = Array.from({ length: 60 }).reduce<object>(
      (inner) => ({ type: 'object', properties: { a: inner } }),
      {},
    );
    const parsed = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as object;
    const bad: readonly (readonly [object, object?])[] = [
      [{ $ref: '#' }],
      [{ type: 'object', $ref: '#' }],
      [{ type: 'object', allOf: [{ $ref: '#' }] }],
      [{ type: 'object', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: { anyOf: [{ $ref: '#/$defs/x' }] } } }],
      [{ type: 'object', properties: { a: { $ref: 'http://x.test/schema' } } }],
      [parsed],
      [deep],
      [{ type: 'string' }],
      [{ type: 'object' }, { description: 'x'.repeat(20_001) }],
      [{ type: 'object' }, { name: '' }],
      [{ type: 'object', default: 'x'.repeat(300_000) }],
    ];
    expect(bad.filter(([schema, more]) => problem(schema, more) === undefined)).toEqual([]);
  });

  it('may be recursive where a value is', () => {
    verifies('mcp.definitions.checked');
    const tree = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } };
    expect(problem(tree)).toBe(undefined);
    expect(
      problem({
        type: 'object',
        properties: { n: { $ref: '#/$defs/n' } },
        $defs: { n: { type: 'object', properties: { n: { $ref: '#/$defs/n' } } } },
      }),
    ).toBe(undefined);
  });

  it('runs no pattern of a stranger, and hides nothing', () => {
    verifies('mcp.definitions.patterns', 'mcp.definitions.escaped');
    const schema = {
      type: 'object',
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { pattern: { type: 'string', pattern: '^(a+)+$', description: 'see\u200b' }, b: { enum: ['x'] } },
      required: ['pattern'],
      patternProperties: { '^(a+)+$': {} },
    };
    expect(modelSchema(schema)).toEqual({
      type: 'object',
      properties: { pattern: { type: 'string', description: 'see\\u{200b} (pattern: ^(a+)+$)' }, b: { enum: ['x'] } },
      required: ['pattern'],
    });
  });
});
