import { describe, expect, it } from 'vitest';
import { recordDoing } from '../record-doing.js';
import { quotedWords } from './quoted-words.js';

/** A command, then what is reported of it. */
type Line = readonly [command: string, ...reports: string[]];

describe('looks through what only changes how fast or how long a command runs', () => {
  const lines: readonly Line[] = [
    ['timeout 5 ls -R src', 'run ls -R src transparent'],
    ['timeout -k 1 -s KILL 5 ls', 'run ls transparent'],
    ['timeout --signal=KILL --preserve-status 5s ls', 'run ls transparent'],
    ['timeout 5'],
    ['timeout --version'],
    ['timeout "$T" rm -rf /', 'unknown "$T" is not known', 'unknown "$T" is not known', 'run rm -rf / transparent'],
    ['timeout $T rm -rf /', 'unknown $T is not known', 'unknown $T is not known', 'run rm -rf / transparent'],
    [
      'timeout --sig KILL 5 rm -rf /',
      'unknown the option --sig is not one whose doing is known',
      'run 5 rm -rf / transparent',
      'run rm -rf / transparent',
    ],
    ['nice ls', 'run ls transparent'],
    ['nice -n 5 ls', 'run ls transparent'],
    ['nice -n5 ls', 'run ls transparent'],
    ['nice -10 ls', 'run ls transparent'],
    ['nice --adjustment=3 ls', 'run ls transparent'],
    ['nice'],
    [
      'nice $OPTS rm -rf /',
      'unknown $OPTS is not known',
      'run <$OPTS is not known> rm -rf / transparent',
      'run rm -rf / transparent',
    ],
    ['ionice -c 3 ls', 'run ls transparent'],
    ['ionice -c3 -n7 ls', 'run ls transparent'],
    ['ionice -p 123', 'process 123'],
    ['chrt -f 10 ls', 'run ls transparent'],
    ['chrt -p 10 123', 'process 123'],
    ['taskset 0x3 ls', 'run ls transparent'],
    ['taskset -c 0,1 ls', 'run ls transparent'],
    ['taskset -p 0x3 123', 'process 123'],
    ['stdbuf -oL grep a f.txt', 'run grep a f.txt transparent'],
    ['stdbuf --output=0 -e 0 ls', 'run ls transparent'],
    ['time ls', 'run ls transparent'],
    ['time -p ls', 'run ls transparent'],
    ['time -o out.txt ls', 'write out.txt', 'run ls transparent'],
    ['time --output=out.txt -a ls', 'write out.txt', 'run ls transparent'],
    ['time -f %e -- ls', 'run ls transparent'],
    ['caffeinate -i -t 60 ls', 'run ls transparent'],
    ['prlimit --nofile=100 ls', 'run ls transparent'],
    ['prlimit --pid 12', 'process 12'],
    ['cpulimit -l 50 -- ls', 'run ls transparent'],
    ['numactl -N 0 ls', 'run ls transparent'],
    ['chronic ls', 'run ls transparent'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

describe('undoes env', () => {
  const lines: readonly Line[] = [
    ['env', 'secret the environment'],
    ['env --version'],
    ['env --help'],
    ['env -0', 'secret the environment'],
    ['env FOO=bar', 'secret the environment'],
    ['env ls', 'run ls transparent'],
    ['env LANG=C ls', 'run ls transparent LANG=C'],
    ['env -i ls', 'unknown the command sees an empty environment', 'run ls'],
    ['env - ls', 'unknown the command sees an empty environment', 'run ls'],
    ['env - FOO=1 rm -rf /', 'unknown the command sees an empty environment', 'run rm -rf / FOO=1'],
    ['env -u HOME ls', 'run ls HOME='],
    ['env -C sub ls', 'run ls in sub'],
    ['env --chdir=sub ls', 'run ls in sub'],
    ['env -iu HOME A=1 ls', 'unknown the command sees an empty environment', 'run ls HOME= A=1'],
    ['env A=$X ls', 'unknown A=$X is not known', 'run ls transparent A=<A=$X is not known>'],
    ['env A="$X" ls', 'run ls transparent A=<A="$X" is not known>'],
    [
      'env "$X" rm -rf /',
      'unknown "$X" is not known',
      'run <"$X" is not known> rm -rf / transparent',
      'run rm -rf / transparent',
    ],
    ["env -S 'rm -rf /'", 'unknown `env -S` takes a text apart in its own way', 'run rm -rf /'],
    ["env -S'rm -rf /'", 'unknown `env -S` takes a text apart in its own way', 'run rm -rf /'],
    ["env -vS 'A=1 rm' -rf /", 'unknown `env -S` takes a text apart in its own way', 'run rm -rf / A=1'],
    ["env --split-string='rm -rf /'", 'unknown `env -S` takes a text apart in its own way', 'run rm -rf /'],
    ["env --split-string 'rm -rf /'", 'unknown `env -S` takes a text apart in its own way', 'run rm -rf /'],
    ["env --sp='rm -rf /'", 'unknown `env -S` takes a text apart in its own way', 'run rm -rf /'],
    [
      'env -S "$X"',
      'unread what `env -S` runs is not known: "$X" is not known',
      'unknown `env -S` takes a text apart in its own way',
      'secret the environment',
    ],
    [
      'env -S \'-u A -S "rm -rf /"\'',
      'unknown `env -S` takes a text apart in its own way',
      'unknown `env -S` takes a text apart in its own way',
      'run rm -rf / A=',
    ],
    [
      `env -S 'rm -rf \${HOME}'`,
      'unknown `env -S` takes a text apart in its own way',
      `unknown what \`env -S\` makes of \`rm -rf \${HOME}\` is only known at run time`,
      'run rm -rf /home/me',
    ],
    ['env -S \'rm -rf "a b" # no\'', 'unknown `env -S` takes a text apart in its own way', 'run rm -rf a b'],
    ["env -S 'rm\\_-rf\\_/'", 'unknown `env -S` takes a text apart in its own way', 'run rm -rf /'],
    [
      'env -a rm busybox -rf /',
      'run busybox -rf /',
      'unknown the program is told that its name is `rm`',
      'run rm -rf /',
    ],
    [
      'env --argv0=rm busybox -rf /',
      'run busybox -rf /',
      'unknown the program is told that its name is `rm`',
      'run rm -rf /',
    ],
    ['env --block-signal=INT ls', 'run ls'],
    [
      'env --uns HOME rm -rf /',
      'unknown the option --uns is not one whose doing is known',
      'run HOME rm -rf /',
      'run rm -rf /',
    ],
    [
      "env SHELLOPTS=xtrace 'PS4=$(./x.sh)' bash -c true",
      'run bash -c true transparent SHELLOPTS=xtrace PS4=$(./x.sh)',
    ],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

describe('follows what the shell runs itself', () => {
  const lines: readonly Line[] = [
    ['command ls', 'run ls transparent'],
    ['command -v git'],
    ['command -V git'],
    ['command -pv git'],
    ['command -p rm -rf /', 'run rm -rf / transparent'],
    ['command -- ls', 'run ls transparent'],
    ['command'],
    ['builtin echo hi', 'run echo hi transparent'],
    ['exec'],
    ['exec ls', 'unknown it takes the place of the shell: what follows does not run', 'run ls transparent'],
    [
      'exec -a rm busybox -rf /',
      'unknown it takes the place of the shell: what follows does not run',
      'run busybox -rf / transparent',
      'unknown the program is told that its name is `rm`',
      'run rm -rf /',
    ],
    [
      'exec -c ls',
      'unknown it takes the place of the shell: what follows does not run',
      'unknown the command sees an empty environment',
      'run ls transparent',
    ],
    [
      'exec -l bash',
      'unknown it takes the place of the shell: what follows does not run',
      'unknown the command is told that it is a login shell',
      'run bash transparent',
    ],
    ['eval'],
    ["eval 'ls'", 'unknown `eval` runs text as code', 'script ls'],
    ['eval rm -rf /', 'unknown `eval` runs text as code', 'script rm -rf /'],
    ["eval -- 'rm -rf /'", 'unknown `eval` runs text as code', 'script rm -rf /'],
    ['eval "$X"', 'unread what `eval` runs is not known: "$X" is not known', 'script <"$X" is not known>'],
    ['eval rm -rf "$X/"', 'unread what `eval` runs is not known: "$X/" is not known', 'script <"$X/" is not known>'],
    ['trap'],
    ['trap -l'],
    ['trap -p'],
    ['trap - EXIT'],
    ['trap EXIT'],
    ["trap '' INT", 'env the signals it listens to'],
    ["trap './x.sh' EXIT", 'unknown `trap` keeps text to run it as code later', 'script ./x.sh'],
    ["trap -- 'rm -rf /' EXIT", 'unknown `trap` keeps text to run it as code later', 'script rm -rf /'],
    ['trap "$X" EXIT', 'unread what `trap` runs is not known: "$X" is not known', 'script <"$X" is not known>'],
    ['trap 2'],
    ['source x.sh', 'read x.sh', 'unread what is written in `x.sh` runs in this shell'],
    ['. x.sh', 'read x.sh', 'unread what is written in `x.sh` runs in this shell'],
    ['. ./x.sh a b', 'read ./x.sh', 'unread what is written in `./x.sh` runs in this shell'],
    ['source "$X"', 'read <"$X" is not known>', 'unread what is written in `"$X"` runs in this shell'],
    ['source'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

it('stops at a text of env -S within too many others', () => {
  let text = 'rm -rf /';
  for (let depth = 0; depth < 12; depth += 1) text = `-S "${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  expect(recordDoing(['env', '-S', text])).toContain('unread `env -S` within `env -S` too many times');
});
