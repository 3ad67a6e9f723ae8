import { describe, expect, it } from 'vitest';
import { eachMatch, type OptionSpec, placed, readOptions } from '../../../src/policy/shell/options.js';
import { literal, type Word } from '../../../src/policy/shell/word.js';
import { verifies } from '../../requirements.js';

const spec: OptionSpec = { flags: '-a -b --all', values: '-n --lines', optional: '-i --color', numbers: true };

describe('takes arguments apart', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ['-ab x', ['-a', '-b'], ['x'], []],
    ['-n 5 x', ['-n=5'], ['x'], []],
    ['-n5 x', ['-n=5'], ['x'], []],
    ['-an5 x', ['-a', '-n=5'], ['x'], []],
    ['--lines=5 x', ['--lines=5'], ['x'], []],
    ['--lines 5 x', ['--lines=5'], ['x'], []],
    ['--lines= x', ['--lines='], ['x'], []],
    ['--color x', ['--color'], ['x'], []],
    ['--color=auto x', ['--color=auto'], ['x'], []],
    ['-i x', ['-i'], ['x'], []],
    ['-i.bak x', ['-i=.bak'], ['x'], []],
    ['x -a', ['-a'], ['x'], []],
    ['-- -a', [], ['-a'], []],
    ['- -a', ['-a'], ['-'], []],
    ['-12 x', ['-N=12'], ['x'], []],
    ['-n', [], [], ['the option -n has no value']],
    ['--line=5', ['--line=5'], [], ['the option --line=5 is not one whose doing is known']],
    ['--all=x', ['--all=x'], [], ['the option --all=x is not one whose doing is known']],
    ['-az x', ['-a', '-z'], ['x'], ['the option -z in -az is not one whose doing is known']],
  ])('%s', (command, given, operands, notes) => {
    verifies('policy.proof.arguments');
    expect(read(command.split(' ').map(literal), spec)).toEqual({ given, operands, notes });
  });
});

it('stops at the first operand where the program does', () => {
  expect(read(['-a', 'x', '-b'].map(literal), { ...spec, stopsAtOperand: true })).toEqual({
    given: ['-a'],
    operands: ['x', '-b'],
    notes: [],
  });
});

it('takes no clusters apart where long options have one dash', () => {
  expect(read(['-ab', '-name=x'].map(literal), { flags: '-ab', values: '-name', noClusters: true })).toEqual({
    given: ['-ab', '-name=x'],
    operands: [],
    notes: [],
  });
});

describe('doubts what may turn out to be an option', () => {
  it.each<[string, Word, boolean]>([
    ['text of unknown value', { text: undefined, source: '"$x"' }, true],
    ['a guess with a dash', { text: undefined, source: '"$x"', guess: '-o' }, true],
    ['a guess without', { text: undefined, source: '"$x/a"', guess: 'd/a' }, false],
    ['a guess that may split', { text: undefined, source: '$x', guess: 'd', splits: true }, true],
    ['known text that splits', { text: 'a -o b', source: '$x', splits: true }, true],
    ['known text that splits without dashes', { text: 'a b', source: '$x', splits: true }, false],
    ['a pattern that matches a dash', { text: '*', source: '*', matches: ['-o', 'b'] }, true],
    ['a pattern that matches none', { text: '*', source: '*', matches: ['a', 'b'] }, false],
  ])('%s', (_, word, doubted) => {
    expect(read([word], spec).notes).toHaveLength(doubted ? 1 : 0);
  });
});

it('takes a pattern with one match, or none, for a plain word', () => {
  const one: Word = { text: '-?', source: '-?', matches: ['-a'] };
  const none: Word = { text: '--color=*', source: '--color=*', matches: [] };
  expect(read([one, none], spec)).toEqual({ given: ['-a', '--color=*'], operands: [], notes: [] });
});

it('doubts a value that may become several words', () => {
  const several: Word = { text: '*', source: '*', matches: ['1', '2'] };
  expect(read([literal('-n'), several], spec).notes).toEqual(['the value of -n may become several words']);
  const splits: Word = { text: undefined, source: '$x', splits: true };
  expect(read([literal('-n'), splits], spec).notes).toEqual(['the value of -n may become several words']);
});

it('places words by the names their patterns match', () => {
  const pattern: Word = { text: '*', source: '*', matches: ['a', 'b'] };
  const notes: string[] = [];
  const words = placed([literal('x'), pattern, { text: undefined, source: '$y', splits: true }], {
    unknown: (note) => notes.push(note),
  });
  expect(words.map(({ text }) => text)).toEqual(['x', 'a', 'b', undefined]);
  expect(notes).toEqual(['$y may become several words']);
  expect(eachMatch([pattern])).toEqual([
    { text: 'a', source: '*' },
    { text: 'b', source: '*' },
  ]);
});

function read(words: readonly Word[], options: OptionSpec): Told {
  const notes: string[] = [];
  const { given, operands } = readOptions(words, options, { unknown: (note) => notes.push(note) });
  return {
    given: given.map(({ name, value }) => (value === undefined ? name : `${name}=${value.text}`)),
    operands: operands.map(({ text }) => text),
    notes,
  };
}

interface Told {
  readonly given: readonly string[];
  readonly operands: readonly (string | undefined)[];
  readonly notes: readonly string[];
}
