// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts for bash

import type { Random } from '../../support/random.js';
import type { Making } from './fuzz-programs.js';
import { operand, quote } from './fuzz-words.js';

/** Programs whose words are a language of their own. */
export function scriptCommand(making: Making): string {
  return making.random.pick([sed, sed, awk, awk, jq, find, find, test, printf, date, builtin])(making);
}

const quoteScript = (random: Random, text: string): string =>
  random.chance(0.15) ? quote(random, text) : `'${text.replaceAll("'", "'\\''")}'`;

/** Fills each mark of a shape (`A`, `S`) with one of its kind. */
function fill(random: Random, shape: string, kinds: Readonly<Record<string, readonly string[]>>, depth = 0): string {
  return shape.replaceAll(/«(\w)»/g, (_all, kind: string) => {
    const list = kinds[kind] ?? [''];
    const plain = list.filter((one) => !one.includes('«'));
    return fill(random, random.pick(depth > 3 && plain.length > 0 ? plain : list), kinds, depth + 1);
  });
}

const sedKinds = {
  a: [
    '', '', '', '1', '$', '2,3', '/a/', '\\,a,', '0~2', '1!', '/[/]/', '/a\\/b/', '1,+1', '/x/I', '/a/,/b/', '0,/a/', '1,~2', '/[]/]/', '/[^]/]/', '//', '\\xaxI',
    '/[[:alpha:]/]/', '\\n', '/a/,$!', '1 , 2', '/\\n/', '\\c[c]c', '/a\\', '/[\\/]/', '$!', '/a/IM', '\\|a\\|b|', '1~3', '/[[.slash.]]/', '/[a\n/',
  ],
  t: ['new.txt', 'a.txt', '.env', 'out-link', '../../c/out/secret.txt', '/dev/stdout', '/dev/stderr', '/dev/null', ' new.txt', 'x', 'src/new.txt'],
  c: [
    'p', 'd', 'q', '=', 'n', 'N', 'D', 'P', 'h', 'H', 'g', 'G', 'x', 'l', 'l 5', 'F', 'z', 's/a/b/', 's,a,b,g', 's/a/b/w «t»', 's/a/b/gw «t»', 's/a/touch pwned/e', 's|a|b|pe',
    'w «t»', 'r «t»', 'R «t»', 'W «t»', 'r«t»', 'w«t»', 'e touch pwned', 'e', 'y/abc/xyz/', 'y/a\\/b/xyz/', 'a text', 'a\\\nw «t»', 'a\\', 'i\\\nfoo\\\nw «t»', 'c x', ':l', 'bl', 'b', 't', 'tl',
    ': l;w «t»', 'b l;w «t»', ':l w «t»', 'T', '{«a»«c»}', '{ «a»«c» ; «a»«c» }', '#c', '# \n«c»', '#w «t»', 'Q', 'q1', 'q 5', 'Q0', 's/[/]/b/', 's/[/]/w «t»/', 's/x/[/;w «t»/', 's/a\\/b/c/', 's/a/b\\/w «t»/',
    's/a/\\\nw «t»/', 's/[^/]*$//', 's/\\[/x/w «t»', 's/[\\]/x/;w «t»', 's/a/b/2w «t»', 's/a/b/I;w «t»', 's/a/b/m', 's/a/b/M', 'sxaxbx', 's;a;b;w «t»', 's a b ', 'snanbn', 's\\a\\b\\',
    'v', 'v 4.2', 'a foo\\\nbar', 'a foo ; w «t»', 'i foo}w «t»', '}', '{', 'p;p', 'pw «t»', 'p}', 'd # w «t»', '=;w «t»', 'l;w «t»', 'l 1w «t»', 'q;w «t»', 'y/a;w x/bbbbb/', 'y,/,\\,,', 'F;e', 'z;R «t»',
    's/a/&w «t»/', 's/\\(a\\)/\\1/w «t»', 's/[[:space:]/]*$//', 's/[]/]/x/w «t»', 's/[^]/]/x/', 's/[[=/=]]/x/w «t»', 's/a/\\cw/', 's/[a/b/w «t»', 's/a]/b/w «t»', '$!N', 's/\\n/,/', 'ba', 'b;w «t»', 'b}', 't ;e',
    'a\\text', 'a\\\\\nw «t»', '1i\\  x', '$a\\', 'c\\\n\\', 'r a.txt\nw «t»', 'r a.txt;w «t»', 'r a.txt}', 'w /dev/stdout\ne', 's/a/b/w /dev/stdout\nw «t»',
  ],
  j: [';', '\n', ';', '\n', ' ; ', ' ', '', '\r', '\t', '};', ';;', '\\\n'],
}; // biome-ignore format: a table

