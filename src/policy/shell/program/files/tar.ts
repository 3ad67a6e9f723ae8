import { asksOnly, type OptionSpec, type ReadOptions } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { likely, literal, type Word } from '../../word.js';
import { readGnuOptions } from './gnu-options.js';
import { below, inFolder, isDash, wordFrom } from './path-word.js';
import { remoteHost } from './remote.js';

const tarSpec: OptionSpec = {
  flags: `-A -c -d -r -t -u -x -G -n -S -k -U -W -O -m -p -s -B -i -a -j -J -z -Z -h -P -l -R -v -w -o
    --catenate --concatenate --create --delete --diff --compare --append --test-label --list --update --extract --get
    --incremental --seek --sparse --exclude-backups --exclude-caches --exclude-caches-all --exclude-caches-under
    --exclude-vcs --null --no-null --no-recursion --recursion --no-unquote --unquote --verbatim-files-from
    --no-verbatim-files-from --anchored --no-anchored --ignore-case --no-ignore-case --wildcards --no-wildcards
    --wildcards-match-slash --no-wildcards-match-slash --keep-directory-symlink --keep-newer-files --keep-old-files
    --no-overwrite-dir --overwrite --overwrite-dir --recursive-unlink --remove-files --skip-old-files --unlink-first
    --verify --to-stdout --touch --no-same-owner --no-same-permissions --numeric-owner --preserve-permissions
    --same-permissions --same-owner --preserve-order --same-order --acls --no-acls --selinux --no-selinux --xattrs
    --no-xattrs --force-local --read-full-records --ignore-zeros --old-archive --portability --posix
    --auto-compress --bzip2 --xz --lzip --lzma --lzop --no-auto-compress --zstd --gzip --gunzip --ungzip --compress
    --uncompress --hard-dereference --dereference --one-file-system --absolute-names --full-time --check-links
    --block-number --show-defaults --show-omitted-dirs --show-transformed-names --show-stored-names --utc --verbose
    --interactive --confirmation --restrict --ignore-failed-read --no-seek --check-device --no-check-device
    --ignore-command-error --no-ignore-command-error --clamp-mtime --help --usage --version`,
  values: `-b -C -f -F -g -H -I -K -L -N -T -V -X --add-file --directory --exclude --exclude-tag --files-from
    --exclude-from --file --info-script --new-volume-script --listed-incremental --format --use-compress-program
    --starting-file --tape-length --newer --after-date --newer-mtime --label --to-command --group --owner --mode --mtime
    --sort --rmt-command --rsh-command --volno-file --blocking-factor --record-size --strip-components --index-file
    --checkpoint-action --quoting-style --warning --level --suffix`,
  optional: '--one-top-level --occurrence --checkpoint --totals --backup --atime-preserve',
};

const tar: Program = (args, doing) => {
  if (asksOnly(args, '--version --help --usage --show-defaults')) return;
  const options = readGnuOptions(dashed(args), tarSpec, doing);
  reportRuns(options, doing);
  for (const file of options.valuesOf('-X --exclude-from --add-file')) if (!isDash(file)) doing.read(file);
  for (const file of options.valuesOf('--index-file --volno-file -g --listed-incremental')) doing.write(file);
  for (const list of options.valuesOf('-T --files-from')) {
    if (!isDash(list)) doing.read(list);
    doing.unknown(`which files tar takes is written in ${list.source}, and options may be`);
  }
  const archives = options.valuesOf('-f --file').filter((file) => !isRemote(file, options, doing) && !isDash(file));
  const folders = options.valuesOf('-C --directory');
  const operands = options.operands.flatMap((operand) =>
    folders.length === 0 ? [operand] : folders.map((folder) => inFolder(folder, operand)),
  );
  if (options.has('-c --create -r --append -u --update -A --catenate --concatenate')) {
    const followsLinks = options.has('-h --dereference');
    for (const path of operands) doing.read(path, { deep: true, followsLinks, hidden: true });
    for (const file of archives) doing.write(file);
    if (options.has('--remove-files')) for (const path of operands) doing.delete(path, { deep: true });
    return;
  }
  if (options.has('--delete')) {
    for (const file of archives) doing.write(file);
    return;
  }
  for (const file of archives) doing.read(file);
  if (options.has('-x --extract --get')) return reportExtraction(options, folders, doing);
  if (options.has('-d --diff --compare')) {
    for (const folder of folders.length === 0 ? [literal('.')] : folders) doing.read(folder, { deep: true });
    return;
  }
  if (!options.has('-t --list --test-label')) doing.unknown('what tar is to do is not said');
};

function reportExtraction(options: ReadOptions, folders: readonly Word[], doing: EffectSink): void {
  if (options.has('-O --to-stdout --to-command')) return;
  if (options.has('-P --absolute-names')) doing.unknown('with -P the archive says where its files are written');
  const top = options.valuesOf('--one-top-level').at(-1);
  const bases = folders.length === 0 ? [literal('.')] : folders;
  for (const base of bases) doing.write(top === undefined ? base : below(base, top), { deep: true });
}

/** `tar xzf a.tgz`: each letter is an option, and their values follow in order. */
function dashed(args: readonly Word[]): readonly Word[] {
  const [first, ...rest] = args;
  if (first?.text === undefined || !/^[A-Za-z]+$/.test(first.text)) return args;
  const values = [...rest];
  const options = [...first.text].flatMap((letter) => {
    const option = literal(`-${letter}`);
    const value = 'bCfFgHIKLNTVX'.includes(letter) ? values.shift() : undefined;
    return value === undefined ? [option] : [option, value];
  });
  return [...options, ...values];
}

function reportRuns(options: ReadOptions, doing: EffectSink): void {
  const commands = options.valuesOf(
    '-F --info-script --new-volume-script -I --use-compress-program --to-command --rsh-command --rmt-command',
  );
  const actions = options
    .valuesOf('--checkpoint-action')
    .filter((action) => !/^(dot|bell|echo|ttyout|sleep|totals)\b/.test(action.text ?? ''));
  for (const command of [...commands, ...actions.map(withoutExec)]) {
    doing.unknown(`tar runs ${command.text ?? command.source}`);
    doing.script(command, { input: { kind: 'piped' } });
  }
}

const withoutExec = (action: Word): Word => (likely(action).startsWith('exec=') ? wordFrom(action, 5) : action);

function isRemote(file: Word, options: ReadOptions, doing: EffectSink): boolean {
  const host = options.has('--force-local') ? undefined : remoteHost(file);
  if (host === undefined) return false;
  doing.net(host);
  doing.unknown('tar starts a remote shell to reach the archive');
  return true;
}

export const tarPrograms: ProgramTable = { 'tar gtar bsdtar': tar };
