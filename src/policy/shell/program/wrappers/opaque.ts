import type { Wrapping } from './wrapping.js';

const lasting = 'what it starts goes on running after the call';
const traces = 'it looks into the command that it runs, and can change what that does';
const confines = 'it changes what the command sees of the system';
const terminal = 'it gives the command a terminal, so that it may act otherwise than without one';
const otherUser = 'it runs the command as another user';

/** What does more than to run the command. */
export const opaqueWrappings: Readonly<Record<string, Wrapping>> = {
  nohup: { note: lasting },
  setsid: { note: lasting, flags: '-c --ctty -f --fork -w --wait' },
  daemonize: {
    note: lasting,
    flags: '-a -v',
    values: '-u -p -l -c -e -o -E',
    writes: '-p -l -e -o',
    folders: '-c',
    sets: '-E',
  },
  'systemd-run': {
    note: lasting,
    flags:
      '--user --system --scope --no-block --wait -t --pty -P --pipe -q --quiet -r --remain-after-exit --send-sighup --no-ask-password -G --collect -d --same-dir -S --shell --slice-inherit',
    values:
      '-p --property -u --unit --slice --description --service-type --uid --gid --nice --working-directory -E --setenv -H --host -M --machine --on-active --on-boot --on-startup --on-unit-active --on-unit-inactive --on-calendar --timer-property --path-property --socket-property',
    folders: '--working-directory',
    sets: '-E --setenv',
    shell: true,
  },
  dtach: { note: lasting, flags: '-E -z', values: '-A -c -n -N -e -r -a -p', writes: '-A -c -n -N' },
  abduco: { note: lasting, flags: '-f -l -q -r', values: '-A -c -n -a -e' },

  sudo: {
    note: otherUser,
    flags:
      '-A --askpass -b --background -B --bell -E --preserve-env -e --edit -H --set-home -i --login -K --remove-timestamp -k --reset-timestamp -l --list -n --non-interactive -N --no-update -P --preserve-groups -S --stdin -s --shell -V --version -v --validate',
    values:
      '-C --close-from -D --chdir -g --group -h --host -p --prompt -R --chroot -r --role -T --command-timeout -t --type -U --other-user -u --user',
    folders: '-D --chdir',
    edits: '-e --edit',
    assigns: true,
    shell: true,
  },
  doas: { note: otherUser, flags: '-L -n -s', values: '-a -C -u', reads: '-C', shell: true },
  run0: {
    note: otherUser,
    flags: '--no-ask-password --slice-inherit --pty --pipe',
    values:
      '-u --user -g --group --unit --property --description --slice --nice -D --chdir --setenv --background -M --machine --shell-prompt-prefix',
    folders: '-D --chdir',
    sets: '--setenv',
    shell: true,
  },
  pkexec: { note: otherUser, flags: '--disable-internal-agent --keep-cwd', values: '--user', shell: true },
  'gosu su-exec setuidgid': { note: otherUser, before: 1 },
  setpriv: {
    note: otherUser,
    flags: '-d --dump --clear-groups --keep-groups --init-groups --nnp --no-new-privs --reset-env',
    values:
      '--groups --inh-caps --ambient-caps --bounding-set --ruid --euid --reuid --rgid --egid --regid --securebits --pdeathsig --selinux-label --apparmor-profile --landlock-access --landlock-rule --seccomp-filter --ptracer',
  },

  strace: {
    note: traces,
    flags:
      '-A -c -C -d -D -f -F -h -i -k -n -N -q -r -t -T -v -V -w -x -y -Y -z -Z --follow-forks --output-append-mode --summary --summary-only --no-abbrev --failed-only --successful-only --stack-traces --seccomp-bpf --debug --instruction-pointer --syscall-number --absolute-timestamps --relative-timestamps --syscall-times --decode-fds --decode-pids --quiet --daemonize',
    values: '-a -b -e -E -I -o -O -p -P -s -S -u -U -X --output --attach --user --env --string-limit --trace-path',
    optional: '--trace --signal --status --inject --fault --kvm --abbrev --verbose --raw --read --write',
    writes: '-o --output',
    processes: '-p --attach',
    sets: '-E --env',
  },
  ltrace: {
    note: traces,
    flags: '-b -c -C -f -i -L -r -S -t -T -V',
    values: '-a -A -d -D -e -F -l -n -o -p -s -u -w -x --output --library',
    writes: '-o --output',
    processes: '-p',
  },
  valgrind: {
    note: traces,
    // Everything else joins its value, and is reported as not known.
    flags: '-v -q --verbose --quiet',
    optional: '--tool --leak-check --log-file --xml-file',
    writes: '--log-file --xml-file',
  },
  rr: { note: traces, verb: true },
  perf: {
    note: traces,
    verb: true,
    flags: '-a --all-cpus -d --detailed -g -i --no-inherit -n --null -q --quiet -r -s -S --sync -T -v --verbose',
    values:
      '-C --cpu -c --count -e --event -F --freq -G --cgroup -I --interval-print -m -o --output -p --pid -t --tid -u --uid --call-graph --filter',
    writes: '-o --output',
    processes: '-p --pid -t --tid',
  },
  unbuffer: { note: terminal, flags: '-p' },
  rlwrap: { note: terminal, flags: '-a -c -n -r -R', values: '-b -f -H -l -p -S -z', reads: '-f -z' },

  chroot: { note: confines, before: 1, flags: '--skip-chdir', values: '--userspec --groups', shell: true },
  unshare: {
    note: confines,
    flags: '-f --fork -r --map-root-user -c --map-current-user --map-auto --keep-caps',
    values: '-S --setuid -G --setgid -R --root -w --wd --map-user --map-group --map-users --map-groups --propagation',
    optional:
      '-m --mount -u --uts -i --ipc -n --net -p --pid -U --user -C --cgroup -T --time --mount-proc --kill-child --setgroups --monotonic --boottime',
    folders: '-w --wd',
    shell: true,
  },
  nsenter: {
    note: confines,
    flags: '-a --all --preserve-credentials -F --no-fork -Z --follow-context -e --env -c --join-cgroup',
    values: '-t --target -S --setuid -G --setgid -W --wdns',
    optional:
      '-m --mount -u --uts -i --ipc -n --net -p --pid -U --user -C --cgroup -T --time -r --root -w --wd --setuid --setgid',
    shell: true,
  },
  firejail: { note: confines, noClusters: true, shell: true },
  proot: {
    note: confines,
    noClusters: true,
    flags: '-0 --root-id -l --link2symlink --kill-on-exit',
    values: '-r --rootfs -b --bind -m --mount -q --qemu -w --pwd --cwd -v --verbose -k --kernel-release -R -S -i',
    folders: '-w --pwd --cwd',
    shell: true,
  },
  fakeroot: {
    note: confines,
    flags: '-u --unknown-is-real -h -v',
    values: '-l --lib --faked -s -i -b',
    writes: '-s',
    reads: '-i',
    shell: true,
  },
  fakechroot: { note: confines, flags: '-s --use-system-libs', values: '-l --lib -e -c -b', shell: true },
  'aa-exec': { note: confines, flags: '-d --debug -i --immediate -v --verbose', values: '-p --profile -n --namespace' },
  setarch: {
    note: confines,
    verb: true,
    flags:
      '-B --32bit -F --fdpic-funcptrs -I --short-inode -L --addr-compat-layout -R --addr-no-randomize -S --whole-seconds -T --sticky-timeouts -X --read-implies-exec -Z --mmap-page-zero -3 --3gb -v --verbose',
    values: '-p --pid',
    optional: '--uname-2.6',
  },
  'linux32 linux64': { note: confines, flags: '-R -v -3', shell: true },
  eatmydata: { note: 'it makes the command lose what it writes when the machine stops' },
  faketime: { note: 'it makes the command see another time', before: 1, flags: '-m -p -f', values: '--pid' },
  'torsocks torify': { note: 'it sends what the command sends through another network' },
  'proxychains proxychains4': {
    note: 'it sends what the command sends through other hosts',
    flags: '-q',
    values: '-f',
    reads: '-f',
  },
  cgexec: { note: confines, flags: '--sticky -b -s', values: '-g' },
  tini: { note: confines, flags: '-s -v -w -g', values: '-p -e' },
  'dumb-init': { note: confines, flags: '-c --single-child -v --verbose', values: '-r --rewrite' },
  'dbus-run-session': {
    note: 'it starts a message bus for the command',
    values: '--config-file --dbus-daemon',
    reads: '--config-file',
  },
  'dbus-launch': {
    note: 'it starts a message bus for the command',
    flags: '--sh-syntax --csh-syntax --binary-syntax --close-stderr --exit-with-session --exit-with-x11',
    values: '--autolaunch --config-file',
  },
  'xvfb-run': {
    note: 'it starts a display for the command',
    flags: '-a --auto-servernum -l --listen-tcp',
    values: '-e --error-file -f --auth-file -n --server-num -p --xauth-protocol -s --server-args -w --wait',
    writes: '-e --error-file -f --auth-file',
  },
};
