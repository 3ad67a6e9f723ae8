import { describe, expect, it } from 'vitest';
import { recordDoing } from '../record-doing.js';
import { quotedWords } from './quoted-words.js';

/** A command, then what is reported of it. */
type Line = readonly [command: string, ...reports: string[]];

describe('runs the text of shells as scripts', () => {
  const lines: readonly Line[] = [
    ['bash', 'unknown `bash` runs what is typed'],
    ['bash --version'],
    ['sh --help'],
    ['bash -c ls', 'unknown `bash -c` runs text as code', 'script ls'],
    ["bash -c 'rm -rf /'", 'unknown `bash -c` runs text as code', 'script rm -rf /'],
    ["bash -lc 'rm -rf /'", 'unknown `bash -c` runs text as code', 'script rm -rf /'],
    ["bash -xec 'rm -rf /'", 'unknown `bash -c` runs text as code', 'script rm -rf /'],
    ["bash -c -x 'rm -rf /'", 'unknown `bash -c` runs text as code', 'script rm -rf /'],
    ["bash -o pipefail -c 'rm -rf /'", 'unknown `bash -c` runs text as code', 'script rm -rf /'],
    ["bash -oc pipefail 'rm -rf /'", 'unknown `bash -c` runs text as code', 'script rm -rf /'],
    ["bash -eo pipefail -c 'ls'", 'unknown `bash -c` runs text as code', 'script ls'],
    ["bash +x -c 'rm -rf /'", 'unknown `bash -c` runs text as code', 'script rm -rf /'],
    ["bash --norc --noprofile -c 'rm -rf /'", 'unknown `bash -c` runs text as code', 'script rm -rf /'],
    ["bash -norc -c 'rm -rf /'", 'unknown `bash -c` runs text as code', 'script rm -rf /'],
    [
      'bash --rcfile x.sh -i',
      'read x.sh',
      'unknown `bash` first runs what is written in `x.sh`',
      'unknown `bash` runs what is typed',
    ],
    [
      'bash --init-file x.sh -c ls',
      'read x.sh',
      'unknown `bash` first runs what is written in `x.sh`',
      'unknown `bash -c` runs text as code',
      'script ls',
    ],
    [
      'bash -rcfile x.sh -i',
      'read x.sh',
      'unknown `bash` first runs what is written in `x.sh`',
      'unknown `bash` runs what is typed',
    ],
    ["bash -O extglob -c 'rm -rf /'", 'unknown `bash -c` runs text as code', 'script rm -rf /'],
    ['bash -c \'rm -rf "$1"\' _ /', 'unknown `bash -c` runs text as code', 'script rm -rf "$1"', 'script rm -rf /'],
    ['bash -c \'"$@"\' _ rm -rf /', 'unknown `bash -c` runs text as code', 'script "$@"', 'script rm -rf /'],
    [
      `bash -c 'rm -rf \${1}' _ 'a b'`,
      'unknown `bash -c` runs text as code',
      `script rm -rf \${1}`,
      "script rm -rf 'a b'",
    ],
    ["bash -c '$0 $*' rm -rf /", 'unknown `bash -c` runs text as code', 'script $0 $*', 'script rm -rf /'],
    ['bash -c "$X"', 'unread what `bash` runs is not known: "$X" is not known', 'script <"$X" is not known>'],
    [
      'bash -c "rm -rf $X/"',
      'unread what `bash` runs is not known: "rm -rf $X/" is not known',
      'script <"rm -rf $X/" is not known>',
    ],
    ['bash -c', 'unknown `bash -c` has no text to run'],
    [
      "bash $OPTS -c 'rm -rf /'",
      'unread what `bash` runs is not known: $OPTS is not known',
      'unknown `bash -c` runs text as code',
      'script rm -rf /',
    ],
    ['bash x.sh', 'read x.sh', 'unknown `bash` runs what is written in `x.sh`'],
    ['bash -x x.sh a', 'read x.sh', 'unknown `bash` runs what is written in `x.sh`'],
    ['bash -- x.sh', 'read x.sh', 'unknown `bash` runs what is written in `x.sh`'],
    ['bash "$X"', 'read <"$X" is not known>', 'unread which script `bash` runs is not known: "$X" is not known'],
    ['bash $X', 'read <$X is not known>', 'unread which script `bash` runs is not known: $X is not known'],
    ['bash -n x.sh', 'read x.sh'],
    ['sh -n x.sh', 'read x.sh'],
    ['bash -n -i x.sh', 'read x.sh', 'unknown `bash` runs what is written in `x.sh`'],
    ['bash -nx x.sh', 'read x.sh', 'unknown `bash` runs what is written in `x.sh`'],
    ['zsh -n x.sh', 'read x.sh', 'unknown `zsh` runs what is written in `x.sh`'],
    ['sh -c ls', 'unknown `sh -c` runs text as code', 'script ls'],
    ["dash -c 'rm -rf /'", 'unknown `dash -c` runs text as code', 'script rm -rf /'],
    ["zsh -c 'rm -rf /'", 'unknown `zsh -c` runs text as code', 'script rm -rf /'],
    ["ksh -c 'rm -rf /'", 'unknown `ksh -c` runs text as code', 'script rm -rf /'],
    ["ash -c 'rm -rf /'", 'unknown `ash -c` runs text as code', 'script rm -rf /'],
    ["rbash -c 'rm -rf /'", 'unknown `rbash -c` runs text as code', 'script rm -rf /'],
    ["fish -c 'rm -rf /'", 'unknown `fish -c` runs text as code', 'script rm -rf /'],
    ["fish --command='rm -rf /'", 'unknown `fish -c` runs text as code', 'script rm -rf /'],
    ["fish -C 'rm -rf /'", 'unknown `fish -c` runs text as code', 'script rm -rf /'],
    ["tcsh -c 'rm -rf /'", 'unknown `tcsh -c` runs text as code', 'script rm -rf /'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

describe('runs input that is known as a script', () => {
  const lines: readonly Line[] = [
    ['sh', 'unread what `sh` runs comes from its input', 'script rm -rf /\n'],
    ['bash -s a b', 'unread what `bash` runs comes from its input', 'script rm -rf /\n'],
    ['bash -', 'unread what `bash` runs comes from its input', 'script rm -rf /\n'],
    ['bash /dev/stdin', 'unread what `bash` runs comes from its input', 'script rm -rf /\n'],
    ['bash x.sh', 'read x.sh', 'unknown `bash` runs what is written in `x.sh`'],
    ['sudo bash', 'unknown it runs the command as another user', 'run bash'],
    [
      'sudo -s',
      'unknown it runs the command as another user',
      'unread what `sudo` runs comes from its input',
      'script rm -rf /\n',
    ],
    [
      'su',
      'unknown it runs the command as another user',
      'unread what `su` runs comes from its input',
      'script rm -rf /\n',
    ],
    [
      'parallel',
      'unknown `parallel` builds its commands from its input and hands them to a shell',
      'unread what `parallel` runs comes from its input',
      'script rm -rf /\n',
    ],
    [
      '. /dev/stdin',
      'unread what `source` runs comes from its input',
      'script rm -rf /\n',
      'unread what is written in `/dev/stdin` runs in this shell',
    ],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command), { input: { kind: 'piped', text: 'rm -rf /\n' } })).toEqual(reports);
  });
});

describe('cannot read input that is not known', () => {
  const lines: readonly Line[] = [
    ['sh', 'unread what `sh` runs comes from its input'],
    ['bash -s', 'unread what `bash` runs comes from its input'],
    ['bash -c ls', 'unknown `bash -c` runs text as code', 'script ls'],
    ['xargs rm', 'run rm <what `xargs` adds to the command comes from its input>'],
    [
      'chroot /srv',
      'unknown it changes what the command sees of the system',
      'unread what `chroot` runs comes from its input',
    ],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command), { input: { kind: 'piped' } })).toEqual(reports);
  });
});

it('does not trust a mere check when the environment names a start file', () => {
  expect(recordDoing(['bash', '-n', 'x.sh'], { scene: { env: { BASH_ENV: 'x' } } })).toEqual([
    'read x.sh',
    'unknown `bash` runs what is written in `x.sh`',
  ]);
});