function sed({ random, clean }: Making): string {
  const script = (): string => {
    const parts = random.many(1, 3, () => fill(random, '«a»«c»', sedKinds));
    return parts.map((part, at) => (at === 0 ? part : random.pick(sedKinds.j) + part)).join('');
  };
  const options = random.many(0, 2, () =>
    random.pick([
      '-n',
      '-E',
      '-r',
      '-s',
      '-z',
      '-u',
      '--posix',
      '--debug',
      '-i',
      '-n',
      '-l5',
      '--sandbox',
      '-b',
      '-i.bak',
      '-ni',
      '-nE',
      '-En',
      '--null-data',
      '-f run.sed',
      '--expression',
      '-e',
      '--exp=p',
      '-s -n',
      '-zn',
      '--line-length=3',
      '--follow-symlinks',
    ]),
  );
  const scripts = random.chance(0.25)
    ? random.many(1, 3, () => `-e ${quoteScript(random, script())}`)
    : [quoteScript(random, script())];
  const words = [...options, ...scripts, ...random.many(0, 2, () => operand(random, { clean }))];
  return `sed ${words.join(' ')}`;
}

const awkKinds = {
  t: ['"new.txt"', '"new" ".txt"', '"/dev/stdout"', '"/dev/stderr"', '"/dev/null"', '"-"', '".env"', '"out-link"', '"a.txt"', 'f', '$1', '"../../c/out/secret.txt"', '("new.txt")', '"a\\056txt"', '"\\.env"'],
  k: ['"touch pwned"', '"cat"', '"cat .env"', '"sort"', '"./x.sh"', 'f', '"touch" " pwned"'],
  e: [
    '$1', '$0', '$NF', 'NR', '"a"', '"a\\"b"', '"\\\\"', '"#"', '"/"', '1', '0', 'x', '«e» + «e»', '«e» "x" «e»', '(«e»)', '«e» > «e»', '(«e» > «e»)', '«e» ? «e» : «e»', '/a/', '/[/"]/', '/a\\/b/', '/"/', '«e» ~ /a/',
    '«e» / 2', 'x / y / z', '$1 / «e» / «e»', 'x++ / 2 / 1', 'length / 2', 'length($0)', 'substr($0, 1, 2)', 'getline', '(getline l)', '(getline < «t»)', '(getline l < «t»)', 'getline l < «t»', '«k» | getline', '(«k» | getline l)',
    'system(«k»)', 'ENVIRON["HOME"]', 'ENVIRON["FUZZ_API_TOKEN"]', 'ARGV[1]', 'ARGC', 'a[$1]', '$1 in a', '-x', '!x', 'x = «e»', 'toupper($1)', 'sprintf("%s", «e»)', 'close(«t»)', 'fflush()', 'FILENAME', '$(NF-1)', 'x /= 2',
    '(«e», «e») in a', 'index($0, "/")', 'split($0, p, /[/]/)', 'match($0, /a|"/)', 'gsub(/"/, "")', 'gsub("/", "x")', 'a["]"]', '"a;b"', '"}"', 'srand()', 'rand()', 'x^2', 'x ** 2', 'split(".env", ARGV)', '++ARGC',
  ],
  s: [
    'print', 'print «e»', 'print «e», «e»', 'print «e» > «t»', 'print «e» >> «t»', 'print(«e») > «t»', 'print (1)(2) > «t»', 'print «e» | «k»', 'printf "%s\\n", «e»', 'printf("%s", «e») > «t»', 'printf "a" > «t»', 'print > «t»', 'x = «e»',
    'x += «e»', 'a[$1]++', 'a[«e»] = «e»', 'if («e») «s»', 'if («e») «s»; else «s»', 'if («e») /a/', 'while ((getline l < «t») > 0) «s»', 'while (x++ < 3) «s»', 'for (i = 0; i < 3; i++) «s»', 'for (k in a) «s»', 'do «s»; while (x++ < 2)', '{ «s» }', 'next', 'exit',
    'getline', 'getline < «t»', 'getline x < «t»', 'system(«k»)', '«k» | getline', 'close(«t»)', 'delete a', '«s»; «s»', '«s»\n«s»', 'ARGV[1] = «t»', 'ARGV[ARGC++] = «t»', '$1 = «e»', 'print # > "new.txt"\n', 'print \\\n«e»', 'print «e» ,\n«e» > «t»', 'return', ';', 'printf «e» > «t» ".x"',
    'print «e» > «e» ? «e» : «t»', 'print (x > 1) ? «e» : «e»', 'print x > 1', 'print «e»\n> «t»', 'print «e» && \n «e» > «t»', 'print /a/ > «t»', 'print a / b > «t» / 2', 'print "a" "#" > «t» # "', 'print "/" > «t» "/"', 'print 1/2 > «t»; x = 1/2', 'FS = "/"', 'RS = "\\n" /x/',
  ],
  r: ['{ «s» }', '«e»', '«e» { «s» }', 'BEGIN { «s» }', 'END { «s» }', '/a/, /b/ { «s» }', 'function f(a) { «s» } { «s» }', 'NR == 1 { «s» }', '!a[$0]++', '1', '{ «s» } «e»', 'BEGIN { «s»; «s» } { «s» } END { «s» }', '@include "run.awk"', '{ «s» # }\n}'],
}; // biome-ignore format: a table

