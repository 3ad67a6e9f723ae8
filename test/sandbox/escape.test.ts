import { spawn } from 'node:child_process';
import { existsSync, linkSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createWebServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { author, type Box, createBox, exited, fact, git, listen, proved, unproved } from './box.js';

/** What is outside the temporary folders is only looked at, so that a hole would do no harm. */
const isWritable = (path: string): string => `[ -w ${path} ] && echo "${path} writable"`;

describe.skipIf(needs('bwrap') !== undefined)('a confined process', () => {
  it('changes nothing outside the workspace', async () => {
    verifies('sandbox.files.root-read-only', 'design.policy.sandboxed');
    const box = createBox();
    const canary = box.write(join(box.out, 'canary'));
    const seen = { facts: [unproved, fact('read', box.out, { deep: true })] };
    const tries = [
      `echo x > ${canary}`,
      `rm ${canary}`,
      `mv ${canary} .`,
      `touch ${box.out}/new`,
      `chmod 777 ${canary}`,
    ];
    for (const attempt of tries) {
      const { end, err } = await box.run(attempt, seen);
      expect(end, attempt).toMatchObject(exited(1));
      expect(err, attempt).toMatch(/Read-only file system/);
    }
    expect(readFileSync(canary, 'utf8')).toBe('canary\n');
    const system = ['/', '/etc', '/usr/bin', '/etc/passwd', '/var/lib', '/boot', '/sys', '/opt'];
    expect(await box.run(`${system.map(isWritable).join('; ')}; true`)).toEqual({ end: exited(0), out: '', err: '' });
  });

  it('has temporary folders and a home of its own', async () => {
    verifies('sandbox.files.private');
    const box = createBox();
    box.write(join(box.home, 'notes.txt'));
    box.write(join(box.out, 'canary'));
    const before = await box.run(
      `cd ${box.base} && ls -A; ls -A ~ /run /var/tmp | grep -v '^/'; cat out/canary ~/notes.txt`,
    );
    expect(before).toMatchObject({ end: exited(1), out: expect.stringMatching(/^home\nws\n\s*$/) });
    expect(before.err.match(/No such file or directory/g)).toHaveLength(2);
    const mine = ['~', '/tmp', '/var/tmp', '/run', '/dev/shm']
      .map((folder) => `${folder}/mine-${process.pid}`)
      .join(' ');
    expect(await box.run(`touch ${mine} && ls -d ${mine} | wc -l`)).toEqual({ end: exited(0), out: '5\n', err: '' });
    expect(await box.run(`ls -d ${mine}`)).toMatchObject({ end: exited(2), out: '' });
    expect(readdirSync(box.home)).toEqual(['notes.txt']);
    expect(existsSync(`/tmp/mine-${process.pid}`)).toBe(false);
  });

  it('writes the workspace, and only reads it in plan mode', async () => {
    verifies('sandbox.files.workspace');
    const box = createBox();
    expect(await box.run('pwd; echo a > a && cat a')).toEqual({ end: exited(0), out: `${box.ws}\na\n`, err: '' });
    const { end, err } = await box.run('echo b > a', { mode: 'plan' });
    expect(end).toMatchObject(exited(1));
    expect(err).toMatch(/a: Read-only file system/);
    expect(readFileSync(join(box.ws, 'a'), 'utf8')).toBe('a\n');
  });

  it('follows no link out', async () => {
    verifies('sandbox.files.links');
    const box = createBox();
    const canary = box.write(join(box.out, 'canary'));
    linkSync(canary, join(box.ws, 'hard'));
    symlinkSync(box.out, join(box.ws, 'folder'));
    const tries = [
      `ln -s ${canary} soft && echo x > soft`,
      `ln -s ../out up && echo x > up/canary`,
      'echo x > folder/canary',
      `ln ${canary} again && echo x > again`,
      `ln -s /proc/1/root r && echo x > r${canary}`,
      `ln -s /proc/self/cwd/../out/canary c && echo x > c`,
    ];
    for (const attempt of tries) {
      const { end, err } = await box.run(attempt);
      expect(end, attempt).toMatchObject(exited(1));
      expect(err, attempt).toMatch(/No such file or directory|Read-only file system|Permission denied/);
    }
    expect(readFileSync(canary, 'utf8')).toBe('canary\n');
  });

  it('starts where it was meant to, also when the folder was swapped for a link', async () => {
    verifies('sandbox.files.links');
    const box = createBox();
    symlinkSync(box.out, join(box.ws, 'swapped'));
    const { end } = await box.run('touch here', { cwd: join(box.ws, 'swapped') });
    expect(end).toMatchObject({ state: 'failed', message: expect.stringMatching(/sandbox could not be built.*chdir/) });
    expect((await box.run(`ls ${box.out}`, { facts: [proved, fact('read', box.out)] })).out).toBe('');
  });

  it('reads no credentials and nothing of ours', async () => {
    verifies('sandbox.files.credentials', 'sandbox.files.own');
    const box = createBox();
    box.write(join(box.home, '.ssh', 'id_rsa'), 'key-canary');
    const store = box.write(join(box.ws, 's.db'), 'store-canary');
    const whole = { facts: [proved, fact('read', box.home, { deep: true })], sandbox: { own: [store] } };
    const { end, out, err } = await box.run('cat ~/.ssh/id_rsa s.db; ls ~/.ssh; rm -f s.db; echo x > s.db', whole);
    expect(out).toBe('');
    expect(end).toMatchObject(exited(1));
    expect(err).toMatch(/id_rsa: No such file/);
    expect(err).toMatch(/s\.db: Permission denied/);
    expect(err).toMatch(/cannot open directory .*\.ssh.*Permission denied/);
    expect(err).toMatch(/cannot remove 's\.db': Device or resource busy/);
    expect(readFileSync(store, 'utf8')).toBe('store-canary');
    const shadow = await box.run('head -c 1 /etc/shadow | wc -c; ls /root /home 2>/dev/null');
    expect(shadow.out.replace(/^\/(?:root|home):$/gm, '').trim()).toBe('0');
    expect(shadow.err).toMatch(/\/etc\/shadow.*Permission denied/);
  });

  it('has no capability and gains none', async () => {
    verifies('sandbox.kernel.privileges');
    const box = createBox();
    const { out } = await box.run("grep -E '^(Cap(Inh|Prm|Eff|Bnd|Amb)|NoNewPrivs|Seccomp):' /proc/self/status");
    expect(out.split('\n').map((line) => line.split(/\s+/)[1])).toEqual([
      ...Array(5).fill('0000000000000000'),
      '1',
      '2',
      undefined,
    ]);
    const script = 'cp /usr/bin/id id && chmod 6755 id && ./id -u; su -c id root </dev/null; cat /proc/self/mounts';
    const tried = await box.run(script);
    expect(tried.out.split('\n')[0]).not.toBe('0');
    const mounts = tried.out.split('\n').filter((line) => line.includes(' /'));
    expect(mounts.length).toBeGreaterThan(10);
    // What was mounted below the real /dev lies under the new one, where no path leads.
    expect(mounts.filter((line) => !line.includes('nosuid') && !line.includes(' /dev/'))).toEqual([]);
    expect((await box.run('stat -c %m /dev/shm')).out).toBe('/dev/shm\n');
  });

  it('cannot reach the settings of the kernel', async () => {
    verifies('sandbox.kernel.settings');
    const box = createBox();
    const { out, err } = await box.run(
      `find /proc /sys -xdev -type f -writable -not -path '/proc/[0-9]*' -not -path '/proc/*self/*' 2>/dev/null; ` +
        `${['/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger', '/proc/sys/vm/drop_caches'].map(isWritable).join('; ')}; ` +
        `grep -c '^proc /proc proc ro,' /proc/self/mounts; { echo streams > /dev/stdout; } | cat`,
    );
    expect({ out, err }).toEqual({ out: '2\nstreams\n', err: '' });
  });

  it('finds no device but harmless ones and makes none', async () => {
    verifies('sandbox.kernel.devices');
    const box = createBox();
    expect((await box.run('ls /dev')).out.split('\n').filter((name) => name !== '')).toEqual(
      expect.arrayContaining(['null', 'zero', 'urandom', 'tty', 'pts', 'shm']),
    );
    const { out, err, end } = await box.run(
      'ls -d /dev/[hsv]d? /dev/mem /dev/kmsg /dev/loop* /dev/kvm /dev/fuse 2>/dev/null; mknod disk b 7 0; mknod null c 1 3; : < /dev/tty',
    );
    expect(out).toBe('');
    expect(err).toMatch(/mknod: disk: Operation not permitted/);
    expect(err).toMatch(/mknod: null: Operation not permitted/);
    expect(err).toMatch(/\/dev\/tty: No such device or address/);
    expect(end).toMatchObject(exited(1));
  });

  it('makes no namespace, mount or root of its own', async () => {
    verifies('sandbox.kernel.calls');
    const box = createBox();
    const tries: Readonly<Record<string, RegExp>> = {
      'unshare -Ur true': /unshare failed: Operation not permitted/,
      'unshare -m true': /unshare failed: Operation not permitted/,
      'nsenter -t 1 -m true': /Operation not permitted|Permission denied/,
      'mount -t tmpfs x .': /permission denied|must be superuser|Operation not permitted/i,
      [`mount --bind / .`]: /permission denied|must be superuser|Operation not permitted/i,
      'umount /etc/shadow': /must be superuser|not permitted|denied|not mounted/i,
      'mount -o remount,rw /': /permission denied|must be superuser|Operation not permitted/i,
      'chroot . /bin/true': /Operation not permitted/,
      'pivot_root . .': /Operation not permitted/,
      'bwrap --ro-bind / / true': /Operation not permitted|No permissions|Creating new namespace failed/,
    };
    for (const [attempt, says] of Object.entries(tries)) {
      const { end, err } = await box.run(attempt);
      expect(end.state === 'exited' && end.exitCode, attempt).not.toBe(0);
      expect(err, attempt).toMatch(says);
    }
  });

  it('opens none but local and internet sockets, and looks into no process', async () => {
    verifies('sandbox.kernel.calls', 'sandbox.kernel.processes');
    const box = createBox();
    const families =
      'for my $f (1, 2, 10, 16, 17, 38, 40) { print socket(my $s, $f, 2 + ($f == 16), 0) ? "$f open\\n" : "$f $!\\n" }';
    const { out } = await box.run(['perl', '-e', families]);
    expect(out.split('\n')).toEqual([
      '1 open',
      '2 open',
      '10 open',
      '16 open',
      ...['17', '38', '40'].map((family) => `${family} Address family not supported by protocol`),
      '',
    ]);
    const calls =
      process.arch === 'arm64' ? { ptrace: 117, keyctl: 219, bpf: 280 } : { ptrace: 101, keyctl: 250, bpf: 321 };
    const words = Object.entries(calls).map(
      ([name, number]) => `$! = 0; syscall(${number}, 0, 0, 0, 0); print "${name} $!\\n";`,
    );
    expect((await box.run(['perl', '-e', words.join(' ')])).out).toBe(
      Object.keys(calls)
        .map((name) => `${name} Operation not permitted\n`)
        .join(''),
    );
  });

  it('sees and reaches no process outside', async () => {
    verifies('sandbox.kernel.processes');
    const box = createBox();
    const other = spawn('sleep', ['60'], { env: { CANARY: 'environ-canary' } });
    onTestFinished(() => void other.kill('SIGKILL'));
    const { out, err } = await box.run(
      `cat /proc/*/environ | tr '\\0' '\\n' | grep canary; ls -d /proc/${other.pid}; kill -9 ${other.pid}; ls /proc | grep -c '^[0-9]'; ls /proc/1/root${box.out}`,
    );
    expect(out).toMatch(/^\d\n$/);
    expect(err).toMatch(new RegExp(`/proc/${other.pid}'?: No such file`));
    expect(err).toMatch(/No such process/);
    expect(other.exitCode).toBeNull();
    expect(other.signalCode).toBeNull();
  });

  it('has no network', async () => {
    verifies('sandbox.net.none');
    const box = createBox();
    let reached = 0;
    const server = createWebServer((_, response) => {
      reached += 1;
      response.end('host');
    });
    await listen(server, { port: 0, host: '127.0.0.1' });
    const { port } = server.address() as AddressInfo;
    const facts = [proved];
    const direct = await box.run(`exec 3<>/dev/tcp/127.0.0.1/${port}`, { facts });
    expect(direct).toMatchObject({ end: exited(1), err: expect.stringMatching(/Connection refused/) });
    const away = await box.run('exec 3<>/dev/tcp/192.0.2.1/80', { facts });
    expect(away).toMatchObject({ end: exited(1), err: expect.stringMatching(/Network is unreachable/) });
    expect((await box.run('getent hosts example.com', { facts })).end).toMatchObject(exited(2));
    expect((await box.run(['cat', '/proc/net/dev'], { facts })).out.match(/^\s*\w+:/gm)).toEqual([
      expect.stringMatching(/lo:/),
    ]);
    expect(reached).toBe(0);
  });

  it('reaches no socket outside', async () => {
    verifies('sandbox.net.sockets');
    const box = createBox();
    let reached = 0;
    const named = join(box.out, 'docker.sock');
    const abstract = `toolwright-test-${process.pid}`;
    for (const path of [named, `\0${abstract}`]) {
      const server = createServer(() => {
        reached += 1;
      });
      await listen(server, { path });
    }
    const connect = (path: string): [string, ...string[]] => [
      'perl',
      '-MSocket',
      '-e',
      `socket(my $s, 1, 1, 0); print connect($s, pack_sockaddr_un("${path}")) ? "in" : "$!"`,
    ];
    const seen = { facts: [proved, fact('read', box.out, { deep: true })] };
    expect((await box.run(connect(named), seen)).out).toMatch(/Connection refused|Permission denied/);
    expect((await box.run(connect(`\\0${abstract}`), seen)).out).toBe('Connection refused');
    expect((await box.run(connect(named))).out).toBe('No such file or directory');
    expect(reached).toBe(0);
  });

  it('gets a harmless environment and no descriptor', async () => {
    verifies('sandbox.env.allowed');
    const box = createBox();
    const env = {
      PATH: process.env['PATH'],
      HOME: box.home,
      API_KEY: 'k',
      LD_PRELOAD: '/x.so',
      BASH_ENV: '/x',
      TMPDIR: box.out,
    };
    const { out } = await box.run('env', { sandbox: { env } });
    const names = out.split('\n').map((line) => line.split('=')[0] ?? '');
    expect(names).toEqual(expect.arrayContaining(['PATH', 'HOME', 'TMPDIR']));
    expect(names.filter((name) => /KEY$|LD_|BASH_ENV/.test(name))).toEqual([]);
    expect(out).toMatch(/^TMPDIR=\/tmp$/m);
    expect((await box.run('readlink /proc/self/fd/* | grep -vE "^(/dev/null|pipe:|socket:|/proc/)"')).out).toBe('');
  });
});

describe.skipIf(needs('bwrap') !== undefined)('what other programs obey', () => {
  const attack = async (box: Box, command: string): Promise<void> => {
    const { end, err } = await box.run(command);
    expect(end.state === 'exited' && end.exitCode, command).not.toBe(0);
    expect(err, command).toMatch(/Read-only file system|Device or resource busy|Permission denied/);
  };

  it('stays as it is in a repository, which works', async () => {
    verifies('sandbox.shield.git');
    const box = createBox();
    expect((await box.run('git init -q .', { facts: [fact('write', '.git', { deep: true })] })).end).toMatchObject(
      exited(0),
    );
    const config = readFileSync(join(box.ws, '.git', 'config'), 'utf8');
    const work =
      'touch a && git add a && git -c user.name=a -c user.email=a@example.com commit -qm x && git checkout -q -b topic && git log --oneline | wc -l';
    expect(await box.run(work)).toMatchObject({ end: exited(0), out: '1\n' });
    for (const command of [
      'echo x > .git/hooks/pre-commit',
      'cp a .git/hooks/post-checkout',
      'rm -rf .git/hooks',
      'mv .git/hooks away',
      'mv .git away',
      'git config core.fsmonitor ./evil',
      'echo "[core] fsmonitor = x" >> .git/config',
      'cp a .git/config',
      'mv a .git/config',
      'ln -sf ../a .git/config',
      'ln -s .git alias && rm -rf alias/hooks',
      'cd .git && echo x > hooks/update',
      'rm -f .git/config',
      'rm -rf .git',
    ]) {
      await attack(box, command);
    }
    expect(readFileSync(join(box.ws, '.git', 'config'), 'utf8')).toBe(config);
  });

  it('stays as it is in a worktree, which works too', async () => {
    verifies('sandbox.shield.git');
    const box = createBox();
    const [main, tree] = [join(box.out, 'main'), join(box.out, 'tree')];
    git(box.out, 'init', '-q', main);
    git(main, ...author, 'commit', '-q', '--allow-empty', '-m', 'x');
    git(main, 'worktree', 'add', '-q', tree);
    const options = { cwd: tree, sandbox: { root: tree } };
    const commit = `touch a && git add a && git ${author.join(' ')} commit -qm y && git log --oneline | wc -l`;
    expect(await box.run(commit, options)).toMatchObject({ end: exited(0), out: '2\n' });
    for (const path of [
      'main/.git/hooks/post-commit',
      'main/.git/config',
      'main/.git/worktrees/tree/commondir',
      'tree/.git',
    ]) {
      const { end, err } = await box.run(`echo x >> ${join(box.out, path)}`, options);
      expect(end, path).toMatchObject(exited(1));
      expect(err, path).toMatch(/Read-only file system/);
    }
    expect((await box.run(`ls ${main}`, options)).out).toBe('');
  });

  it('stays as it is at the top of the workspace, unless a fact names it', async () => {
    verifies('sandbox.shield.names');
    const box = createBox();
    for (const name of [
      '.vscode/settings.json',
      '.toolwright/config.json',
      '.GITHUB/workflows/ci.yml',
      '.bashrc',
      'package.json',
    ]) {
      box.write(join(box.ws, name));
    }
    for (const command of [
      'echo x > .vscode/settings.json',
      'touch .vscode/tasks.json',
      'mv .vscode away',
      'rm -rf .toolwright',
      'echo x > .toolwright/config.json',
      'echo x > .GITHUB/workflows/ci.yml',
      'echo x >> .bashrc',
    ]) {
      await attack(box, command);
    }
    expect((await box.run('echo {} > package.json && mv package.json p && mv p package.json')).end).toMatchObject(
      exited(0),
    );
    const facts = [unproved, fact('write', '.vscode/settings.json')];
    expect((await box.run('echo named > .vscode/settings.json', { facts })).end).toMatchObject(exited(0));
    expect(readFileSync(join(box.ws, '.vscode/settings.json'), 'utf8')).toBe('named\n');
  });
});

describe.skipIf(needs('bwrap') !== undefined)('what was allowed', () => {
  it('really lands, and nothing else is left behind', async () => {
    verifies('sandbox.facts.write', 'sandbox.files.nothing-made');
    const box = createBox();
    const file = join(box.home, 'new.txt');
    expect((await box.run('echo hi > ~/new.txt', { facts: [unproved, fact('write', file)] })).end).toMatchObject(
      exited(0),
    );
    expect(readFileSync(file, 'utf8')).toBe('hi\n');
    const other = join(box.home, 'other.txt');
    await box.run('true', { facts: [unproved, fact('write', other)] });
    const edited = { facts: [proved, fact('write', file)] };
    expect((await box.run('sed -i s/hi/ho/ ~/new.txt && rm -f ~/absent', edited)).end).toMatchObject(exited(0));
    expect(readFileSync(file, 'utf8')).toBe('ho\n');
    expect((await box.run('ls -A ~', { facts: [proved, fact('read', box.home)] })).out).toBe('new.txt\n');
  });

  it('is only read when it is a read', async () => {
    verifies('sandbox.facts.read');
    const box = createBox();
    const notes = box.write(join(box.home, 'notes', 'a.txt'), 'text');
    box.write(join(box.home, 'notes', 'b.txt'));
    const { out, err, end } = await box.run('cat ~/notes/a.txt; ls ~/notes; echo x > ~/notes/a.txt', {
      facts: [unproved, fact('read', notes)],
    });
    expect(out).toBe('texta.txt\n');
    expect(err).toMatch(/Read-only file system/);
    expect(end).toMatchObject(exited(1));
    expect(readFileSync(notes, 'utf8')).toBe('text');
  });
});

describe.skipIf(needs('bwrap') !== undefined)('a confinement that cannot be built', () => {
  it('runs nothing, and is no exit code of the command', async () => {
    verifies('sandbox.start.fails-closed');
    const box = createBox();
    const { end } = await box.run('touch ran', { cwd: join(box.ws, 'absent') });
    expect(end).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/the sandbox could not be built, so nothing was run: .*chdir.*toolwright doctor/),
    });
    expect((await box.run('ls')).out).toBe('');
    expect((await box.run('echo "bwrap: not really" >&2; exit 1')).end).toMatchObject(exited(1));
    // Nor can a command that ran say that it did not.
    for (const says of ['bridge: failed to execute x', 'prlimit: failed to execute x', 'bwrap: execvp x']) {
      expect((await box.run(`echo "${says}: gone" >&2; exit 127`)).end, says).toMatchObject(exited(127));
    }
    expect((await box.run(['/no/such/program'])).end).toMatchObject({ state: 'failed' });
    // A bubblewrap that works when it is tried and not when it is needed.
    const [fake, broken] = [join(box.base, 'bwrap'), join(box.base, 'broken')];
    const script = `[ -e ${broken} ] && { echo "bwrap: Creating new namespace failed" >&2; exit 1; }\nexec bwrap "$@"`;
    writeFileSync(fake, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const sandbox = { env: { PATH: process.env['PATH'], TOOLWRIGHT_BUBBLEWRAP: fake } };
    expect((await box.run('true', { sandbox })).end).toMatchObject(exited(0));
    writeFileSync(broken, '');
    expect((await box.run('touch ran', { sandbox })).end).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('Creating new namespace failed'),
    });
    expect((await box.run('ls')).out).toBe('');
  });
});
