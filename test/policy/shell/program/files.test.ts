import { expect, it } from 'vitest';
import { verifies } from '../../../requirements.js';
import { recordDoing } from '../record-doing.js';
import { checkRows, sceneWith } from './program-rows.js';

it('deletes', () => {
  const { given, wanted } = checkRows(
    `
    rm a => delete a
    rm -rf build => delete build deep
    rm -r -f / => delete / deep
    rm --recursive --force / => delete / deep
    rm -fr -- -x => delete -x deep
    rm -Rf a b c => delete a deep; delete b deep; delete c deep
    rm --recur / => unknown; delete / deep
    rm --no-preserve-root -rf / => delete / deep
    rm -rf ~/x => delete ~/x deep
    rm -i a => delete a
    rm -d a => delete a
    rm --unknown-thing a => unknown; delete a
    rm -z a => unknown; delete a
    rm --interactive=never a => delete a
    unlink a => delete a
    rmdir a => delete a
    rmdir -p a/b/c => delete a/b/c; delete a/b; delete a
    shred a => write a
    shred -u -n 3 a => write a; delete a
    shred -fuz /dev/sda => write /dev/sda; delete /dev/sda
    shred --remove=wipe a => write a; delete a
    shred --random-source=r a => read r; write a
    wipe -rf a => write a deep; delete a deep
    srm -r a => write a deep; delete a deep
    trash a b => delete a deep; delete b deep
    trash-put a => delete a deep
    rm --help =>
    `,
  );
  expect(given).toBe(wanted);
});

it('copies, moves and installs', () => {
  const { given, wanted } = checkRows(
    `
    cp a b => read a; write b
    cp -r a b => read a deep; write b deep
    cp -a a/ b/ => read a/ deep; write b/a deep
    cp a b c dir => read a; write dir/a; read b; write dir/b; read c; write dir/c
    cp a dir/ => read a; write dir/a
    cp a . => read a; write ./a
    cp a .. => read a; write ../a
    cp -t dir a b => read a; write dir/a; read b; write dir/b
    cp --target-directory=dir a => read a; write dir/a
    cp --target-dir dir a => unknown; read a; write dir/a
    cp -T a b => read a; write b
    cp -rT a b => read a deep; write b deep
    cp -r a/. b/ => read a/. deep; write b/. deep
    cp --parents a/b/c dir/ => read a/b/c; write dir/a/b/c
    cp --backup=simple a.txt b.txt => read a.txt; write b.txt; write b.txt~
    cp -b a b => read a; write b; write b~
    cp -S .bak a b => read a; write b; write b.bak
    cp --suffix=commit a pre- => read a; write pre-; write pre-commit
    cp -l a b => read a; write b
    cp -s /etc/passwd x => read /etc/passwd; write x
    cp --sparse=always a b => read a; write b
    cp --reflink=auto a b => read a; write b
    cp -p --preserve=mode,timestamps a b => read a; write b
    cp a =>
    cp =>
    cp -Q a b => unknown; read a; write b
    cp --help =>
    cp /dev/zero /dev/sda => read /dev/zero; write /dev/sda
    cp -r / x => read / deep; write x deep
    mv a b => move a; write b
    mv a b dir => move a; write dir/a; move b; write dir/b
    mv a dir/ => move a; write dir/a
    mv -t dir a => move a; write dir/a
    mv -n a b => move a; write b
    mv /usr /usr.bak => move /usr; write /usr.bak
    mv --exchange a b => move a; write b; move b
    mv -b a b => move a; write b; write b~
    mv -f a ../x => move a; write ../x
    mv --target-directory /etc a => move a; write /etc/a
    install a b => read a; write b
    install -m 755 a b => read a; write b
    install -m 4755 a b => read a; write b; unknown
    install -m 4755 /bin/bash /tmp/x => read /bin/bash; write /tmp/x; forbid
    install -d a b => write a; write b
    install -D a dir/b => read a; write dir/b
    install -t dir a b => read a; write dir/a; read b; write dir/b
    install -s a b => unknown; read a; write b
    install --strip-program=./x -s a b => run ./x; unknown; read a; write b
    `,
  );
  expect(given).toBe(wanted);
});

