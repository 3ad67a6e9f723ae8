import { describe, expect, it } from 'vitest';
import { isBroadPrefix, isInterpreter } from '../../../src/policy/rule/broad-programs.js';

const listed = (names: string): readonly string[] => names.split(/\s+/).filter((name) => name !== '');

describe('programs that run, take away or send whatever is written behind them', () => {
  it.each(
    listed(`
      sh bash dash zsh fish ksh mksh csh tcsh rbash pwsh powershell cmd busybox toybox eval exec source . command
      builtin env xargs sudo su doas pkexec runuser nohup nice ionice chrt taskset timeout time stdbuf setsid watch
      parallel entr script expect unbuffer ssh mosh telnet nsenter unshare chroot bwrap firejail flatpak-spawn
      systemd-run tmux screen at batch crontab npx pnpx bunx uvx pipx gdb lldb strace ltrace valgrind vi vim nvim view
      ed ex emacs osascript wsl make gmake awk gawk mawk nawk find fd sed tar rm rmdir unlink shred mv cp dd truncate
      curl wget nc ncat netcat socat kill pkill killall
    `),
  )('%s', (name) => {
    expect([isBroadPrefix(name, []), isBroadPrefix(name, ['x']), isBroadPrefix(name, ['-x', 'y'])]).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('programs that are everything without words behind them', () => {
  it.each(
    listed(`
      git npm pnpm yarn uv pip pip3 cargo go cmake docker podman nerdctl kubectl oc helm chmod chown chgrp ln
      systemctl service launchctl apt apt-get dnf yum pacman apk brew snap flatpak gh glab ansible ansible-playbook
      terraform aws gcloud az java javac gcc cc clang tee install git-shell poetry bundle rake mvn gradle composer
      dotnet mix rsync scp sftp
    `),
  )('%s', (name) => {
    expect([isBroadPrefix(name, []), isBroadPrefix(name, ['status'])]).toEqual([true, false]);
  });
});

describe('interpreters', () => {
  it.each(
    listed(`
      python pypy node nodejs deno bun perl ruby php lua luajit rscript r julia tclsh wish groovy jshell scala clojure
      clj elixir iex erl guile racket sbcl ghci ocaml swipl octave gnuplot sqlite3 psql mysql irb ts-node tsx
    `),
  )('%s', (name) => {
    for (const one of [name, name === 'sqlite3' ? name : `${name}3.12`]) {
      expect([isInterpreter(one), isBroadPrefix(one, []), isBroadPrefix(one, ['-c'])], one).toEqual([true, true, true]);
      expect(isBroadPrefix(one, ['script']), one).toBe(false);
    }
  });
});

describe('words behind which a program runs anything', () => {
  it.each([
    ['npm', 'exec x'],
    ['pnpm', 'exec dlx'],
    ['yarn', 'exec dlx'],
    ['bun', 'x'],
    ['deno', 'eval repl'],
    ['uv', 'run tool x'],
    ['poetry', 'run'],
    ['bundle', 'exec'],
    ['go', 'run generate'],
    ['cargo', 'install'],
    ['docker', 'run exec compose'],
    ['podman', 'run exec compose'],
    ['nerdctl', 'run exec compose'],
    ['kubectl', 'run exec debug'],
    ['oc', 'run exec debug rsh'],
    ['git', 'bisect filter-branch submodule rebase config difftool mergetool grep'],
  ])('%s: %s', (name, words) => {
    for (const word of listed(words)) expect(isBroadPrefix(name, [word]), word).toBe(true);
    expect(isBroadPrefix(name, ['other'])).toBe(false);
  });
  it('git with an option ahead of its sub-command', () => {
    expect([isBroadPrefix('git', ['-c']), isBroadPrefix('ls', ['-c'])]).toEqual([true, false]);
  });
});
