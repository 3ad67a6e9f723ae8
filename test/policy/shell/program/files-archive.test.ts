import { expect, it } from 'vitest';
import { recordDoing } from '../record-doing.js';
import { checkRows } from './program-rows.js';

it('lists, extracts and makes tar archives', () => {
  const { given, wanted } = checkRows(
    `
    tar -tzf a.tgz => read a.tgz
    tar tf a.tar => read a.tar
    tar tvzf a.tgz => read a.tgz
    tar --list --file=a.tar => read a.tar
    tar -xzf a.tgz => read a.tgz; write . deep
    tar xzf a.tgz => read a.tgz; write . deep
    tar -xzf a.tgz -C out => read a.tgz; write out deep
    tar xf a.tar -C / etc/passwd => read a.tar; write / deep
    tar -xOf a.tar x => read a.tar
    tar -xPf a.tar => read a.tar; unknown; write . deep
    tar -czf a.tgz src => read src deep; write a.tgz
    tar czf a.tgz src lib => read src deep; read lib deep; write a.tgz
    tar -czf a.tgz -C /etc passwd => read /etc/passwd deep; write a.tgz
    tar -cf - src => read src deep
    tar chf a.tar src => read src deep links; write a.tar
    tar cf a.tar --remove-files src => read src deep; write a.tar; delete src deep
    tar -rf a.tar b => read b deep; write a.tar
    tar --delete -f a.tar b => write a.tar
    tar -df a.tar => read a.tar; read . deep
    tar -xf a.tar --to-command=sh => unknown; script sh; read a.tar
    tar -xf a.tar --to-comm=sh => unknown; script sh; read a.tar
    tar -cf a.tar x --checkpoint=1 --checkpoint-action=exec='rm -rf /' => unknown; script rm -rf /; read x deep; write a.tar
    tar -cf a.tar x --checkpoint=1 --checkpoint-action=dot => read x deep; write a.tar
    tar -tf a.tar -I ./x.sh => unknown; script ./x.sh; read a.tar
    tar -tf a.tar --use-compress-program=./x => unknown; script ./x; read a.tar
    tar -cf host.example.test:a.tar x => net host.example.test; unknown; read x deep
    tar -cf a:b x --force-local => read x deep; write a:b
    tar -cf host.example.test:a.tar x --rsh-command=./x => unknown; script ./x; net host.example.test; read x deep
    tar -xf a.tar --one-top-level=d => read a.tar; write ./d deep
    tar -cf a.tar -T list => read list; unknown; write a.tar
    tar -cf a.tar -X ex src => read ex; read src deep; write a.tar
    tar -tf a.tar -F ./x => unknown; script ./x; read a.tar
    tar -tMf a.tar => unknown; read a.tar
    tar --index-file=i -tf a.tar => write i; read a.tar
    tar --version =>
    tar => unknown
    `,
  );
  expect(given).toBe(wanted);
});

it('zips', () => {
  const { given, wanted } = checkRows(
    `
    zip a.zip b => write a.zip; read b
    zip -r a dir => write a.zip; read dir deep links
    zip -r a.zip . -x '*.git*' -x node_modules => write a.zip; read . deep links
    zip -m a.zip b => write a.zip; read b; delete b
    zip -d a.zip b => write a.zip
    zip a.zip b -T -TT 'sh -c x' => unknown; script sh -c x; write a.zip; read b; read sh -c x
    zip a.zip b -TmTT='./x' => unknown; script ./x; write a.zip; read b; delete b
    zip a.zip -@ => unknown; write a.zip
    zip --version =>
    unzip -l a.zip => read a.zip
    unzip -t a.zip => read a.zip
    unzip -p a.zip x => read a.zip
    unzip -p '*.zip' => read *.zip; unknown
    unzip a.zip -l => read a.zip; write . deep
    unzip -l -- a.zip => unknown; read a.zip
    zipinfo 'a?.zip' => read a?.zip; unknown
    unzip -Z a.zip => read a.zip
    unzip -Z1 a.zip => read a.zip
    unzip -v a.zip => read a.zip
    unzip a.zip => read a.zip; write . deep
    unzip -o a.zip -d out => read a.zip; write out deep
    unzip -q a.zip x -x y => read a.zip; write . deep
    unzip -:o a.zip => read a.zip; unknown; write . deep
    unzip -v =>
    zipinfo a.zip => read a.zip
    `,
  );
  expect(given).toBe(wanted);
});