function awk({ random, clean }: Making): string {
  const program = fill(random, random.many(1, 2, () => '«r»').join(random.pick([' ', '\n', ';'])), awkKinds);
  const options = random.many(0, 2, () =>
    random.pick([
      '-F,',
      '-F :',
      "-F'/'",
      '-v x=1',
      '-v f=new.txt',
      '-v f=.env',
      '-f run.awk',
      '-F\\\\t',
      '-W version',
      '-W exec',
      '-vf=new.txt',
      '-W dump',
      '-Wi',
      '-W interactive',
      '-v ARGC=3',
      '--',
      '-e',
      '--version',
      '-h',
      '-V',
      '-o',
      '-d',
    ]),
  );
  const operands = random.many(0, 2, () =>
    random.chance(0.1) ? random.pick(['f=new.txt', 'x=1', 'FS=,', 'f=.env']) : operand(random, { clean }),
  );
  return [random.chance(0.1) ? 'mawk' : 'awk', ...options, quoteScript(random, program), ...operands].join(' ');
}

const jqFilters = [
  '.', '.a', 'keys', '.env', '.env.a', '.["env"]', '{env}', '{env: 1}', '{$ENV}', 'env', 'env.HOME', '$ENV', '$ENV.FUZZ_API_TOKEN', '"\\(env)"', '"\\($ENV.FUZZ_API_TOKEN)"', '"env"', 'input', 'inputs', '[inputs]', 'input_filename',
  '$__prog_args', '$__loc__', 'import "a" as a; .', 'include "x"; .', '@sh "a\\(.)"', '[limit(3; repeat(1))]', 'debug', 'halt_error', 'halt', 'getpath(["env"])', 'to_entries[]', '.[]?', '.. | numbers', '# c\nenv', '. # env\n', '. # \\\nenv',
  'def env: 1; env', 'def f: env; f', '. as $ENV | $ENV', '.env as {a: $x} | $x', 'try env catch 1', '.a.env', '. | env', '.a |env|.b', '[.[]|tostring]', 'input_line_number', 'modulemeta', 'get_search_list', '$a', '$named', '$ARGS', 'ltrimstr("env")',
  '@json "x\\(env|keys)"', '@base64', '"a\\"\\(env)"', '"\\\\(env)"', '"\\\\\\(env)"', '"a" , env', 'env|length', '.[env|keys[0]]', 'splits("env")', 'getpath(["a","b"])', 'path(..)', 'input as $x|$x', 'now|todate', 'error(env)', 'builtins|length', 'stderr',
]; // biome-ignore format: a table

