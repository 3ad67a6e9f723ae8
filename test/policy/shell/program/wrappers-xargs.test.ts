import { describe, expect, it } from 'vitest';
import { recordDoing } from '../record-doing.js';
import { quotedWords } from './quoted-words.js';

/** A command, then what is reported of it. */
type Line = readonly [command: string, ...reports: string[]];

describe('adds words that are not known', () => {
  const lines: readonly Line[] = [
    ['xargs', 'run echo <what `xargs` adds to the command comes from its input>'],
    ['xargs rm -rf', 'run rm -rf <what `xargs` adds to the command comes from its input>'],
    ['xargs -0 rm', 'run rm <what `xargs` adds to the command comes from its input>'],
    ['xargs -n 1 -P 4 cat', 'run cat <what `xargs` adds to the command comes from its input>'],
    [
      'xargs -I{} cp {} out/{}',
      'run cp <what `xargs` adds to the command comes from its input> <what `xargs` adds to the command comes from its input>',
    ],
    ["xargs -I {} sh -c '{}'", 'run sh -c <what `xargs` adds to the command comes from its input>'],
    ['xargs -i cat {}', 'run cat <what `xargs` adds to the command comes from its input>'],
    ['xargs --replace=X cat X', 'run cat <what `xargs` adds to the command comes from its input>'],
    ['xargs -a list.txt cat', 'read list.txt', 'run cat <what `xargs` adds to the command comes from its input>'],
    [
      'xargs --arg-file=list.txt cat',
      'read list.txt',
      'run cat <what `xargs` adds to the command comes from its input>',
    ],
    [
      'xargs -I "$R" rm -rf /',
      'run <what `xargs` adds to the command comes from its input> <what `xargs` adds to the command comes from its input> <what `xargs` adds to the command comes from its input>',
    ],
    [
      'xargs --process-slot-var=SLOT ls',
      'run ls <what `xargs` adds to the command comes from its input> SLOT=<`xargs` counts it up>',
    ],
    ["xargs -d '\\n' grep foo", 'run grep foo <what `xargs` adds to the command comes from its input>'],
    ['xargs --version'],
    [
      'xargs --max-arg 3 rm -rf /',
      'unknown the option --max-arg is not one whose doing is known',
      'run 3 rm -rf / <what `xargs` adds to the command comes from its input>',
      'run rm -rf / <what `xargs` adds to the command comes from its input>',
    ],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

describe('adds the words of input that is known, and doubts them', () => {
  const lines: readonly Line[] = [
    ['xargs rm -rf', 'unknown what `xargs` adds to the command comes from its input', 'run rm -rf / b'],
    [
      'xargs -n 1 rm -rf',
      'unknown what `xargs` adds to the command comes from its input',
      'run rm -rf /',
      'run rm -rf b',
    ],
    ['xargs -I{} rm -rf {}/x', 'unknown what `xargs` adds to the command comes from its input', 'run rm -rf / b/x'],
    ["xargs -d ' ' echo", 'unknown what `xargs` adds to the command comes from its input', 'run echo / b\n'],
    ['xargs -E / rm', 'run rm <what `xargs` adds to the command comes from its input>'],
    ['xargs', 'unknown what `xargs` adds to the command comes from its input', 'run echo / b'],
    [
      "xargs -I% sh -c 'rm -rf %'",
      'unknown what `xargs` adds to the command comes from its input',
      'run sh -c rm -rf / b',
    ],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command), { input: { kind: 'piped', text: '/ b\n' } })).toEqual(reports);
  });
});

describe('undoes quotes of the input', () => {
  const lines: readonly Line[] = [
    ['xargs cat', 'unknown what `xargs` adds to the command comes from its input', 'run cat a b c d e'],
    ['xargs -0 cat', 'unknown what `xargs` adds to the command comes from its input', 'run cat \'a b\' "c" d\\ e\n'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command), { input: { kind: 'piped', text: `'a b' "c" d\\ e\n` } })).toEqual(reports);
  });
});

describe('does not know words whose quotes do not end', () => {
  const lines: readonly Line[] = [['xargs cat', 'run cat <what `xargs` adds to the command comes from its input>']];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command), { input: { kind: 'piped', text: "'a" } })).toEqual(reports);
  });
});

describe('runs the command once when the input is empty', () => {
  const lines: readonly Line[] = [
    ['xargs ls', 'unknown what `xargs` adds to the command comes from its input', 'run ls'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command), { input: { kind: 'piped', text: '' } })).toEqual(reports);
  });
});

describe('limits', () => {
  const note = 'what `xargs` adds to the command comes from its input';
  it('does not take apart more than 64 kB', () => {
    const text = 'a'.repeat(65_537);
    expect(recordDoing(['xargs', 'cat'], { input: { kind: 'piped', text } })).toEqual([`run cat <${note}>`]);
  });
  it('looks at no more than 64 commands', () => {
    const text = 'a\n'.repeat(500);
    expect(recordDoing(['xargs', '-n1', 'cat'], { input: { kind: 'piped', text } })).toEqual([
      `unknown ${note}`,
      ...Array.from({ length: 64 }, () => 'run cat a'),
    ]);
  });
});
