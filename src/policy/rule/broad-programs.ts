import { wordSet } from '../../base/words.js';

/** With any arguments behind them they run whatever is written there. */
const runners = wordSet(`
  sh bash dash zsh fish ksh mksh csh tcsh rbash pwsh powershell cmd busybox toybox eval exec source . command builtin
  env xargs sudo su doas pkexec runuser nohup nice ionice chrt taskset timeout time stdbuf setsid watch parallel entr
  script expect unbuffer ssh mosh telnet nsenter unshare chroot bwrap firejail flatpak-spawn systemd-run tmux screen at
  batch crontab npx pnpx bunx uvx pipx gdb lldb strace ltrace valgrind vi vim nvim view ed ex emacs osascript wsl make
  gmake awk gawk mawk nawk find fd sed tar
`);

/** Without words behind them they are everything; with some they are something. */
const broadAlone = wordSet(`
  git npm pnpm yarn uv pip pip3 cargo go cmake docker podman nerdctl kubectl oc helm chmod chown chgrp ln systemctl
  service launchctl apt apt-get dnf yum pacman apk brew snap flatpak gh glab ansible ansible-playbook terraform aws gcloud
  az java javac gcc cc clang tee install git-shell poetry bundle rake mvn gradle composer dotnet mix rsync scp sftp
`);

/** What they take away, overwrite or send is named only by what follows. */
const takers = wordSet('rm rmdir unlink shred mv cp dd truncate curl wget nc ncat netcat socat kill pkill killall');

const interpreters = wordSet(`
  python pypy node nodejs deno bun perl ruby php lua luajit rscript r julia tclsh wish groovy jshell scala clojure clj
  elixir iex erl guile racket sbcl ghci ocaml swipl octave gnuplot sqlite3 psql mysql irb ts-node tsx
`);

const codeFlags = /^(?:-$|-[A-Za-z]*[cerpE]|--(?:eval|print|command|execute|require|import)\b)/;

/** Words that make a program run what follows them. */
const runningWords: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: wordSet('exec x'),
  pnpm: wordSet('exec dlx'),
  yarn: wordSet('exec dlx'),
  bun: wordSet('x'),
  deno: wordSet('eval repl'),
  uv: wordSet('run tool x'),
  poetry: wordSet('run'),
  bundle: wordSet('exec'),
  go: wordSet('run generate'),
  cargo: wordSet('install'),
  docker: wordSet('run exec compose'),
  podman: wordSet('run exec compose'),
  nerdctl: wordSet('run exec compose'),
  kubectl: wordSet('run exec debug'),
  oc: wordSet('run exec debug rsh'),
  git: wordSet('bisect filter-branch submodule rebase config difftool mergetool grep'),
};

/** Whether a program with these words in front could be made to do anything by what follows. */
export function isBroadPrefix(name: string, words: readonly string[]): boolean {
  const [next] = words;
  if (name === '' || runners.has(name) || takers.has(name)) return true;
  if (next === undefined) return broadAlone.has(name) || isInterpreter(name);
  if (isInterpreter(name) && (next.startsWith('-') || runsInline(name, words))) return true;
  if (name === 'git' && next.startsWith('-')) return true;
  return runningWords[name]?.has(next) === true;
}

/** Also of one version. What is called by digits alone counts as one: nothing is known of it. */
export function isInterpreter(name: string): boolean {
  const bare = name.replace(/[\d.]+$/, '');
  return bare === '' || interpreters.has(name) || interpreters.has(bare);
}

/** Whether an interpreter is handed its code in words, or reads it from its input. */
export function runsInline(name: string, args: readonly string[]): boolean {
  const [first] = args;
  if (first === undefined || runningWords[name]?.has(first) === true) return true;
  for (const word of args) {
    if (!word.startsWith('-')) return false;
    if (codeFlags.test(word)) return true;
  }
  return false;
}
