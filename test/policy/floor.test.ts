import { describe, expect, it } from 'vitest';
import { judgeFloor } from '../../src/policy/floor.js';
import type { Fact } from '../../src/tool/fact.js';
import { commandFact, pathFact, places } from './places.js';

const isDenied = (fact: Fact): boolean => judgeFloor([fact], places).length > 0;

describe('the floor', () => {
  it('says what is denied, why, and by which fact', () => {
    const facts = [pathFact('read', 'a.ts'), pathFact('read', '~/.ssh/id_rsa'), pathFact('delete', '/')];
    expect(judgeFloor(facts, places)).toEqual([
      {
        verdict: 'deny',
        source: 'floor',
        reason: 'reads /home/me/.ssh/id_rsa, which holds private keys and says who may log in',
        fact: 1,
      },
      { verdict: 'deny', source: 'floor', reason: 'deletes /, which is everything on this machine', fact: 2 },
    ]);
    expect(judgeFloor([], places)).toEqual([]);
  });

  it.each([
    '/',
    '//',
    '/*',
    '/.',
    '/etc',
    '/etc/',
    '/etc/*',
    '/ETC',
    '/usr',
    '/usr/bin',
    '/usr/lib',
    '/usr/lib64',
    '/usr/local',
    '/var',
    '/var/lib',
    '/bin',
    '/sbin',
    '/lib',
    '/lib64',
    '/boot',
    '/dev',
    '/proc',
    '/sys',
    '/root',
    '/home',
    '/home/*',
    '/home/me',
    '/home/me/*',
    '/home/me/.*',
    '/home/bob',
    '/Users',
    '/Users/bob',
    '/System',
    '/Library',
    '/Applications',
    '/opt',
    '/srv',
    '/mnt',
    '/mnt/c',
    '/mnt/c/Windows',
    '/private/etc',
    '/private/var',
    '/proc/self/root',
    '/proc/1/root/etc',
    'C:\\',
    'C:\\Windows',
    'C:/Users',
    'C:/Users/bob',
    '~',
    '~/.config',
    '~/.local/share',
    '~/.ssh',
    '~/.gnupg',
    '/srv/data',
    '/srv/data/tw',
  ])('denies to delete, move or wholly change %s', (path) => {
    expect(isDenied(pathFact('delete', path))).toBe(true);
    expect(isDenied(commandFact('delete', path, { deep: true, known: false }))).toBe(true);
    expect(isDenied(commandFact('move', path))).toBe(true);
    expect(isDenied(commandFact('write', path, { deep: true }))).toBe(true);
  });

  it.each([
    '.',
    'src',
    'node_modules',
    '../other',
    '/tmp',
    '/tmp/build',
    '/opt/app',
    '/srv/other',
    '/etc/hosts',
    '/usr/local/bin/x',
    '~/other',
    '~/Downloads/x.zip',
    '/home/bob/notes.txt',
    '/var/log/app.log',
    '/libraries',
    '/mnt/data/x',
    'etc',
    'usr/bin',
    'home',
    'C:\\work\\x',
  ])('leaves the deletion of %s to others', (path) => {
    expect(isDenied(commandFact('delete', path, { deep: true }))).toBe(false);
  });

  it('leaves it alone to copy into a folder', () => {
    for (const path of ['~', '/etc', '/usr/local', '/home/bob'])
      expect(isDenied(commandFact('write', path))).toBe(false);
  });

  it('does not take the workspace for the home of somebody', () => {
    const there = { ...places, root: '/home/work', home: '/home/me' };
    expect(judgeFloor([pathFact('delete', '.', { deep: true })], there)).toEqual([]);
    expect(judgeFloor([pathFact('delete', '.', { deep: true })], { ...places, root: '/home/me' })).toHaveLength(1);
  });

  it.each([
    '/dev/sda',
    '/dev/sda1',
    '/dev/sdb2',
    '/dev/nvme0n1',
    '/dev/nvme0n1p2',
    '/dev/vda',
    '/dev/hda',
    '/dev/xvda1',
    '/dev/mmcblk0',
    '/dev/disk0',
    '/dev/rdisk2',
    '/dev/disk/by-id/ata-x',
    '/dev/mapper/root',
    '/dev/dm-0',
    '/dev/loop0',
    '/dev/md0',
    '/dev/mem',
    '/dev/kmem',
    '/dev/port',
    '/dev/sd*',
    '/dev/sd$X',
  ])('denies the raw device %s', (path) => {
    expect(isDenied(commandFact('write', path))).toBe(true);
    expect(isDenied(commandFact('delete', path))).toBe(true);
    expect(isDenied(commandFact('read', path))).toBe(true);
    expect(isDenied(pathFact('read', path))).toBe(true);
  });

  it.each([
    '/proc/sysrq-trigger',
    '/proc/sys/kernel/core_pattern',
    '/proc/sys/vm/drop_caches',
    '/proc/1234/mem',
    '/proc/self/mem',
    '/sys/power/state',
    '/sys/kernel/debug/x',
    '/sys/firmware/efi/efivars/x',
    '/boot/vmlinuz',
    '/boot/grub/grub.cfg',
    '/etc/default/grub',
    '/etc/passwd',
    '/etc/group',
    '/etc/shadow',
    '/etc/sudoers',
    '/etc/sudoers.d/x',
    '/etc/pam.d/sshd',
    '/etc/ld.so.preload',
    '/etc/ld.so.conf.d/x.conf',
    '/etc/crontab',
    '/etc/cron.d/x',
    '/etc/cron.daily/x',
    '/var/spool/cron/crontabs/ana',
    '/etc/systemd/system/x.service',
    '/lib/systemd/system/x.service',
    '/usr/lib/systemd/system/x.service',
    '/etc/init.d/x',
    '/etc/rc.local',
    '/etc/rc3.d/S01x',
    '/etc/profile',
    '/etc/profile.d/x.sh',
    '/etc/bash.bashrc',
    '/etc/environment',
    '/etc/ssh/sshd_config',
    '/etc/udev/rules.d/x.rules',
    '/Library/LaunchDaemons/x.plist',
    '/private/etc/sudoers',
    '/ETC/PASSWD',
    '/root/.ssh/authorized_keys',
    '/home/bob/.ssh/authorized_keys',
    '~/.ssh/authorized_keys',
    '~/.ssh/config',
    '~/.ssh/rc',
    '~/.SSH/authorized_keys',
    '~/.rhosts',
    '/proc/self/root/etc/passwd',
    '~/.toolwright/policy.json',
    '~/.config/toolwright/config.json',
    '~/.local/share/toolwright/store.db',
    '/root/.config/toolwright/config.json',
    '/etc/toolwright/config.json',
    '/Library/Application Support/toolwright/config.json',
    '/srv/data/tw/store.db',
    '/srv/data/tw/store.db-wal',
    '.toolwright/config.json',
    '.toolwright/rules.json',
    '.toolwright',
    '.Toolwright/config.json',
    '.toolwright./config.json',
    '.tool\u200cwright/config.json',
    '.toolwright\\config.json',
    '/var/run/docker.sock',
  ])('denies to write or delete %s', (path) => {
    expect(isDenied(pathFact('write', path))).toBe(true);
    expect(isDenied(commandFact('write', path))).toBe(true);
    expect(isDenied(commandFact('delete', path))).toBe(true);
    expect(isDenied(commandFact('move', path))).toBe(true);
  });

  it.each([
    '~/.ssh/id_rsa',
    '~/.ssh/id_ed25519',
    '~/.ssh/id_*',
    '~/.ssh/*',
    '~/.s*/id_rsa',
    '~/.ssh/deploy',
    '~/.ssh/keys/work',
    '~/.SSH/id_rsa',
    '~/.gnupg/private-keys-v1.d/*',
    '~/.gnupg/secring.gpg',
    '~/.aws/credentials',
    '~/.AWS/Credentials',
    '~/.aws/sso/cache/x.json',
    '~/.aws/config',
    '~/.gradle/gradle.properties',
    '~/.kube/config',
    '~/.docker/config.json',
    '~/.netrc',
    '~/_netrc',
    '~/.git-credentials',
    '~/.config/git/credentials',
    '~/.npmrc',
    '~/.pypirc',
    '~/.cargo/credentials',
    '~/.cargo/credentials.toml',
    '~/.gem/credentials',
    '~/.config/gcloud/credentials.db',
    '~/.config/gcloud/application_default_credentials.json',
    '~/.azure/accessTokens.json',
    '~/.config/gh/hosts.yml',
    '~/.config/hub',
    '~/.terraform.d/credentials.tfrc.json',
    '~/.vault-token',
    '~/.password-store/mail.gpg',
    '~/.local/share/keyrings/login.keyring',
    '~/.mozilla/firefox/x.default/logins.json',
    '~/.config/google-chrome/Default/Cookies',
    '~/.config/chromium/Default/Login Data',
    '~/.config/BraveSoftware/Brave-Browser/Default/Cookies',
    '~/.config/microsoft-edge/Default/Cookies',
    '~/Library/Application Support/Google/Chrome/Default/Cookies',
    '~/Library/Application Support/Firefox/Profiles/x/key4.db',
    '~/Library/Keychains/login.keychain-db',
    '~/.pgpass',
    '~/.my.cnf',
    '~/.config/op/config',
    '~/.config/rclone/rclone.conf',
    '~/.bitcoin/wallet.dat',
    '~/.env',
    '/root/.ssh/id_rsa',
    '/root/.aws/credentials',
    '/home/bob/.ssh/id_rsa',
    '/home/*/.ssh/id_rsa',
    '/home/bob/.netrc',
    '/Users/bob/.ssh/id_ed25519',
    '/mnt/c/Users/bob/.ssh/id_rsa',
    'C:\\Users\\bob\\.ssh\\id_rsa',
    '/etc/shadow',
    '/etc/shadow-',
    '/etc/gshadow',
    '/etc/sh*',
    '/etc/sudoers',
    '/etc/sudoers.d/ana',
    '/etc/ssh/ssh_host_rsa_key',
    '/etc/ssh/ssh_host_ed25519_key',
    '/etc/ssl/private/server.key',
    '/private/etc/master.passwd',
    '/proc/self/environ',
    '/proc/1/environ',
    '/proc/$PPID/environ',
    '/proc/*/environ',
    '/proc/1234/task/1235/environ',
    '/proc/self/mem',
    '/proc/kcore',
    '/proc/1234/fd/3',
    '/proc/self/root/etc/shadow',
    '/proc/self/root/home/me/.ssh/id_rsa',
    '/var/run/docker.sock',
    '/run/docker.sock',
    '/run/containerd/containerd.sock',
    '/run/podman/podman.sock',
    '/run/user/1000/podman/podman.sock',
    '/var/run/secrets/kubernetes.io/serviceaccount/token',
    '/run/secrets/db_password',
    '/srv/data/tw/store.db',
    '/srv/data/tw/store.db-wal',
    '~/.local/share/toolwright/store.db',
    '~/.toolwright/credentials.json',
  ])('denies to read %s', (path) => {
    expect(isDenied(pathFact('read', path))).toBe(true);
    expect(isDenied(commandFact('read', path))).toBe(true);
    expect(isDenied(pathFact('read', 'innocent', { via: pathFact('read', path).target }))).toBe(true);
    expect(isDenied(pathFact('read', path, { via: 'innocent' }))).toBe(true);
  });

  it.each([
    'a.ts',
    '.env',
    '.ssh/id_rsa',
    '.toolwright/config.json',
    '.toolwright',
    'etc/shadow',
    'dev/zero',
    '~/.ssh/id_rsa.pub',
    '~/.ssh/*.pub',
    '~/.ssh/known_hosts',
    '~/.ssh/config',
    '~/.ssh',
    '~/.gnupg',
    '~/.bashrc',
    '~/notes.txt',
    '~/*',
    '~/.config/toolwright/config.json',
    '~/.toolwright/policy.json',
    '~/.toolwright',
    '/etc/hosts',
    '/etc/passwd',
    '/etc/os-release',
    '/etc/systemd/system.conf',
    '/proc/cpuinfo',
    '/proc/self/status',
    '/proc/1/cmdline',
    '/sys/class/net',
    '/dev/shm/x',
    '/dev',
    '/srv/app/.env',
    '/usr/share/doc',
    '/tmp/x',
  ])('leaves reading %s to others', (path) => {
    expect(judgeFloor([pathFact('read', path)], places)).toEqual([]);
  });

  it('tells a folder that is listed from one that is read', () => {
    for (const path of ['~/.ssh', '~/.gnupg', '~/.config/gcloud', '/run/secrets']) {
      expect(isDenied(commandFact('read', path))).toBe(false);
      expect(isDenied(commandFact('read', path, { deep: true }))).toBe(true);
    }
    expect(isDenied(commandFact('read', '.', { deep: true }))).toBe(false);
    expect(isDenied(commandFact('read', '~', { deep: true }))).toBe(false);
  });

  it.each([
    '/dev/zero',
    '/dev/random',
    '/dev/urandom',
    '/dev/full',
    '/dev/tty',
    '/dev/ttyS0',
    '/dev/pts/0',
    '/dev/stdin',
    '/dev/null',
    '/dev/fd/0',
  ])('denies %s to file tools and leaves it to commands', (path) => {
    expect(isDenied(pathFact('read', path))).toBe(true);
    expect(isDenied(pathFact('write', path))).toBe(true);
    expect(isDenied(commandFact('read', path))).toBe(false);
    expect(isDenied(commandFact('write', path))).toBe(false);
  });

  it('takes the streams of a command for what they are, wherever their links lead', () => {
    const stream = { via: '/dev/stderr', target: '/proc/77/fd/pipe:[123]' };
    expect(isDenied(commandFact('write', '/dev/stderr', { ...stream, target: '/dev/pts/3' }))).toBe(false);
    expect(isDenied(commandFact('read', '/dev/fd/63'))).toBe(false);
    expect(isDenied(commandFact('read', '/proc/self/fd/0'))).toBe(false);
    expect(isDenied(pathFact('read', '/proc/self/fd/0'))).toBe(true);
  });

  it('denies what was found never to be legitimate, with the words found for it', () => {
    const fact: Fact = {
      kind: 'exec',
      target: 'nc',
      where: 'nowhere',
      known: false,
      forbidden: true,
      note: 'a reverse shell',
    };
    expect(judgeFloor([fact], places)).toEqual([
      { verdict: 'deny', source: 'floor', reason: 'a reverse shell', fact: 0 },
    ]);
  });

  it.each([
    '169.254.169.254',
    '169.254.169.254:80',
    'user@169.254.169.254',
    '169.254.1.2',
    '[fd00:ec2::254]',
    '[::ffff:169.254.169.254]',
    'metadata.google.internal',
    'METADATA.google.internal.',
    '100.100.100.200',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '0x7f.1',
  ])('denies to connect to %s', (host) => {
    for (const target of [host, `http://${host}/latest/`, `https://${host}`, `ftp://${host}?x`]) {
      expect(isDenied({ kind: 'net', target, where: 'nowhere', known: true })).toBe(true);
      expect(isDenied({ kind: 'net', target, where: 'nowhere', known: true, by: 0 })).toBe(true);
    }
  });

  it('denies to copy to such a host', () => {
    expect(isDenied({ kind: 'net', target: 'root@169.254.169.254:tmp', where: 'nowhere', known: true, by: 0 })).toBe(
      true,
    );
  });

  it.each([
    'example.com',
    'https://example.com/a?b=169.254.169.254',
    'localhost:3000',
    'http://127.0.0.1:8080/x',
    '192.168.1.2',
    'git@example.com:team/repo.git',
    '[::1]:8080',
  ])('leaves connecting to %s to others', (target) => {
    expect(isDenied({ kind: 'net', target, where: 'nowhere', known: true })).toBe(false);
    expect(isDenied({ kind: 'net', target, where: 'nowhere', known: true, by: 0 })).toBe(false);
  });

  it('lets a command listen on every address', () => {
    expect(isDenied({ kind: 'net', target: '0.0.0.0:8000', where: 'nowhere', known: true, by: 0 })).toBe(false);
    expect(isDenied({ kind: 'net', target: '0.0.0.0:8000', where: 'nowhere', known: true })).toBe(true);
  });

  it('denies to read a credential and to connect in one call', () => {
    const net: Fact = { kind: 'net', target: 'drop.example.test', where: 'nowhere', known: true };
    const secret: Fact = { kind: 'secret', target: 'OPENAI_API_KEY', where: 'nowhere', known: true };
    expect(judgeFloor([secret, net], places)).toEqual([
      {
        verdict: 'deny',
        source: 'floor',
        reason: 'would send what is in OPENAI_API_KEY out, to drop.example.test',
        fact: 0,
      },
    ]);
    for (const path of ['.env', 'certs/server.key', '.npmrc', '/srv/app/.env'])
      for (const kind of ['read', 'move'] as const)
        expect(judgeFloor([net, commandFact(kind, path)], places)).toEqual([
          { verdict: 'deny', source: 'floor', reason: `would send what is in ${path} out, to ${net.target}`, fact: 1 },
        ]);
    expect(judgeFloor([commandFact('read', 'a.json'), net], places)).toEqual([]);
    expect(judgeFloor([commandFact('read', '.env.example'), net], places)).toEqual([]);
    expect(judgeFloor([commandFact('write', '.env'), net], places)).toEqual([]);
  });
});