function jq({ random, clean }: Making): string {
  const option = (): string =>
    random.pick([
      '-r',
      '-n',
      '-c',
      '-s',
      '-R',
      '-nr',
      '-rR',
      '-e',
      '-S',
      '--tab',
      '--indent 2',
      '--arg a env',
      '--argjson a 1',
      '--rawfile a .env',
      '--rawfile a a.txt',
      '--slurpfile a package.json',
      '--args',
      '--jsonargs',
      '-f',
      '-L src',
      '-Lsrc',
      '--stream',
      '-j',
      '-nrf',
      '--from-file',
      '--seq',
      '-C',
      '-h',
      '-rn',
      '--argfile a .env',
      '--exit-status',
      '-sR',
      '-rL',
      '-n1',
    ]);
  const words = [
    ...random.many(0, 3, option),
    ...(random.chance(0.95) ? [quoteScript(random, random.pick(jqFilters))] : []),
    ...random.many(0, 2, () => operand(random, { clean })),
  ];
  if (random.chance(0.25)) words.push(option());
  return `jq ${words.join(' ')}`;
}

const findParts = [
  '-name "*.ts"', "-iname 'A*'", '-type f', '-type d', '-type l', '-maxdepth 1', '-mindepth 1', '-print', '-print0', '-ls', '-prune', '-quit', '-o', '-a', '!', '-not', '\\(', '\\)', ',', '-newer a.txt', '-newer out-link', '-size +1k', '-empty', '-mtime -1',
  '-perm -u+x', '-path "./src/*"', '-regex ".*"', '-lname "*"', '-samefile a.txt', '-printf "%p\\n"', '-printf %l', '-fprint new.txt', '-fprintf new.txt %p', '-fls new.txt', '-fprint0 new.txt', '-delete', '-exec cat {} +', '-exec cat {} \\;', '-exec ls -l {} \\;', '-exec touch pwned \\;', '-execdir cat {} +',
  '-exec grep -l a {} +', '-exec wc -l {} +', '-exec sh -c "cat {}" \\;', '-exec head -n1 {} \\;', '-ok cat {} \\;', '-okdir touch pwned \\;', '-follow', '-xdev', '-depth', '-files0-from names.txt', '-newermt 2020-01-01', '-newerma a.txt', '-true', '-false', '-name .env', '-name "*env*"', '-name ".e*"',
  '-exec echo {} +', '-exec basename {} \\;', '-exec file {} +', '-exec stat {} +', '-exec sed -n 1p {} \\;', '-exec cat {} .env \\;', '-exec cat a.txt \\;', '-exec {} \\;', '-exec ./x.sh {} +', '-exec grep -r a {} +', '-exec grep -rl kQ7 {} \\;', '-exec ls -R {} \\;', '-exec du -a {} +', '-type f,l', '-xtype f', '-xtype l', '-exec tail -n 2 {} +',
  '-regextype posix-extended', '-inum 5', '-readable', '-daystart', '-noleaf', '-exec cat {}/leak \\;', '-exec cat ./{} \\;', '-exec cat {}x \\;', '-exec readlink -f {} \\;', '-exec sha256sum {} +', '-exec cat -- {} +', '-exec wc {} ;', '-type f -exec cat {} +', '-name "*.txt" -type f -exec cat {} \\;', '-exec nl {} +',
]; // biome-ignore format: a table

function find({ random, clean }: Making): string {
  const leading = random.chance(0.2)
    ? random.many(1, 1, () => random.pick(['-L', '-H', '-P', '-O3', '-D tree', '-D exec', '--']))
    : [];
  const starts = random.many(0, 2, () =>
    random.chance(0.6)
      ? random.pick(['.', 'src', 'docs', 'src/', './src', 'pair', 'conf'])
      : operand(random, { clean }),
  );
  return ['find', ...leading, ...starts, ...random.many(0, 4, () => random.pick(findParts))].join(' ');
}

const testWords = ['-f', '-e', '-d', '-r', '-n', '-z', '-v', '-R', '-nt', '-ef', '=', '==', '!=', '-eq', '-lt', '<', '>', '\\<', '\\>', '!', '-a', '-o', '\\(', '\\)', '1', 'a', 'x', "'x[$(touch pwned)]'", "'a[`touch pwned`]'", '$x', '"$x"', '-t', '-N', 'a.txt', '.env', 'out-link', '=~', '&&', '||', '(', ')', ']', ']]', '-x', '-s']; // biome-ignore format: a table

