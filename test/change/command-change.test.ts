import { expect, it } from 'vitest';
import { commandChange } from '../../src/change/command-change.js';
import type { Captured } from '../../src/tool/port.js';
import { absent, type PathChange } from '../../src/tool/version.js';

const captured = (over: Partial<Captured>): Captured => ({ paths: [], lost: [], ...over }) as Captured;
const paths: readonly PathChange[] = [
  { path: 'a', before: { kind: 'file', hash: 'h', bytes: 1, mode: 0o644 }, after: absent },
];
const base = { changeId: expect.stringMatching(/^chg_/), callId: 'c', operation: 'command', paths: [], kept: [] };

it('records nothing where a command changed nothing', () => {
  expect(commandChange('c', captured({}))).toBeUndefined();
});

it('records what changed, and names what it takes to undo it', () => {
  expect(commandChange('c', captured({ paths }))).toEqual({ ...base, paths, kept: ['blob:h'] });
});

it('records what cannot be taken back: the first ten, and how many more', () => {
  const lost = Array.from({ length: 12 }, (_, at) => ({ path: `p${at}`, why: 'too large' }));
  const told = (count: number) => lost.slice(0, count).map(({ path }) => `${path}: too large`);
  expect(commandChange('c', captured({ lost: lost.slice(0, 10) }))).toEqual({ ...base, lost: told(10).join('; ') });
  expect(commandChange('c', captured({ lost }))).toEqual({ ...base, lost: [...told(10), 'and 2 more'].join('; ') });
  expect(commandChange('c', captured({ lost, unknown: 'too many files' }))).toEqual({
    ...base,
    lost: 'too many files',
  });
});

it('records what was put back of it, with the blob of what it left', () => {
  const fact = { kind: 'write', target: '.git/config', where: 'workspace', known: true } as const;
  const refused = [
    { path: '.git/config', blob: 'blob:1', fact },
    { path: '.env', fact },
  ];
  expect(commandChange('c', captured({ refused }))).toEqual({
    ...base,
    kept: ['blob:1'],
    refused: [{ path: '.git/config', blob: 'blob:1' }, { path: '.env' }],
  });
});
