import { describe, expect, it } from 'vitest';
import { recordDoing } from '../record-doing.js';
import { quotedWords } from './quoted-words.js';

/** A command, then what is reported of it. */
type Line = readonly [command: string, ...reports: string[]];

describe('proves what only looks or steers the flow', () => {
  const lines: readonly Line[] = [
    ['cd src'],
    ['pushd src'],
    ['popd'],
    ['pwd'],
    ['pwd -P'],
    ['dirs'],
    ['shift'],
    ['shift 2'],
    ['return 1'],
    ['break'],
    ['continue 2'],
    ['exit'],
    ['exit 3'],
    ['logout'],
    ['type -a git'],
    ['help set'],
    ['caller'],
    ['times'],
    ['wait'],
    ['wait 12'],
    ['jobs'],
    ['jobs -l'],
    ['fg'],
    ['hash'],
    ['hash -r'],
    ['hash git'],
    ['alias'],
    ['alias -p'],
    ['alias ll'],
    ['enable'],
    ['enable -a'],
    ['umask'],
    ['umask -S'],
    ['ulimit -a'],
    ['ulimit -n'],
    ['shopt'],
    ['shopt -p'],
    ['shopt -q extglob'],
    ['shopt extglob'],
    ['complete'],
    ['complete -p'],
    ['compgen -c'],
    ['compgen -A function'],
    ["compgen -W 'a b c' -- a"],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

describe('tells options that change meaning from those that do not', () => {
  const lines: readonly Line[] = [
    ['set -e'],
    ['set -u'],
    ['set -x'],
    ['set -euo pipefail'],
    ['set -ex'],
    ['set -eu -o pipefail'],
    ['set -Eeuo pipefail'],
    ['set +e'],
    ['set +x'],
    ['set -o pipefail'],
    ['set -o errexit -o nounset'],
    ['set -o vi'],
    ['set -o'],
    ['set +o'],
    ['set --'],
    ['set -- a b', 'env the arguments of the shell'],
    ['set a b', 'env the arguments of the shell'],
    ['set', 'secret the variables of the shell'],
    ['set -f', 'unknown `set -f` may change what the rest of the command means'],
    ['set -k', 'unknown `set -k` may change what the rest of the command means'],
    ['set -a', 'unknown `set -a` may change what the rest of the command means'],
    ['set -B', 'unknown `set -B` may change what the rest of the command means'],
    ['set -P', 'unknown `set -P` may change what the rest of the command means'],
    ['set -o posix', 'unknown `set -o posix` may change what the rest of the command means'],
    ['set -o allexport', 'unknown `set -o allexport` may change what the rest of the command means'],
    ['set -euo noglob', 'unknown `set -o noglob` may change what the rest of the command means'],
    ['set $X', 'unknown $X is not known', 'env the arguments of the shell'],
    ['set -o "$X"', 'unknown "$X" is not known'],
    ['set --foo', 'unknown `set --foo` may change what the rest of the command means'],
    ['shopt -s globstar', 'unknown `shopt` sets `globstar`, which may change what the rest of the command means'],
    [
      'shopt -s expand_aliases',
      'unknown `shopt` sets `expand_aliases`, which may change what the rest of the command means',
    ],
    ['shopt -u nullglob', 'unknown `shopt` sets `nullglob`, which may change what the rest of the command means'],
    ['umask 022', 'env umask'],
    ['ulimit -n 1024', 'env the limits of the shell'],
    ['ulimit -c unlimited', 'env the limits of the shell'],
    ['ulimit $X', 'unknown $X is not known', 'env the limits of the shell'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

describe('tells which variables are set or shown', () => {
  const lines: readonly Line[] = [
    ['export', 'secret the variables of the shell'],
    ['export -p', 'secret the variables of the shell'],
    ['export FOO=bar', 'env FOO', 'unknown `FOO` may steer what runs'],
    ['export FOO', 'env FOO'],
    ['export LANG=C', 'env LANG'],
    ['export PATH=./bin', 'env PATH', 'unknown `PATH` says where programs are looked for'],
    ['export PATH', 'env PATH', 'unknown `PATH` says where programs are looked for'],
    [
      'export LD_PRELOAD=./x.so',
      'env LD_PRELOAD',
      'unknown `LD_PRELOAD` tells the loader of programs which other code or files to use',
    ],
    ['export FOO="$X"', 'env FOO', 'unknown `FOO` may steer what runs'],
    ['export FOO=$X', 'unknown FOO=$X is not known', 'env FOO', 'unknown `FOO` may steer what runs'],
    ['export $X', 'unknown $X is not known', 'unread which variable is set is not known: $X is not known'],
    ['export -n FOO', 'env FOO'],
    ['export -f fn', 'env fn'],
    [
      "export 'A[$(x)]=1'",
      'env A[$(x)]',
      'unread `A[$(x)]` is evaluated, and the evaluation can run commands',
      'unknown `A[$(x)]` may steer what runs',
    ],
    [
      "export 'PS4=$(./x.sh)'",
      'env PS4',
      "unread `'PS4=$(./x.sh)'` is evaluated, and the evaluation can run commands",
      'unknown `PS4` changes what the shell does, and can make it run code',
    ],
    ['declare', 'secret the variables of the shell'],
    ['declare -p', 'secret the variables of the shell'],
    ['declare -p HOME'],
    ['declare -p API_KEY', 'secret API_KEY'],
    ['declare -p "$X"', 'unknown "$X" is not known', 'unread which variable is shown is not known: "$X" is not known'],
    ['declare -f'],
    ['declare -f fn'],
    ['declare -F'],
    ['declare -fx fn', 'env fn'],
    ['declare X=1', 'env X'],
    ['declare -x X=1', 'env X', 'unknown `X` may steer what runs'],
    ['declare -x', 'secret the variables of the shell'],
    ['declare -i X=1+2', 'env X'],
    ['declare -i X=a', 'env X', 'unread `X=a` is evaluated, and the evaluation can run commands'],
    ["declare -i 'X=a[$(x)]'", 'env X', "unread `'X=a[$(x)]'` is evaluated, and the evaluation can run commands"],
    ['declare -i X="$Y"', 'env X', 'unread `X="$Y"` is evaluated, and the evaluation can run commands'],
    ['declare -n ref=PATH', 'env ref', 'unread `ref` becomes another name for a variable'],
    ['declare -r X=1', 'env X'],
    ['declare +x X', 'env X'],
    ['declare -a X', 'env X'],
    ['declare PATH=./bin', 'env PATH', 'unknown `PATH` says where programs are looked for'],
    ['declare X+=1', 'env X'],
    ['declare -Z X=1', 'unknown the option -Z in -Z is not one whose doing is known', 'env X'],
    ['typeset -i X=5', 'env X'],
    ['local x=1', 'env x'],
    ['local', 'secret the variables of the shell'],
    ['readonly X=1', 'env X'],
    ['readonly', 'secret the variables of the shell'],
    ['unset X', 'env X'],
    ['unset -f fn', 'env fn'],
    ["unset 'a[$(x)]'", 'unread `a[$(x)]` is evaluated, and the evaluation can run commands'],
    ['unset "$X"', 'unknown "$X" is not known', 'unread what is unset is not known: "$X" is not known'],
    ['unset PATH', 'env PATH'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

describe('cannot read what follows once names mean something else', () => {
  const lines: readonly Line[] = [
    ["alias ls='./x.sh'", 'unread a later command of the name `ls` runs something else', 'script ./x.sh'],
    ['alias "$X"', 'unknown "$X" is not known', 'unread a later command of the name `"$X"` runs something else'],
    ['unalias ls', 'env ls'],
    ['unalias -a', 'env the aliases'],
    ['hash -p ./x.sh ls', 'unread a later command of the name `ls` runs something else'],
    ['hash -p "$X" ls', 'unread a later command of the name `ls` runs something else'],
    ['enable -f ./x.so ls', 'read ./x.so', 'unread the shell loads the code in `./x.so`'],
    ['enable -n echo', 'unread a later command of the name `echo` runs something else'],
    ['enable echo', 'unread a later command of the name `echo` runs something else'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

describe('tells what is filled from input or evaluated', () => {
  const lines: readonly Line[] = [
    ['read', 'env REPLY'],
    ['read line', 'env line'],
    ['read -r a b', 'env a', 'env b'],
    ["read -rp 'name? ' x", 'env x'],
    ['read -a arr', 'env arr'],
    ["read -d '' -r x", 'env x'],
    ['read PATH', 'env PATH', 'unknown `PATH` says where programs are looked for'],
    ["read 'a[$(x)]'", 'env a[$(x)]', 'unread `a[$(x)]` is evaluated, and the evaluation can run commands'],
    ['read "$X"', 'unknown "$X" is not known', 'unread which variable is set is not known: "$X" is not known'],
    ['read -r BASH_ENV', 'env BASH_ENV', 'unknown `BASH_ENV` changes what the shell does, and can make it run code'],
    ['mapfile lines', 'env lines'],
    ['mapfile -t', 'env MAPFILE'],
    ['readarray -t lines', 'env lines'],
    ["mapfile -C 'rm -rf /' -c 1 a", 'unread it runs a command for the lines it reads', 'script rm -rf /', 'env a'],
    ["mapfile -O 'a[$(x)]' b", "unread `'a[$(x)]'` is evaluated, and the evaluation can run commands", 'env b'],
    ['getopts ab: opt', 'env opt'],
    ["getopts ab 'a[$(x)]'", 'env a[$(x)]', 'unread `a[$(x)]` is evaluated, and the evaluation can run commands'],
    ['let 1+2'],
    ["let '(1 + 2) * 3'"],
    ['let x=1', 'unread `x=1` is evaluated, and the evaluation can run commands'],
    ["let 'a[$(x)]=1'", 'unread `a[$(x)]=1` is evaluated, and the evaluation can run commands'],
    ['let "$X"', 'unread `"$X"` is evaluated, and the evaluation can run commands'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

describe('doubts what is kept for later or runs by itself', () => {
  const lines: readonly Line[] = [
    ['bg', 'unknown what it leaves running goes on after the call'],
    ['disown', 'unknown what it leaves running goes on after the call'],
    ['disown -a', 'unknown what it leaves running goes on after the call'],
    ['suspend', 'unknown it stops the shell until it is woken'],
    ['jobs -x rm -rf /', 'unknown it puts numbers of processes into the command', 'run rm -rf /'],
    ['wait -n'],
    ['wait -p v', 'env v'],
    ["wait -p 'a[$(x)]'", 'env a[$(x)]', "unread `'a[$(x)]'` is no plain name of a variable"],
    ['history', 'secret what was typed before'],
    ['history 10', 'secret what was typed before'],
    ['fc -l', 'secret what was typed before'],
    ['history -a', 'unknown it changes or moves what was typed before'],
    ['history -a out.txt', 'unknown it changes or moves what was typed before', 'write out.txt'],
    ['history -w out.txt', 'unknown it changes or moves what was typed before', 'write out.txt'],
    ['history -r in.txt', 'unknown it changes or moves what was typed before', 'read in.txt'],
    ['history -c', 'unknown it changes or moves what was typed before'],
    ['history -d 3', 'unknown it changes or moves what was typed before'],
    ["history -s 'rm -rf /'", 'unknown it changes or moves what was typed before'],
    ['fc', 'unread it runs commands that were typed before'],
    ['fc -s', 'unread it runs commands that were typed before'],
    ['fc -e vi 1 2', 'unread it runs commands that were typed before'],
    ['bind -x \'"a":./x.sh\'', 'unread a key runs a command', 'script ./x.sh'],
    ['bind -f keys.txt', 'read keys.txt', 'unknown it changes what keys do'],
    ['bind -p', 'unknown it changes what keys do'],
    [
      "complete -C 'rm -rf /' git",
      'unread it runs a command to find words',
      'script rm -rf /',
      'unknown it changes how words are completed',
    ],
    ['complete -F fn git', 'unread it runs the function `fn`', 'unknown it changes how words are completed'],
    ["complete -W 'a b' git", 'unknown it changes how words are completed'],
    ["compgen -C 'rm -rf /'", 'unread it runs a command to find words', 'script rm -rf /'],
    ['compgen -F fn', 'unread it runs the function `fn`'],
    ["compgen -W '$(rm -rf /)'", 'unread `$(rm -rf /)` is expanded, which can run commands'],
    ['compgen -f /etc/', 'read /etc/'],
    ['compgen -d src', 'read src'],
    ['compgen -A file .ssh/', 'read .ssh/'],
    ["compgen -G '*.ts'", 'read *.ts'],
    ["compgen -V PATH -W 'a'", 'env PATH', 'unknown `PATH` says where programs are looked for'],
    ['compopt -o default', 'unknown it changes how words are completed'],
    ['dirs -c', 'env the folders kept by pushd'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});
