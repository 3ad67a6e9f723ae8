import type { OptionSpec } from '../../options.js';

/** How an interpreter takes its code. Names stand parted by spaces. */
export interface Language {
  /** As a person calls it. */
  readonly title: string;
  readonly names: string;
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
  readonly options?: OptionSpec;
  /** Options with which it goes through the files among its operands, and with which it changes them. */
  readonly filters?: string;
  readonly edits?: string;
  /** First operands that are no file: `node inspect`. */
  readonly verbs?: string;
  /** It does not take code from its input. */
  readonly noInput?: boolean;
}

export const languages: readonly Language[] = [
  {
    title: 'Python',
    names:
      'python python2 python2.7 python3 python3.6 python3.7 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3 micropython',
    tells: '--version -V -VV --help -h',
    code: '-c',
    modules: '-m',
    options: {
      flags: '-b -B -d -E -h -i -I -O -P -q -s -S -t -u -v -V -x',
      values: '-W -X --check-hash-based-pycs',
    },
  },
  {
    title: 'Python',
    names: 'ipython ipython3 bpython ptpython',
    tells: '--version -V --help -h',
    steeredBy: 'PYTHONPATH PYTHONHOME IPYTHONDIR',
    code: '-c',
    modules: '-m',
    options: { flags: '-i', values: '--profile' },
  },
  { title: 'JavaScript', names: 'qjs d8 gjs', tells: '--version --help', code: '-e --eval -c --command' },
  {
    title: 'JavaScript',
    names: 'node nodejs',
    tells: '--version -v --help -h',
    steeredBy: 'NODE_OPTIONS',
    code: '-e --eval -p --print -pe',
    loads: '-r --require --import --loader --experimental-loader',
    options: {
      noClusters: true,
      flags: '-i --interactive -c --check --test --watch --inspect --inspect-brk',
      values: '-C --conditions --input-type --env-file --run --title',
    },
    verbs: 'inspect',
  },
  {
    title: 'TypeScript',
    names: 'ts-node tsx ts-node-esm',
    tells: '--version -v --help -h',
    steeredBy: 'NODE_OPTIONS',
    code: '-e --eval -p --print -pe',
    loads: '-r --require',
    options: { noClusters: true, flags: '-T --transpile-only -i --esm', values: '-P --project -O --compiler-options' },
  },
  {
    title: 'Perl',
    names: 'perl perl5 raku perl6',
    tells: '-v --version --help -h',
    steeredBy: 'PERL5OPT PERL5DB',
    code: '-e -E',
    options: {
      flags: '-n -p -a -l -w -s -S -t -T -u -U -W -X -c -f -g -h -v -0 -1 -2 -3 -4 -5 -6 -7 -8 -9',
      values: '-I',
      optional: '-i -F -m -M -C -D -d -V -x',
    },
    filters: '-n -p',
    edits: '-i',
  },
  {
    title: 'Ruby',
    names: 'ruby jruby truffleruby',
    tells: '-v --version --help -h',
    steeredBy: 'RUBYOPT',
    code: '-e',
    options: {
      flags: '-n -p -a -l -w -s -S -c -d -h -v -U -y --disable-gems',
      values: '-r -I -C -E -K',
      optional: '-i -F -0 -T -W -x',
    },
    filters: '-n -p',
    edits: '-i',
  },
  { title: 'Ruby', names: 'irb pry', tells: '-v --version --help -h', code: '-e', options: { values: '-r -I' } },
  {
    title: 'PHP',
    names: 'php php5 php7 php7.4 php8 php8.0 php8.1 php8.2 php8.3 php8.4 php-cgi',
    tells: '-v --version --help -h',
    steeredBy: 'PHPRC PHP_INI_SCAN_DIR',
    code: '-r --run -B --process-begin -R --process-code -E --process-end',
    files: '-f --file -F --process-file',
    options: { flags: '-a -C -e -H -i -l -m -n -q -s -w', values: '-c -d -S -t -z --define' },
  },
  {
    title: 'Lua',
    names: 'lua lua5.1 lua5.2 lua5.3 lua5.4 luajit texlua fennel',
    tells: '-v --version --help -h',
    steeredBy: 'LUA_INIT LUA_INIT_5_1 LUA_INIT_5_2 LUA_INIT_5_3 LUA_INIT_5_4',
    code: '-e --eval',
    options: { flags: '-i -v -E -W', values: '-l', optional: '-b -j -O' },
  },
  { title: 'Tcl', names: 'tclsh tclsh8.6 wish', tells: '', options: { values: '-encoding', noClusters: true } },
  {
    title: 'Tcl',
    names: 'expect',
    tells: '-v -version',
    code: '-c',
    files: '-f',
    options: { flags: '-d -D -i -n -N' },
  },
  {
    title: 'R',
    names: 'Rscript R littler',
    tells: '--version --help -h',
    steeredBy: 'R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER',
    code: '-e',
    files: '-f --file',
    options: { noClusters: true, flags: '--vanilla --slave --no-save --quiet -q', values: '--args' },
    verbs: 'CMD',
  },
  {
    title: 'Julia',
    names: 'julia',
    tells: '--version -v --help -h',
    code: '-e --eval -E --print',
    loads: '-L --load',
    options: { noClusters: true, values: '-J --sysimage -p --procs -t --threads -C -O' },
  },
  {
    title: 'Haskell',
    names: 'ghci runghc runhaskell',
    tells: '--version --numeric-version --help',
    code: '-e',
    options: { noClusters: true },
  },
  {
    title: 'Scala',
    names: 'scala scala-cli amm',
    tells: '-version --version --help',
    steeredBy: 'JAVA_OPTS JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS',
    code: '-e',
    options: { noClusters: true, values: '-cp -classpath' },
  },
  {
    title: 'Groovy',
    names: 'groovy groovysh kotlin',
    tells: '-version --version -v --help -h',
    steeredBy: 'JAVA_OPTS JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS',
    code: '-e',
    options: { noClusters: true, values: '-cp -classpath' },
  },
  {
    title: 'Java',
    names: 'java javaw',
    tells: '-version --version -fullversion --full-version -help --help -h -?',
    steeredBy: 'JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS',
    files: '-jar',
    options: { noClusters: true, values: '-cp -classpath --class-path -p --module-path -m --module' },
    noInput: true,
  },
  {
    title: 'Java',
    names: 'jshell',
    tells: '-version --version -fullversion --full-version -help --help',
    steeredBy: 'JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVAC_OPTIONS JDK_JAVA_OPTIONS',
    options: { noClusters: true, values: '-cp -classpath --class-path -d -s -h -processor -processorpath --release' },
  },
  {
    title: 'AppleScript',
    names: 'osascript',
    tells: '',
    code: '-e',
    options: { flags: '-i', values: '-l -s' },
  },
  {
    title: 'PowerShell',
    names: 'pwsh powershell powershell.exe pwsh-preview',
    tells: '--version -Version -version -v --help -Help -help -h',
    code: '-c -C -Command -command -com',
    encoded: '-e -ec -enc -EncodedCommand -encodedcommand -encodedCommand',
    files: '-f -File -file',
    options: {
      noClusters: true,
      flags: '-NoProfile -nop -NonInteractive -noni -NoLogo -nologo -NoExit -Login -l -i',
      values: '-ExecutionPolicy -ep -WindowStyle -w -WorkingDirectory -wd',
    },
  },
  {
    title: 'Scheme',
    names: 'guile racket chibi-scheme gosh csi janet',
    tells: '--version -v --help -h',
    code: '-c -e --eval',
    files: '-l -s -f -u',
    options: { noClusters: true, values: '-L -C' },
  },
  {
    title: 'Lisp',
    names: 'sbcl clisp ecl clojure clj bb',
    tells: '--version --help',
    code: '--eval -eval -e -x',
    files: '--load -load -l --script',
    options: { noClusters: true, flags: '--noinform --non-interactive --batch -batch -Q', values: '-i' },
  },
  {
    title: 'Elixir',
    names: 'elixir iex',
    tells: '--version -v --help -h',
    steeredBy: 'ELIXIR_ERL_OPTIONS ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS',
    code: '-e --eval --rpc-eval',
    loads: '-r -pr',
    options: { noClusters: true, values: '-S --name --sname --cookie -pa -pz' },
  },
  {
    title: 'Erlang',
    names: 'erl escript',
    tells: '',
    code: '-eval',
    options: { noClusters: true, flags: '-noshell -noinput', values: '-s -run -pa -pz -name -sname -setcookie' },
  },
  {
    title: 'OCaml',
    names: 'utop',
    tells: '-version --version -vnum -help --help',
    code: '-e',
    options: { noClusters: true, values: '-I -init' },
  },
  {
    title: 'M4',
    names: 'm4',
    tells: '--version --help',
    options: { flags: '-E -e -i -P -Q -s', values: '-D -I -U -F -R -o' },
  },
  {
    title: 'Octave',
    names: 'octave octave-cli matlab',
    tells: '--version -v --help -h',
    code: '--eval -r -batch',
    options: { noClusters: true },
  },
  { title: 'Gnuplot', names: 'gnuplot', tells: '--version -V --help -h', code: '-e', options: { values: '-s' } },
  {
    title: 'machine code',
    names: 'wine wine64 mono qemu-x86_64 qemu-aarch64',
    tells: '--version --help',
    options: { noClusters: true },
    noInput: true,
  },
];
