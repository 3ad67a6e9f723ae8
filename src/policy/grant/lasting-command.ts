import { wordSet } from '../../base/words.js';
import { isInterpreter, runsInline } from '../rule/broad-programs.js';
import { programName } from '../rule/command-pattern.js';

/** Why a command is asked about each time, even word for word the same; undefined when it may be made lasting. */
export function whyNotLasting([program = '', ...args]: readonly string[]): string | undefined {
  const name = programName(program);
  if (name === '') return 'which program runs is only known at run time';
  const found = Object.entries(never).find(([, programs]) => programs.has(name));
  if (found !== undefined) return `${name} ${found[0]}`;
  if (/^mkfs(?:\.|$)/.test(name)) return `${name} takes away or overwrites what is there`;
  if (isInterpreter(name)) return whyNotCode(name, args);
  if (name === 'git') return whyNotGit(args);
  if (searchers.has(name) && args.some((word) => acting.test(word)))
    return `${name} with ${args.find((word) => acting.test(word))} acts on whatever it finds by then`;
  const word = args.find((one) => !one.startsWith('-'));
  if (packages.has(name) && word !== undefined && fetching.has(word))
    return `${name} ${word} fetches, runs or publishes what has that name by then`;
  return undefined;
}

/** By what is said of them. */
const never: Readonly<Record<string, ReadonlySet<string>>> = {
  'takes away or overwrites what is there': wordSet(
    'rm rmdir unlink shred mv dd truncate wipefs fdisk parted mount umount rename srm trash',
  ),
  'runs whatever is written behind it': wordSet(`
    sh bash dash zsh fish ksh mksh csh tcsh rbash pwsh powershell cmd busybox toybox eval exec source . builtin env xargs
    nohup ionice chrt taskset setsid watch parallel entr script expect unbuffer awk gawk mawk nawk ed ex vi vim nvim view
    emacs gdb lldb strace ltrace valgrind tmux screen at batch crontab osascript wsl
  `),
  'has the rights of another user': wordSet('sudo su doas pkexec runuser'),
  'acts in another system': wordSet(`
    ssh mosh telnet scp sftp rsync ftp nc ncat netcat socat docker podman nerdctl kubectl oc helm nsenter unshare chroot
    bwrap firejail flatpak-spawn systemd-run ansible ansible-playbook terraform aws gcloud az mail sendmail
  `),
  'fetches and runs what has that name by then': wordSet('npx pnpx bunx uvx pipx'),
  'controls processes or the machine': wordSet(
    'kill pkill killall reboot shutdown halt poweroff init systemctl service launchctl',
  ),
  'changes what is installed on the machine': wordSet('apt apt-get dpkg dnf yum rpm pacman apk brew snap flatpak'),
};

/** With a file, that is run; with anything else it is code nobody can see the end of. */
function whyNotCode(name: string, args: readonly string[]): string | undefined {
  const [first] = args;
  if (first === undefined) return `${name} runs what it is given to read`;
  const module = first === '-m' && name.startsWith('python') && args[1] !== undefined;
  if (module || harmlessFlags.has(first) || (!first.startsWith('-') && !runsInline(name, args))) return undefined;
  return `${name} with ${first} runs code that is written in the command`;
}

const harmlessFlags = wordSet('--version --test --check -V');

function whyNotGit([first = '']: readonly string[]): string | undefined {
  if (first.startsWith('-')) return `git with ${first} can be steered to run anything`;
  return risky.has(first) ? `git ${first} can throw work away, send it elsewhere or run other programs` : undefined;
}

const risky = wordSet(`
  push reset clean checkout restore switch rebase stash rm mv filter-branch update-ref config submodule bisect difftool
  mergetool gc prune reflog replace send-email remote worktree clone apply am
`);

const searchers = wordSet('find fd fdfind');
const acting = /^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls|x|X|-exec|-exec-batch)$/;

const packages = wordSet('npm pnpm yarn bun cargo uv poetry bundle gem twine go');
const fetching = wordSet(
  'exec x dlx run-x publish unpublish login adduser token owner dist-tag link install-test tool',
);
