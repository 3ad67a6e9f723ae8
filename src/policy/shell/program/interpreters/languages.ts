import type { OptionSpec } from '../../options.js';

/** How an interpreter takes its code. Names stand parted by blanks. */
export interface Language extends OptionSpec {
  /** As a person calls it. */
  readonly title: string;
  /** Arguments that, standing alone, only make it print something of itself. */
  readonly tells: string;
  /** Variables that make it load code even then. */
  readonly steeredBy?: string;
  /** Options whose value is code. */
  readonly code?: string;
  /** Options whose value is code that cannot be read. */
  readonly encoded?: string;
  /** Options whose value is the name of a module that runs. */
  readonly modules?: string;
  /** Options whose value is a file that runs before the rest. */
  readonly loads?: string;
  /** Options whose value is the file that runs. */
  readonly files?: string;
  /** Options with which it goes through the files among its operands, and with which it changes them. */
  readonly filters?: string;
  readonly edits?: string;
  /** First operands that are no file: `node inspect`. */
  readonly verbs?: string;
  /** It does not take code from its input. */
  readonly noInput?: boolean;
}

/** By the names of their interpreters. */
export const languages: Readonly<Record<string, Language>> = {
  'python python2 python2.7 python3 python3.6 python3.7 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3 micropython':
    {
      title: 'Python',
      tells: '--version -V -VV --help -h',
      code: '-c',
      modules: '-m',
      flags: '-b -B -d -E -h -i -I -O -P -q -s -S -t -u -v -V -x',
      values: '-W -X --check-hash-based-pycs',
    },
  'ipython ipython3 bpython ptpython': {
    title: 'Python',
    tells: '--version -V --help -h',
    steeredBy: 'PYTHONPATH PYTHONHOME IPYTHONDIR',
    code: '-c',
    modules: '-m',
    flags: '-i',
    values: '--profile',
  },
  'qjs d8 gjs': { title: 'JavaScript', tells: '--version --help', code: '-e --eval -c --command' },
  'node nodejs': {
    title: 'JavaScript',
    tells: '--version -v --help -h',
    steeredBy: 'NODE_OPTIONS',
    code: '-e --eval -p --print -pe',
    loads: '-r --require --import --loader --experimental-loader',
    noClusters: true,
    flags: '-i --interactive -c --check --test --watch --inspect --inspect-brk',
    values: '-C --conditions --input-type --env-file --run --title',
    verbs: 'inspect',
  },
  'ts-node tsx ts-node-esm': {
    title: 'TypeScript',
    tells: '--version -v --help -h',
    steeredBy: 'NODE_OPTIONS',
    code: '-e --eval -p --print -pe',
    loads: '-r --require',
    noClusters: true,
    flags: '-T --transpile-only -i --esm',
    values: '-P --project -O --compiler-options',
  },
  'perl perl5 raku perl6': {
    title: 'Perl',
    tells: '-v --version --help -h',
    steeredBy: 'PERL5OPT PERL5DB',
    code: '-e -E',
    flags: '-n -p -a -l -w -s -S -t -T -u -U -W -X -c -f -g -h -v -0 -1 -2 -3 -4 -5 -6 -7 -8 -9',
    values: '-I',
    optional: '-i -F -m -M -C -D -d -V -x',
    filters: '-n -p',
    edits: '-i',
  },
  'ruby jruby truffleruby': {
    title: 'Ruby',
    tells: '-v --version --help -h',
    steeredBy: 'RUBYOPT',
    code: '-e',
    flags: '-n -p -a -l -w -s -S -c -d -h -v -U -y --disable-gems',
    values: '-r -I -C -E -K',
    optional: '-i -F -0 -T -W -x',
    filters: '-n -p',
    edits: '-i',
  },
  'irb pry': { title: 'Ruby', tells: '-v --version --help -h', code: '-e', values: '-r -I' },
  'php php5 php7 php7.4 php8 php8.0 php8.1 php8.2 php8.3 php8.4 php-cgi': {
    title: 'PHP',
    tells: '-v --version --help -h',
    steeredBy: 'PHPRC PHP_INI_SCAN_DIR',
    code: '-r --run -B --process-begin -R --process-code -E --process-end',
    files: '-f --file -F --process-file',
    flags: '-a -C -e -H -i -l -m -n -q -s -w',
    values: '-c -d -S -t -z --define',
  },
  'lua lua5.1 lua5.2 lua5.3 lua5.4 luajit texlua fennel': {
    title: 'Lua',
    tells: '-v --version --help -h',
    steeredBy: 'LUA_INIT LUA_INIT_5_1 LUA_INIT_5_2 LUA_INIT_5_3 LUA_INIT_5_4',
    code: '-e --eval',
    flags: '-i -v -E -W',
    values: '-l',
    optional: '-b -j -O',
  },
  'tclsh tclsh8.6 wish': { title: 'Tcl', tells: '', values: '-encoding', noClusters: true },
  expect: { title: 'Tcl', tells: '-v -version', code: '-c', files: '-f', flags: '-d -D -i -n -N' },
  'Rscript R littler': {
    title: 'R',
    tells: '--version --help -h',
    steeredBy: 'R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER',
    code: '-e',
    files: '-f --file',
    noClusters: true,
    flags: '--vanilla --slave --no-save --quiet -q',
    values: '--args',
    verbs: 'CMD',
  },
  julia: {
    title: 'Julia',
    tells: '--version -v --help -h',
    code: '-e --eval -E --print',
    loads: '-L --load',
    noClusters: true,
    values: '-J --sysimage -p --procs -t --threads -C -O',
  },
  'ghci runghc runhaskell': {
    title: 'Haskell',
    tells: '--version --numeric-version --help',
    code: '-e',
    noClusters: true,
  },
  'scala scala-cli amm': {
    title: 'Scala',
    tells: '-version --version --help',
    steeredBy: 'JAVA_OPTS JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS',
    code: '-e',
    noClusters: true,
    values: '-cp -classpath',
  },
  'groovy groovysh kotlin': {
    title: 'Groovy',
    tells: '-version --version -v --help -h',
    steeredBy: 'JAVA_OPTS JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS',
    code: '-e',
    noClusters: true,
    values: '-cp -classpath',
  },
  'java javaw': {
    title: 'Java',
    tells: '-version --version -fullversion --full-version -help --help -h -?',
    steeredBy: 'JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS',
    files: '-jar',
    noClusters: true,
    values: '-cp -classpath --class-path -p --module-path -m --module',
    noInput: true,
  },
  jshell: {
    title: 'Java',
    tells: '-version --version -fullversion --full-version -help --help',
    steeredBy: 'JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVAC_OPTIONS JDK_JAVA_OPTIONS',
    noClusters: true,
    values: '-cp -classpath --class-path -d -s -h -processor -processorpath --release',
  },
  osascript: { title: 'AppleScript', tells: '', code: '-e', flags: '-i', values: '-l -s' },
  'pwsh powershell powershell.exe pwsh-preview': {
    title: 'PowerShell',
    tells: '--version -Version -version -v --help -Help -help -h',
    code: '-c -C -Command -command -com',
    encoded: '-e -ec -enc -EncodedCommand -encodedcommand -encodedCommand',
    files: '-f -File -file',
    noClusters: true,
    flags: '-NoProfile -nop -NonInteractive -noni -NoLogo -nologo -NoExit -Login -l -i',
    values: '-ExecutionPolicy -ep -WindowStyle -w -WorkingDirectory -wd',
  },
  'guile racket chibi-scheme gosh csi janet': {
    title: 'Scheme',
    tells: '--version -v --help -h',
    code: '-c -e --eval',
    files: '-l -s -f -u',
    noClusters: true,
    values: '-L -C',
  },
  'sbcl clisp ecl clojure clj bb': {
    title: 'Lisp',
    tells: '--version --help',
    code: '--eval -eval -e -x',
    files: '--load -load -l --script',
    noClusters: true,
    flags: '--noinform --non-interactive --batch -batch -Q',
    values: '-i',
  },
  'elixir iex': {
    title: 'Elixir',
    tells: '--version -v --help -h',
    steeredBy: 'ELIXIR_ERL_OPTIONS ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS',
    code: '-e --eval --rpc-eval',
    loads: '-r -pr',
    noClusters: true,
    values: '-S --name --sname --cookie -pa -pz',
  },
  'erl escript': {
    title: 'Erlang',
    tells: '',
    code: '-eval',
    noClusters: true,
    flags: '-noshell -noinput',
    values: '-s -run -pa -pz -name -sname -setcookie',
  },
  utop: {
    title: 'OCaml',
    tells: '-version --version -vnum -help --help',
    code: '-e',
    noClusters: true,
    values: '-I -init',
  },
  m4: { title: 'M4', tells: '--version --help', flags: '-E -e -i -P -Q -s', values: '-D -I -U -F -R -o' },
  'octave octave-cli matlab': {
    title: 'Octave',
    tells: '--version -v --help -h',
    code: '--eval -r -batch',
    noClusters: true,
  },
  gnuplot: { title: 'Gnuplot', tells: '--version -V --help -h', code: '-e', values: '-s' },
  'wine wine64 mono qemu-x86_64 qemu-aarch64': {
    title: 'machine code',
    tells: '--version --help',
    noClusters: true,
    noInput: true,
  },
};