it('compresses', () => {
  const { given, wanted } = checkRows(
    `
    gzip a => read a; write a.gz; delete a
    gzip -k a => read a; write a.gz
    gzip -c a => read a
    gzip -d a.gz => read a.gz; write a; delete a.gz
    gzip -l a.gz => read a.gz
    gzip -r dir => read dir deep links; write dir deep; delete dir deep
    gzip =>
    gunzip a.gz => read a.gz; write a; delete a.gz
    gunzip -c a.gz => read a.gz
    gunzip -k a.tgz => read a.tgz; write a.tar
    zcat a.gz => read a.gz
    bzip2 a => read a; write a.bz2; delete a
    bunzip2 a.bz2 => read a.bz2; write a; delete a.bz2
    bzcat a.bz2 => read a.bz2
    xz -9 -T0 a => read a; write a.xz; delete a
    xz -dk a.xz => read a.xz; write a
    xz -l a.xz => read a.xz
    xz --files=list => unknown; read list
    xzcat a.xz => read a.xz
    zstd a => read a; write a.zst
    zstd --rm a => read a; delete a; write a.zst
    zstd -19 a -o b => write b; read a
    zstd -d a.zst => read a.zst; write a
    zstd -dc a.zst => read a.zst
    zstd --output-dir-flat out a => read a; write out/a.zst
    zstdcat a.zst => read a.zst
    lz4 a b => read a; write b
    lz4 -l a b => read a; write b
    lz4cat -r dir => read dir deep links
    zstdcat -T a => read a
    zstdcat -T0 a => read a
    lz4 a => read a; write a.lz4
    lz4 -d a.lz4 => read a.lz4; write a
    gzip --wat a => unknown; read a; write a.gz; delete a
    `,
  );
  expect(given).toBe(wanted);
});

it('handles other archives', () => {
  const { given, wanted } = checkRows(
    `
    7z l a.7z => read a.7z
    7z t a.7z => read a.7z
    7z x a.7z => read a.7z; write . deep
    7z x a.7z -oout => read a.7z; write out deep
    7z x -so a.7z => read a.7z
    7z a a.7z dir => read dir deep; write a.7z
    7z a -sdel a.7z dir => read dir deep; delete dir deep; write a.7z
    7z a a.7z @list => unknown; read list; read @list deep; write a.7z
    7z d a.7z x => write a.7z
    7z wat a => unknown
    cpio -it -F a.cpio => read a.cpio
    cpio -idm -F a.cpio => read a.cpio; unknown; write . deep
    cpio -o -O a.cpio => write a.cpio; unknown
    cpio -p dir => unknown; write dir deep
    ar t a.a => read a.a
    ar p a.a => read a.a
    ar x a.a => read a.a; write . deep
    ar rcs a.a b.o => write a.a; read b.o
    `,
  );
  expect(given).toBe(wanted);
});

it('copies trees', () => {
  const { given, wanted } = checkRows(
    `
    rsync -a src/ out/ => read src/ deep; write out/ deep
    rsync -a --delete empty/ ~/ => read empty/ deep; write ~/ deep; delete ~/ deep
    rsync -avz --del a/ b/ => read a/ deep; write b/ deep; delete b/ deep
    rsync -n -a --delete a/ b/ => read a/ deep; read b/ deep
    rsync -a src host.example.test:/x => read src deep; net host.example.test
    rsync -a host.example.test:/x out => net host.example.test; write out deep
    rsync -a rsync://host.example.test/x out => net rsync://host.example.test/x; write out deep
    rsync -e 'sh -c x' a b => unknown; script sh -c x; read a; write b deep
    rsync --rsh=./x a b => unknown; script ./x; read a; write b deep
    rsync -a --rsync-path=./x a host.example.test:b => unknown; script ./x; read a deep; net host.example.test
    rsync -a --remove-source-files a b => read a deep; delete a deep; write b deep
    rsync --files-from=list a b => read list; unknown; read a; write b deep
    rsync --log-file=l a b => write l; read a; write b deep
    rsync a/ => read a/
    rsync --backup-dir=old -ab a b => write b/old deep; read a deep; write b deep
    rclone copy a remote:b => unknown; read a deep; net <what rclone calls remote>
    `,
  );
  expect(given).toBe(wanted);
});

it('patches, edits and opens', () => {
  const { given, wanted } = checkRows(
    `
    patch -p1 -i a.diff => read a.diff; write . deep; unknown
    patch -p1 => write . deep; unknown
    patch --dry-run -p1 -i a.diff => read a.diff; read . deep
    patch f a.diff => read a.diff; write f
    patch -d sub -p1 -i a.diff => read sub/a.diff; write sub deep; unknown
    patch -o out f => write out; read f
    patch --dry-run -o out f => write out; read f
    vim a => unknown; read a; write a
    vi -c ':!sh' a => unknown; script sh; read a; write a
    ed -s /etc/sudoers => unknown; read /etc/sudoers; write /etc/sudoers
    nano => unknown
    emacs --version =>
    xdg-open a.html => unknown; read a.html
    xdg-open https://example.org => unknown; net https://example.org
    open https://example.org => unknown; net https://example.org
    `,
  );
  expect(given).toBe(wanted);
});

it('pipes what is extracted into the command it names', () => {
  expect(recordDoing(['tar', '-xf', 'a.tar', '--to-command=sh'])).toEqual([
    'unknown tar runs sh',
    'script sh',
    'read a.tar',
  ]);
});

it('finds plugins and lists that hold options', () => {
  const { given, wanted } = checkRows(
    `
    ar t a.a --plugin ./x.so => unknown; read a.a
    ar --plugin ./x.so t a.a => unknown
    ar t @list => unknown; read @list
    cpio -it -F host.example.test:a => net host.example.test; unknown
    cpio -it -F a --rsh-command=./x => unknown; script ./x; read a
    zstd -c --rm a => read a; delete a
    zstdcat -o b a => write b; read a
    xzcat --files=list => unknown; read list
    `,
  );
  expect(given).toBe(wanted);
});
