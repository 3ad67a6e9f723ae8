import { describe, expect, it } from 'vitest';
import { recordDoing } from '../record-doing.js';
import { quotedWords } from './quoted-words.js';

/** A command, then what is reported of it. */
type Line = readonly [command: string, ...reports: string[]];

describe('follows and doubts what does more than run a command', () => {
  const lines: readonly Line[] = [
    ['nohup ./x.sh', 'unknown what it starts goes on running after the call', 'run ./x.sh'],
    ['nohup sleep 99999', 'unknown what it starts goes on running after the call', 'run sleep 99999'],
    ['nohup', 'unknown what it starts goes on running after the call'],
    ['setsid ls', 'unknown what it starts goes on running after the call', 'run ls'],
    ['setsid -f rm -rf /', 'unknown what it starts goes on running after the call', 'run rm -rf /'],
    [
      'daemonize -p a.pid -c sub -o out.log -E A=1 ls',
      'unknown what it starts goes on running after the call',
      'write a.pid',
      'write out.log',
      'run ls in sub A=1',
    ],
    ['systemd-run --user -p MemoryMax=1G ls', 'unknown what it starts goes on running after the call', 'run ls'],
    [
      'systemd-run --on-calendar=daily --working-directory=sub ls',
      'unknown what it starts goes on running after the call',
      'run ls in sub',
    ],
    ['dtach -n s.sock ls', 'unknown what it starts goes on running after the call', 'write s.sock', 'run ls'],
    ['sudo ls', 'unknown it runs the command as another user', 'run ls'],
    ['sudo -u root ls', 'unknown it runs the command as another user', 'run ls'],
    ['sudo -n -u root -- rm -rf /', 'unknown it runs the command as another user', 'run rm -rf /'],
    ['sudo FOO=1 ls', 'unknown it runs the command as another user', 'run ls FOO=1'],
    ['sudo -D sub ls', 'unknown it runs the command as another user', 'run ls in sub'],
    ['sudo -i', 'unknown it runs the command as another user', 'unknown `sudo` runs what is typed'],
    ['sudo -s', 'unknown it runs the command as another user', 'unknown `sudo` runs what is typed'],
    ['sudo -e a.txt', 'unknown it runs the command as another user', 'write a.txt'],
    ['sudo --edit a.txt b.txt', 'unknown it runs the command as another user', 'write a.txt', 'write b.txt'],
    ['sudo --version'],
    [
      'sudo -X rm -rf /',
      'unknown it runs the command as another user',
      'unknown the option -X in -X is not one whose doing is known',
      'run rm -rf /',
    ],
    ['sudoedit a.txt', 'unknown it edits files as another user', 'write a.txt'],
    ['doas ls', 'unknown it runs the command as another user', 'run ls'],
    ['doas -u root rm -rf /', 'unknown it runs the command as another user', 'run rm -rf /'],
    ['run0 --chdir=sub ls', 'unknown it runs the command as another user', 'run ls in sub'],
    ['pkexec --user root ls', 'unknown it runs the command as another user', 'run ls'],
    ['gosu root ls', 'unknown it runs the command as another user', 'run ls'],
    ['su-exec root ls', 'unknown it runs the command as another user', 'run ls'],
    ['setpriv --reuid 0 --clear-groups ls', 'unknown it runs the command as another user', 'run ls'],
    ['su', 'unknown it runs the command as another user', 'unknown `su` runs what is typed'],
    ['su -', 'unknown it runs the command as another user', 'unknown `su` runs what is typed'],
    ["su root -c 'rm -rf /'", 'unknown it runs the command as another user', 'script rm -rf /'],
    ["su - root -c 'ls'", 'unknown it runs the command as another user', 'script ls'],
    ['su -c ls', 'unknown it runs the command as another user', 'script ls'],
    ['su root x.sh', 'unknown it runs the command as another user', 'read x.sh'],
    ["su -s 'bin/rm' root -- -rf /", 'unknown it runs the command as another user', 'run bin/rm -rf /'],
    ['runuser -u root -- rm -rf /', 'unknown it runs the command as another user', 'run rm -rf /'],
    ["runuser -l root -c 'rm -rf /'", 'unknown it runs the command as another user', 'script rm -rf /'],
    ["sg wheel -c 'rm -rf /'", 'unknown it runs the command as another group', 'script rm -rf /'],
    ['sg wheel', 'unknown it runs the command as another group', 'unknown `sg` runs what is typed'],
    [
      'strace -f -o out.txt ls',
      'unknown it looks into the command that it runs, and can change what that does',
      'write out.txt',
      'run ls',
    ],
    [
      'strace -e trace=open ls',
      'unknown it looks into the command that it runs, and can change what that does',
      'run ls',
    ],
    ['strace -p 12', 'unknown it looks into the command that it runs, and can change what that does', 'process 12'],
    ['strace -E A=1 ls', 'unknown it looks into the command that it runs, and can change what that does', 'run ls A=1'],
    [
      'ltrace -o out.txt ls',
      'unknown it looks into the command that it runs, and can change what that does',
      'write out.txt',
      'run ls',
    ],
    [
      'valgrind --leak-check=full ./x',
      'unknown it looks into the command that it runs, and can change what that does',
      'run ./x',
    ],
    [
      'valgrind --log-file=v.log ls',
      'unknown it looks into the command that it runs, and can change what that does',
      'write v.log',
      'run ls',
    ],
    ['perf stat ls', 'unknown it looks into the command that it runs, and can change what that does', 'run ls'],
    [
      'perf record -o p.data -e cycles ls',
      'unknown it looks into the command that it runs, and can change what that does',
      'write p.data',
      'run ls',
    ],
    ['rr record ls', 'unknown it looks into the command that it runs, and can change what that does', 'run ls'],
    [
      'gdb --args rm -rf /',
      'unknown it looks into the command that it runs, and can change what that does',
      'run rm -rf /',
    ],
    [
      "gdb -batch -ex 'shell rm -rf /' -ex run ls",
      'unknown it looks into the command that it runs, and can change what that does',
      'script rm -rf /',
      'run ls',
    ],
    [
      'gdb -x cmds.gdb -p 12',
      'unknown it looks into the command that it runs, and can change what that does',
      'process 12',
      'read cmds.gdb',
    ],
    ['gdb --version'],
    ['unbuffer ls', 'unknown it gives the command a terminal, so that it may act otherwise than without one', 'run ls'],
    ['rlwrap ls', 'unknown it gives the command a terminal, so that it may act otherwise than without one', 'run ls'],
    ['chroot /srv rm -rf /', 'unknown it changes what the command sees of the system', 'run rm -rf /'],
    ['chroot /srv', 'unknown it changes what the command sees of the system', 'unknown `chroot` runs what is typed'],
    ['unshare -r -n ls', 'unknown it changes what the command sees of the system', 'run ls'],
    ['unshare -w sub ls', 'unknown it changes what the command sees of the system', 'run ls in sub'],
    ['unshare', 'unknown it changes what the command sees of the system', 'unknown `unshare` runs what is typed'],
    ['nsenter -t 1 -m ls', 'unknown it changes what the command sees of the system', 'run ls'],
    ['nsenter --target=1 --all rm -rf /', 'unknown it changes what the command sees of the system', 'run rm -rf /'],
    [
      'firejail --net=none ls',
      'unknown it changes what the command sees of the system',
      'unknown the option --net=none is not one whose doing is known',
      'run ls',
    ],
    [
      'bwrap --ro-bind / / --dev /dev rm -rf /',
      'unknown it changes what the command sees of the system',
      'run rm -rf / in ?',
    ],
    ['bwrap --bind a b --unshare-all -- ls', 'unknown it changes what the command sees of the system', 'run ls in ?'],
    ['proot -r root -b /dev ls', 'unknown it changes what the command sees of the system', 'run ls'],
    ['fakeroot ls', 'unknown it changes what the command sees of the system', 'run ls'],
    [
      'fakeroot -s save.txt -- ls',
      'unknown it changes what the command sees of the system',
      'write save.txt',
      'run ls',
    ],
    ['setarch x86_64 -R ls', 'unknown it changes what the command sees of the system', 'run ls'],
    ['linux32 ls', 'unknown it changes what the command sees of the system', 'run ls'],
    ['runcon -t a_t ls', 'unknown it changes what the command sees of the system', 'run ls'],
    ['runcon u:r:t ls', 'unknown it changes what the command sees of the system', 'run ls'],
    ["capsh -- -c 'rm -rf /'", 'unknown it changes what the command may do', 'run bash -c rm -rf /'],
    ['aa-exec -p x ls', 'unknown it changes what the command sees of the system', 'run ls'],
    ['eatmydata ls', 'unknown it makes the command lose what it writes when the machine stops', 'run ls'],
    ['faketime yesterday ls', 'unknown it makes the command see another time', 'run ls'],
    ['torsocks ls', 'unknown it sends what the command sends through another network', 'run ls'],
    [
      'proxychains -f p.conf ls',
      'unknown it sends what the command sends through other hosts',
      'read p.conf',
      'run ls',
    ],
    ['cgexec -g cpu:a ls', 'unknown it changes what the command sees of the system', 'run ls'],
    ['tini -- ls', 'unknown it changes what the command sees of the system', 'run ls'],
    ['dbus-run-session -- ls', 'unknown it starts a message bus for the command', 'run ls'],
    ['xvfb-run -a -e err.txt ls', 'unknown it starts a display for the command', 'write err.txt', 'run ls'],
    ['direnv exec . rm -rf /', 'unknown `direnv` runs what is written in `.envrc`', 'run rm -rf /'],
    ['direnv allow', 'unknown `direnv` runs what is written in `.envrc`'],
    ['direnv version'],
    [
      'start-stop-daemon --start --exec /bin/rm -- -rf /',
      'unknown what it starts goes on running after the call',
      'run /bin/rm -rf /',
    ],
    ['run-parts scripts', 'unknown it runs every program in a folder', 'read scripts deep'],
    ['busybox rm -rf /', 'unknown `busybox` has its own version of the command', 'run rm -rf /'],
    ['busybox'],
    ['busybox --list'],
    ['toybox ls', 'unknown `toybox` has its own version of the command', 'run ls'],
    ['ld-linux-x86-64.so.2 --preload x.so rm -rf /', 'unknown it loads the program in its own way', 'run rm -rf /'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

describe('follows what runs a command again, later or beside', () => {
  const lines: readonly Line[] = [
    ['watch -n1 ./x.sh', 'unknown `watch` runs the command again and again until it is stopped', 'script ./x.sh'],
    [
      "watch -n 1 'rm -rf /'",
      'unknown `watch` runs the command again and again until it is stopped',
      'script rm -rf /',
    ],
    ['watch rm -rf /', 'unknown `watch` runs the command again and again until it is stopped', 'script rm -rf /'],
    ['watch -x rm -rf /', 'unknown `watch` runs the command again and again until it is stopped', 'run rm -rf /'],
    ['watch --version'],
    ['watch -d=cumulative ls', 'unknown `watch` runs the command again and again until it is stopped', 'script ls'],
    [
      'entr -r make test',
      'unknown `entr` runs the command whenever a file changes, until it is stopped',
      'run make test',
    ],
    [
      "entr -s 'rm -rf /'",
      'unknown `entr` runs the command whenever a file changes, until it is stopped',
      'script rm -rf /',
    ],
    ['entr ls', 'unknown `entr` runs the command whenever a file changes, until it is stopped', 'run ls'],
    ['flock lock.txt ls', 'write lock.txt', 'run ls'],
    ["flock -n lock.txt -c 'rm -rf /'", 'write lock.txt', 'script rm -rf /'],
    ['flock -w 5 lock.txt rm -rf /', 'write lock.txt', 'run rm -rf /'],
    ['flock 9'],
    ['flock --version'],
    [
      "script -c 'rm -rf /' out.txt",
      'unknown `script` gives the command a terminal and writes down what it prints',
      'write out.txt',
      'script rm -rf /',
    ],
    [
      'script -qc ls',
      'unknown `script` gives the command a terminal and writes down what it prints',
      'write typescript',
      'script ls',
    ],
    [
      'script -q out.txt rm -rf /',
      'unknown `script` gives the command a terminal and writes down what it prints',
      'write out.txt',
      'run rm -rf /',
    ],
    [
      'script',
      'unknown `script` gives the command a terminal and writes down what it prints',
      'write typescript',
      'unknown `script` runs what is typed',
    ],
    [
      'script -a -T time.txt -c ls',
      'unknown `script` gives the command a terminal and writes down what it prints',
      'write time.txt',
      'write typescript',
      'script ls',
    ],
    ["hyperfine 'rm -rf /' ls", 'unknown `hyperfine` runs the commands many times', 'script rm -rf /', 'script ls'],
    [
      "hyperfine --prepare 'rm -rf /' --export-json o.json ls",
      'unknown `hyperfine` runs the commands many times',
      'write o.json',
      'script rm -rf /',
      'script ls',
    ],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});

describe('builds the commands of parallel', () => {
  const lines: readonly Line[] = [
    [
      'parallel rm -rf ::: / b',
      'unknown `parallel` builds its commands from its input and hands them to a shell',
      'script rm -rf /',
      'script rm -rf b',
    ],
    [
      "parallel 'rm -rf {}' ::: /",
      'unknown `parallel` builds its commands from its input and hands them to a shell',
      'script rm -rf /',
    ],
    [
      'parallel echo',
      'unknown `parallel` builds its commands from its input and hands them to a shell',
      'script <what `parallel` adds comes from its input>',
    ],
    [
      'parallel',
      'unknown `parallel` builds its commands from its input and hands them to a shell',
      'unknown `parallel` runs what is typed',
    ],
    [
      'parallel -j 4 -a list.txt gzip {}',
      'unknown `parallel` builds its commands from its input and hands them to a shell',
      'read list.txt',
      'script <what `parallel` adds comes from its input>',
    ],
    [
      "parallel ::: 'rm -rf /' ls",
      'unknown `parallel` builds its commands from its input and hands them to a shell',
      'script rm -rf /',
      'script ls',
    ],
    [
      'parallel cat :::: files.txt',
      'unknown `parallel` builds its commands from its input and hands them to a shell',
      'read files.txt',
      'script <what `parallel` adds comes from its input>',
    ],
    [
      'parallel -S host.example.test uptime ::: 1',
      'unknown `parallel` builds its commands from its input and hands them to a shell',
      'unread the commands run on other machines',
      'script uptime 1',
    ],
    ['parallel --version'],
  ];
  it.each(lines)('%s', (command, ...reports) => {
    expect(recordDoing(quotedWords(command))).toEqual(reports);
  });
});
