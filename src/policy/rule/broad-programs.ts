const listed = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** With any arguments behind them they run whatever is written there. */
const runners = listed(`
  sh bash dash zsh fish ksh mksh csh tcsh rbash pwsh powershell cmd busybox toybox eval exec source . command builtin
  env xargs sudo su doas pkexec runuser nohup nice ionice chrt taskset timeout time stdbuf setsid watch parallel entr
  script expect unbuffer ssh mosh telnet nsenter unshare chroot bwrap firejail flatpak-spawn systemd-run tmux screen at
  batch crontab npx pnpx bunx uvx pipx gdb lldb strace ltrace valgrind vi vim nvim view ed ex emacs osascript wsl make
  gmake awk gawk mawk nawk find fd sed tar
`);

/** Without words behind them they are everything; with some they are something. */
const broadAlone = listed(`
  git npm pnpm yarn uv pip pip3 cargo go cmake docker podman nerdctl kubectl oc helm chmod chown chgrp ln systemctl
  service launchctl apt apt-get dnf yum pacman apk brew snap flatpak gh glab ansible ansible-playbook terraform aws gcloud
  az java javac gcc cc clang tee install git-shell poetry bundle rake mvn gradle composer dotnet mix rsync scp sftp
`);

/** What they take away, overwrite or send is named only by what follows. */
const takers = listed('rm rmdir unlink shred mv cp dd truncate curl wget nc ncat netcat socat kill pkill killall');

const interpreters = listed(`
  python pypy node nodejs deno bun perl ruby php lua luajit rscript r julia tclsh wish groovy jshell scala clojure clj
  elixir iex erl guile racket sbcl ghci ocaml swipl octave gnuplot sqlite3 psql mysql irb ts-node tsx
`);

const codeFlags = /^(?:-$|-[A-Za-z]*[cerpE]|--(?:eval|print|command|execute|require|import)\b)/;

/** Words that make a program run what follows them. */
const runningWords: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: listed('exec x'),
  pnpm: listed('exec dlx'),
  yarn: listed('exec dlx'),
  bun: listed('x'),
  deno: listed('eval repl'),
  uv: listed('run tool x'),
  poetry: listed('run'),
  bundle: listed('exec'),
  go: listed('run generate'),
  cargo: listed('install'),
  docker: listed('run exec compose'),
  podman: listed('run exec compose'),
  nerdctl: listed('run exec compose'),
  kubectl: listed('run exec debug'),
  oc: listed('run exec debug rsh'),
  git: listed('bisect filter-branch submodule rebase config difftool mergetool grep'),
};

/** Whether a program with these words in front could be made to do anything by what follows. */
export function isBroadPrefix(name: string, words: readonly string[]): boolean {
  const [next] = words;
  if (runners.has(name) || takers.has(name)) return true;
  if (next === undefined) return broadAlone.has(name) || isInterpreter(name);
  if (isInterpreter(name) && (next.startsWith('-') || runsInline(name, words))) return true;
  if (name === 'git' && next.startsWith('-')) return true;
  return runningWords[name]?.has(next) === true;
}

export const isInterpreter = (name: string): boolean => interpreters.has(name.replace(/[\d.]+$/, '')) || name === 'r';

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
