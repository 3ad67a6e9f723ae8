import { describe, expect, it } from 'vitest';
import { findTaint } from '../../../src/policy/taint/find-taint.js';
import { createUntrustedFiles } from '../../../src/policy/taint/untrusted-files.js';
import type { Fact } from '../../../src/tool/fact.js';
import { verifies } from '../../requirements.js';
import { execFact, netFact, pathFact, places } from '../rule/rule-scene.js';

const builtin = { name: 'run_command', source: 'builtin', group: 'exec' } as const;
const trusted = createUntrustedFiles([], places);
const find = (facts: readonly Fact[], tool: Parameters<typeof findTaint>[0]['tool'] = builtin, files = trusted) =>
  findTaint({ tool, facts }, files.has).map(({ kind, source }) => `${kind} ${source}`);

describe('text comes in', () => {
  it('from hosts, or from the command that reaches those nobody knows', () => {
    verifies('taint.raised.network');
    const install = execFact('npm install', { known: false });
    const unknown = netFact('…', { known: false });
    expect(find([netFact('a.example.com:8080')])).toEqual(['network a.example.com:8080']);
    expect(find([install, { ...unknown, by: 0 }])).toEqual(['network npm install']);
    expect(find([execFact('curl x y'), netFact('x', { by: 0 }), netFact('y', { by: 0 })])).toEqual([
      'network x',
      'network y',
    ]);
    expect(find([netFact('a.example.com', { known: false, note: 'it sends data' })])).toEqual([
      'network a.example.com',
    ]);
    expect(find([execFact('x'.repeat(300)), { ...unknown, by: 0 }])[0]).toHaveLength('network '.length + 200);
  });

  it('from an MCP server, by its name', () => {
    verifies('taint.raised.mcp');
    const tool = { name: 'mcp__docs__search', source: 'mcp', group: 'x' } as const;
    expect(find([], tool)).toEqual(['mcp docs']);
    expect(find([], { ...tool, name: 'search', group: 'docs' })).toEqual(['mcp docs']);
    expect(find([netFact('a.example.com')], tool)).toEqual(['mcp docs', 'network a.example.com']);
  });

  it('not from the workspace, nor from commands without a connection', () => {
    verifies('taint.raised.not');
    const facts = [
      execFact('make', { known: false }),
      pathFact('read', 'a'),
      pathFact('write', 'b'),
      pathFact('read', '.', { deep: true }),
    ];
    expect(find(facts)).toEqual([]);
    expect(find([], { ...builtin, source: 'custom' })).toEqual([]);
  });
});

describe('a file marked untrusted', () => {
  const files = createUntrustedFiles(['vendor/**', '*.eml', 'downloads/', '/srv/mail/**', '~/in.txt'], places);
  const has = (target: string, more: Partial<Fact> = {}) => files.has(pathFact('read', target, more));

  it.each([
    ['vendor/a.js'],
    ['vendor/deep/er/a.js'],
    ['VENDOR/a.js'],
    ['a.eml'],
    ['mail/b.EML'],
    ['downloads/x/y'],
    ['lib/downloads/x'],
    ['/srv/mail/1'],
    ['/home/u/in.txt'],
  ])('is found: %s', (target) => {
    verifies('taint.raised.file');
    expect(has(target)).toBe(true);
    expect(find([pathFact('read', target)], builtin, files)).toEqual([`file ${target}`]);
    expect(has(target, { namesOnly: true })).toBe(false);
  });

  it.each([['src/a.js'], ['vendors/a.js'], ['a.emls'], ['/srv/other/1'], ['/home/u/in.txt.bak']])(
    'is not %s',
    (target) => {
      verifies('taint.raised.not');
      expect(has(target)).toBe(false);
    },
  );

  it('is found through a link, a folder above it, and where the path is not known', () => {
    verifies('taint.raised.file');
    expect(has('src/x', { via: 'vendor/x' })).toBe(true);
    expect(has('vendor/x', { via: 'src/x' })).toBe(true);
    expect(has('.', { deep: true })).toBe(true);
    expect(has('.', { deep: true, namesOnly: true })).toBe(false);
    expect(has('$F', { known: false })).toBe(true);
    const anchored = createUntrustedFiles(['third/party/**'], places);
    expect(anchored.has(pathFact('read', 'third', { deep: true }))).toBe(true);
    expect(anchored.has(pathFact('read', 'src', { deep: true }))).toBe(false);
    expect(trusted.has(pathFact('read', '$F', { known: false }))).toBe(false);
  });
});

describe('a file that a call fetched', () => {
  const fetched = (...facts: readonly Fact[]) => {
    const files = createUntrustedFiles([], places);
    files.fetched(facts);
    return (target: string, more: Partial<Fact> = {}) => files.has(pathFact('read', target, more));
  };

  it('is untrusted from then on, with all below it where that was written', () => {
    verifies('taint.raised.fetched-file');
    const has = fetched(
      execFact('curl -o out.html x'),
      netFact('x', { by: 0 }),
      pathFact('write', 'out.html', { by: 0 }),
      pathFact('write', 'repo', { by: 0, deep: true }),
      pathFact('write', '/srv/elsewhere', { by: 0 }),
    );
    expect(
      ['out.html', 'OUT.html', 'repo', 'repo/src/a', '/srv/app/repo/a', '/srv/elsewhere'].map((one) => has(one)),
    ).toEqual(Array(6).fill(true));
    expect(['out.htm', 'out.html/a', 'repos', 'src', '/srv/elsewhere/a'].map((one) => has(one))).toEqual(
      Array(5).fill(false),
    );
    expect(has('.', { deep: true })).toBe(true);
    expect(has('src', { deep: true })).toBe(false);
  });

  it('is not one that another call wrote, nor the workspace as a whole', () => {
    verifies('taint.raised.not');
    expect(fetched(pathFact('write', 'a'))('a')).toBe(false);
    expect(fetched(netFact('x'), pathFact('write', '.', { deep: true }))('a')).toBe(false);
    expect(fetched(netFact('x'), pathFact('write', '/srv', { deep: true }))('a')).toBe(false);
    expect(fetched(netFact('x'), pathFact('write', '$F', { known: false }))('$F')).toBe(false);
  });
});