it('makes links', () => {
  const { given, wanted } = checkRows(
    `
    ln -s a b => write b; read a deep
    ln -s / rootlink => write rootlink; read / deep
    ln -s ../x sub/link => write sub/link; read sub/../x deep
    ln -s /etc/passwd => write passwd; read /etc/passwd deep
    ln -sf ../../etc a/b/c => write a/b/c; read a/b/../../etc deep
    ln -sr a sub/link => write sub/link; read a deep
    ln ~/.ssh/id_rsa x => write x; read ~/.ssh/id_rsa
    ln -s a b dir => write dir/a; read dir/a deep; write dir/b; read dir/b deep
    ln -st dir /etc => write dir/etc; read /etc deep
    ln -sfn a b => write b; read a deep
    link a b => read a; write b
    link --version =>
    `,
  );
  expect(given).toBe(wanted);
});

it('makes and fills files', () => {
  const { given, wanted } = checkRows(
    `
    touch x => write x
    touch -c -m x => write x
    touch -d '2020-01-01' x => write x
    touch -r ref x => read ref; write x
    truncate -s 0 a => write a
    truncate -r b a => read b; write a
    truncate --size=0 a b => write a; write b
    fallocate -l 1G a => write a
    mkdir a => write a
    mkdir -p a/b => write a/b
    mkdir -m 700 a => write a
    mkdir -m 6755 a => unknown; write a
    mkfifo /tmp/f => write /tmp/f
    mknod x p => write x
    mknod x b 8 0 => write x; unknown
    mktemp => write /tmp/tmp.XXXXXXXXXX
    mktemp -d => write /tmp/tmp.XXXXXXXXXX
    mktemp -u =>
    mktemp a.XXXX => write a.XXXX
    mktemp -p dir a.XXXX => write dir/a.XXXX
    mktemp -t a.XXXX => write /tmp/a.XXXX
    mktemp --tmpdir=dir => write dir/tmp.XXXXXXXXXX
    tee a => write a
    tee -a a b => write a; write b
    tee --append a => write a
    tee =>
    sponge a => write a
    dd if=a of=b => read a; write b
    dd if=/dev/urandom of=/dev/nvme0n1 bs=1M => unknown; read /dev/urandom; write /dev/nvme0n1
    dd if=a => read a
    dd of=b count=1 conv=notrunc status=none => write b
    dd wat=1 => unknown
    sync =>
    sync a =>
    rename 's/a/b/' x y => inline; move x; move y
    mmv a b => unknown
    dd if=/dev/zero => unknown; read /dev/zero
    dd if=/dev/zero of=a bs=1M count=10 => read /dev/zero; write a
    `,
  );
  expect(given).toBe(wanted);
});

it('changes modes and owners', () => {
  const { given, wanted } = checkRows(
    `
    chmod +x run.sh => write run.sh
    chmod 755 a => write a
    chmod -x a => write a
    chmod -R 777 / => write / deep
    chmod -R -w dir => write dir deep
    chmod u+s a => unknown; write a
    chmod 4755 a => unknown; write a
    chmod 02755 a => unknown; write a
    chmod 1777 a => write a
    chmod g+s dir => unknown; write dir
    chmod g-s dir => write dir
    chmod u+s /bin/bash => forbid; write /bin/bash
    chmod 4755 /tmp/rootbash => forbid; write /tmp/rootbash
    chmod u+s run.sh => unknown; write run.sh
    chmod --reference=a b => read a; write b
    chmod -v a+r,u+w f => write f
    chmod -- -x f => write f
    chown me a => write a
    chown -R me:me / => write / deep
    chown --reference=a b => read a; write b
    chown -h me a => write a
    chgrp staff a => write a
    chgrp -R staff a => write a deep
    chattr +i a => write a
    chattr -R -i a => write a deep
    setfacl -m u:x:rw a => write a
    setfacl -R -m u:x:rw a => write a deep
    setfacl --restore=f => read f; unknown
    setcap cap_net_raw+ep ./x => unknown; write ./x
    setcap cap_setuid+ep /usr/bin/python3 => unknown; write /usr/bin/python3; forbid
    `,
  );
  expect(given).toBe(wanted);
});