function test({ random }: Making): string {
  const words = random.many(0, 5, () => random.pick(testWords)).join(' ');
  return random.pick([
    `test ${words}`,
    `[ ${words} ]`,
    `[[ ${words} ]]`,
    `[ ${words}`,
    `test ${words} && echo yes`,
    `[[ ${words} ]] && cat a.txt`,
  ]);
}

function printf({ random, clean }: Making): string {
  const word = (): string =>
    random.pick([
      '%s',
      '"%s\\n"',
      "'%d'",
      '%n',
      "'%b'",
      "'%q'",
      '-v',
      '-vx',
      'x',
      "'x[$(touch pwned)]'",
      "'a[0]'",
      '--',
      '-',
      '%%n',
      "'%(%Y)T'",
      '%*s',
      '5',
      "'%s%n'",
      "'\\x41'",
      '-n',
      '-e',
      '"%5$s"',
      "'%-5n'",
      operand(random, { clean }),
    ]);
  return `${random.pick(['printf', 'printf', 'echo', 'builtin printf', '/usr/bin/printf', 'command echo'])} ${random.many(1, 4, word).join(' ')}`;
}

function date({ random }: Making): string {
  const word = (): string =>
    random.pick([
      '+%Y',
      '"+%F %T"',
      '-u',
      '-d now',
      '-d "@0"',
      '--date=yesterday',
      '-f names.txt',
      '-f .env',
      '-fout-link',
      '--file=reach.txt',
      '-r a.txt',
      '-r out-link',
      '-s now',
      '-Iseconds',
      '-I',
      '-R',
      '010100002020',
      '--rfc-3339=date',
      '--debug',
      '--set=now',
      '--iso-8601',
      '-uR',
      '-ur a.txt',
      '--da=now',
      '--ref=.env',
    ]);
  return `date ${random.many(0, 3, word).join(' ')}`;
}

const builtins = [
  'pwd', 'pwd -P', 'cd src', 'cd out-dir', 'cd -', 'cd ..', 'cd', 'cd dir-link/..', 'cd -P dir-link', 'pushd src', 'popd', 'dirs -v', 'type cat', 'type -a ls', 'command -v git', 'hash', 'hash -p ./x.sh cat', 'help cd', 'history', 'read x < a.txt', 'read -r x < .env', 'mapfile -t l < a.txt', 'set', 'set -e',
  'set -x', 'set -- .env', 'shopt -s dotglob', 'shopt -s extglob', 'shopt -s globstar nullglob', 'shopt', 'compgen -f', 'compgen -c', 'compgen -e', 'compgen -A file .e', 'compgen -W "$(touch pwned)"', 'compgen -G "*"', 'compgen -C ./x.sh', 'compgen -W \'$(touch pwned)\'', 'declare -p', 'declare -x', 'export', 'export -p', 'env', 'printenv HOME',
  'let x=1', "let 'x[$(touch pwned)]=1'", 'umask', 'umask 077', 'ulimit -a', 'ulimit -n 100', 'times', 'wait', 'jobs', 'getopts a x', 'alias', 'alias cat=./x.sh', 'unalias -a', 'trap', "trap 'touch pwned' EXIT", 'trap -p', 'exit 0', 'return', ':', ': ${x:=.env}', 'true', 'false', 'unset x', 'unset "a[$(touch pwned)]"', "unset 'a[$(touch pwned)]'", 'readonly x=1', 'local x', 'enable -n cat',
  'enable', 'caller', 'source run.awk', '. ./x.sh', 'eval cat a.txt', 'eval "cat .env"', 'exec cat a.txt', 'exec 3<a.txt', 'exec > new.txt', 'bind -l', 'fc -l', 'suspend', 'disown', 'kill -l', 'kill -0 1', 'kill 1', 'builtin cd src', 'command cd src', 'shift', 'logout', 'coproc cat', 'typeset -f', 'x=a.txt', 'x=.env', 'export x=.env', 'IFS=/', 'PATH=bin', 'CDPATH=..', 'HOME=../../c/out', 'BASH_ENV=x.sh', 'GLOBIGNORE=a*', 'OLDPWD=../../c', 'TZ=UTC', 'LC_ALL=C', 'set -f', 'set +B', 'set -o', 'sleep 0.01',
]; // biome-ignore format: a table

function builtin({ random }: Making): string {
  return random.pick(builtins);
}
