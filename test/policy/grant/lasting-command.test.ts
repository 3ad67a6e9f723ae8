import { describe, expect, it } from 'vitest';
import { whyNotLasting } from '../../../src/policy/grant/lasting-command.js';

const listed = (names: string): readonly string[] => names.split(/\s+/).filter((name) => name !== '');

const never: readonly (readonly [why: string, programs: string])[] = [
  [
    'takes away or overwrites what is there',
    'rm rmdir unlink shred mv dd truncate wipefs fdisk parted mount umount rename srm trash',
  ],
  [
    'runs whatever is written behind it',
    `
      sh bash dash zsh fish ksh mksh csh tcsh rbash pwsh powershell cmd busybox toybox eval exec source . builtin env
      xargs nohup ionice chrt taskset setsid watch parallel entr script expect unbuffer awk gawk mawk nawk ed ex vi
      vim nvim view emacs gdb lldb strace ltrace valgrind tmux screen at batch crontab osascript wsl
    `,
  ],
  ['has the rights of another user', 'sudo su doas pkexec runuser'],
  [
    'acts in another system',
    `
      ssh mosh telnet scp sftp rsync ftp nc ncat netcat socat docker podman nerdctl kubectl oc helm nsenter unshare
      chroot bwrap firejail flatpak-spawn systemd-run ansible ansible-playbook terraform aws gcloud az mail sendmail
    `,
  ],
  ['fetches and runs what has that name by then', 'npx pnpx bunx uvx pipx'],
  [
    'controls processes or the machine',
    'kill pkill killall reboot shutdown halt poweroff init systemctl service launchctl',
  ],
  ['changes what is installed on the machine', 'apt apt-get dpkg dnf yum rpm pacman apk brew snap flatpak'],
];

describe('programs that are asked about each time', () => {
  it.each(never.flatMap(([why, programs]) => listed(programs).map((name) => [name, why] as const)))(
    '%s %s',
    (name, why) => {
      for (const program of [name, `/usr/bin/${name}`])
        expect(whyNotLasting([program, 'x']), program).toBe(`${name} ${why}`);
    },
  );
  it.each(['mkfs', 'mkfs.ext4'])('%s', (name) => {
    expect(whyNotLasting([name])).toBe(`${name} takes away or overwrites what is there`);
  });
  it('one that is known only at run time', () => {
    for (const command of [[], ['']])
      expect(whyNotLasting(command)).toBe('which program runs is only known at run time');
  });
});

describe('git', () => {
  it.each(
    listed(`
      push reset clean checkout restore switch rebase stash rm mv filter-branch update-ref config submodule bisect
      difftool mergetool gc prune reflog replace send-email remote worktree clone apply am
    `),
  )('%s is asked about each time', (word) => {
    expect(whyNotLasting(['git', word])).toBe(
      `git ${word} can throw work away, send it elsewhere or run other programs`,
    );
  });
  it('can be steered by an option', () => {
    expect(whyNotLasting(['git', '-c', 'status'])).toBe('git with -c can be steered to run anything');
  });
  it.each(['status', 'log', 'commit'])('%s may be made lasting', (word) => {
    expect(whyNotLasting(['git', word])).toBeUndefined();
  });
});

describe('programs that search', () => {
  const acting = '-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls -x -X --exec --exec-batch';
  it.each(listed('find fd fdfind'))('%s acts on what it finds', (name) => {
    for (const word of listed(acting))
      expect(whyNotLasting([name, '.', word, 'y']), word).toBe(
        `${name} with ${word} acts on whatever it finds by then`,
      );
    expect(whyNotLasting([name, '.', '-name', 'x'])).toBeUndefined();
    expect(whyNotLasting(['ls', '-x'])).toBeUndefined();
  });
});

describe('package managers', () => {
  const fetching = `
    exec x dlx run-x publish unpublish login adduser token owner dist-tag link install-test tool
  `;
  it.each(listed('npm pnpm yarn bun cargo uv poetry bundle gem twine go'))('%s', (name) => {
    for (const word of listed(fetching)) {
      const why = `${name} ${word} fetches, runs or publishes what has that name by then`;
      // What runs its words as code is an interpreter in the first place.
      if (whyNotLasting([name, 'test']) === undefined && name !== 'bun')
        expect(whyNotLasting([name, '--silent', word]), word).toBe(why);
    }
    expect(whyNotLasting(['ls', 'exec'])).toBeUndefined();
  });
});

describe('interpreters', () => {
  it.each([
    [['node'], 'node runs what it is given to read'],
    [['node', '-e', 'x'], 'node with -e runs code that is written in the command'],
    [['python3', '-c', 'x'], 'python3 with -c runs code that is written in the command'],
    [['python3', '-m'], 'python3 with -m runs code that is written in the command'],
    [['ruby', '-m', 'x'], 'ruby with -m runs code that is written in the command'],
    [['deno', 'eval', 'x'], 'deno with eval runs code that is written in the command'],
  ])('%j: %s', (command, why) => {
    expect(whyNotLasting(command)).toBe(why);
  });
  it.each([
    [['node', 'script.js']],
    [['node', '--version']],
    [['node', '--test']],
    [['node', '--check', 'x.js']],
    [['python3', '-V']],
    [['python3', '-m', 'pytest']],
  ])('%j may be made lasting', (command) => {
    expect(whyNotLasting(command)).toBeUndefined();
  });
});