it('tells a folder from a file at the end of a copy', () => {
  const { given, wanted } = checkRows(
    `
    cp a/x dir => read a/x; write dir/x
    cp a/x new => read a/x; write new
    cp -r a dir => read a deep; write dir/a deep
    mv a dir => move a; write dir/a
    mv -T a dir => move a; write dir
    ln -s ../a dir => write dir/a; read dir/../a deep
    install a dir => read a; write dir/a
    cp .bashrc ~ => read .bashrc; write ~
    cp hook $TO => unknown; read hook; write <$TO is not known>
    cp $FROM dir => unknown; read <$FROM is not known>; write <$FROM is not known>
    `,
    sceneWith('/ws/dir/'),
  );
  expect(given).toBe(wanted);
});

it('spreads a pattern at the end, where the last match is the target', () => {
  const pattern = { text: '*', source: '*', matches: ['a', 'b', 'dir'] };
  expect(recordDoing(['mv', pattern])).toEqual(['move a', 'write dir/a', 'move b', 'write dir/b']);
});

it('keeps the matches of a pattern that is copied', () => {
  const pattern = { text: 'src/*', source: 'src/*', matches: ['src/a', 'src/b'] };
  expect(recordDoing(['cp', pattern, 'out'])).toEqual(['read src/*', 'write out/*']);
});

it('takes a word that is only known at run time for what it likely is', () => {
  const word = (guess: string) => ({ text: undefined, source: '$X', guess, note: 'X is not known' });
  expect([
    recordDoing(['rm', word('-rf'), '/']),
    recordDoing(['dd', 'if=a', word('of=/dev/sda')]),
    recordDoing(['chmod', word('u+s'), 'a']),
  ]).toEqual([
    ['unknown X is not known', 'delete <X is not known> deep', 'delete / deep'],
    ['read a', 'write <X is not known>'],
    [
      'unknown X is not known',
      'unknown lets whoever runs the file act with the rights of its owner or group (setuid, setgid)',
      'write a',
    ],
  ]);
});

it('says in words what it does not know', () => {
  verifies('design.tool.unknown-fact', 'policy.facts.unknown-in-words');
  expect([
    recordDoing(['rm', '--recur', 'a']),
    recordDoing(['mknod', 'x', 'b', '8', '0']),
    recordDoing(['chmod', '4755', '/bin/sh']),
    recordDoing(['patch', '-p1']),
  ]).toEqual([
    ['unknown --recur is cut short: it is taken for --recursive', 'delete a deep'],
    ['write x', 'unknown makes a device file, through which a disk can be read or overwritten'],
    ['forbid gives a program that can run anything the rights of its owner for whoever starts it', 'write /bin/sh'],
    ['write . deep', 'unknown which files are changed is written in the patch'],
  ]);
});

it('finds the home that a `~` within a word means', () => {
  expect(recordDoing(['dd', 'if=~/.ssh/id_rsa'])).toEqual(['read ~/.ssh/id_rsa', 'read /home/me/.ssh/id_rsa']);
});

it('stays quick on words made to slow it down', () => {
  const started = performance.now();
  for (const bait of ['+'.repeat(60_000), '/'.repeat(60_000), '='.repeat(60_000), ':'.repeat(60_000)]) {
    recordDoing(['chmod', bait, bait]);
    recordDoing(['cp', bait, bait]);
    recordDoing(['tar', `-xf${bait}`, bait]);
    recordDoing(['rmdir', '-p', bait]);
    recordDoing(['vim', bait]);
  }
  expect(performance.now() - started).toBeLessThan(1000);
});
