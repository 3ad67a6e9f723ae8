import { asksOnly, type OptionSpec, type ReadOptions } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { likely, literal, unknownWord, type Word } from '../../word.js';
import { readGnuOptions } from './gnu-options.js';
import { inFolder, isDash } from './path-word.js';
import { remoteHost, reportRemote } from './remote.js';

const rsyncSpec: OptionSpec = {
  flags: `-0 -4 -6 -8 -a -A -b -c -C -d -D -E -F -g -h -H -i -I -J -k -K -l -L -m -n -N -o -O -p -P -q -r -R -s -S -t -u
    -U -v -W -x -X -y -z --archive --acls --backup --checksum --cvs-exclude --dirs --devices --specials --executability
    --group --human-readable --hard-links --itemize-changes --ignore-times --omit-link-times --copy-dirlinks
    --keep-dirlinks --links --copy-links --prune-empty-dirs --dry-run --crtimes --owner --omit-dir-times --perms
    --partial --quiet --recursive --relative --protect-args --secluded-args --sparse --times --update --atimes --verbose
    --whole-file --one-file-system --xattrs --fuzzy --compress --progress --stats --existing --ignore-existing
    --ignore-non-existing --remove-source-files --delete --del --delete-before --delete-during --delete-delay
    --delete-after --delete-excluded --delete-missing-args --ignore-errors --force --inplace --append --append-verify
    --size-only --numeric-ids --safe-links --copy-unsafe-links --no-motd --list-only --from0 --blocking-io --no-perms
    --no-owner --no-group --no-times --no-links --no-recursive --no-implied-dirs --delay-updates --mkpath --open-noatime
    --no-compress --no-inc-recursive --no-whole-file --munge-links --fsync --ipv4 --ipv6 --help --version`,
  values: `-B -e -f -T -M --rsh --rsync-path --exclude --include --exclude-from --include-from --files-from --filter
    --log-file --log-file-format --out-format --backup-dir --suffix --partial-dir --temp-dir --compare-dest --copy-dest
    --link-dest --max-size --min-size --max-delete --block-size --bwlimit --timeout --contimeout --port --address
    --password-file --chmod --chown --usermap --groupmap --compress-level --compress-choice --checksum-choice --info
    --debug --modify-window --skip-compress --iconv --write-batch --only-write-batch --read-batch --remote-option
    --protocol --stop-after --stop-at`,
};

const rsync: Program = (args, doing) => {
  if (asksOnly(args, '--version -V --help')) return;
  const options = readGnuOptions(args, rsyncSpec, doing);
  for (const command of options.valuesOf('-e --rsh --rsync-path')) {
    doing.unknown(`rsync runs ${command.text ?? command.source}`);
    doing.script(command);
  }
  if (options.has('-f --filter -F -M --remote-option')) {
    doing.unknown('rules and options for rsync are written elsewhere');
  }
  const target = options.operands.length > 1 ? options.operands.at(-1) : undefined;
  reportFiles(options, target, doing);
  const sources = target === undefined ? options.operands : options.operands.slice(0, -1);
  for (const source of sources) reportSource(source, options, doing);
  if (target !== undefined) reportTarget(target, options, doing);
};

function reportSource(source: Word, options: ReadOptions, doing: EffectSink): void {
  if (reportRemote(source, doing)) return;
  const deep = options.has('-a -r --archive --recursive');
  doing.read(source, { deep });
  if (options.has('--remove-source-files') && !isTrial(options)) doing.delete(source, { deep });
}

function reportTarget(target: Word, options: ReadOptions, doing: EffectSink): void {
  if (reportRemote(target, doing)) {
    if (options.given.some(deletes)) doing.unknown('files on the other machine are deleted');
    return;
  }
  if (isTrial(options)) {
    doing.read(target, { deep: true });
    return;
  }
  doing.write(target, { deep: true });
  if (options.given.some(deletes)) doing.delete(target, { deep: true });
}

function reportFiles(options: ReadOptions, target: Word | undefined, doing: EffectSink): void {
  const read = '--exclude-from --include-from --files-from --password-file --read-batch';
  for (const file of options.valuesOf(read)) if (!isDash(file)) doing.read(file);
  if (options.has('--files-from --read-batch')) doing.unknown('which files rsync takes is written in a file');
  for (const folder of options.valuesOf('--compare-dest --copy-dest --link-dest')) {
    doing.read(target === undefined ? folder : inFolder(target, folder), { deep: true });
  }
  for (const file of options.valuesOf('--log-file --write-batch --only-write-batch')) doing.write(file);
  for (const folder of options.valuesOf('--backup-dir --partial-dir -T --temp-dir')) {
    doing.write(inFolder(target ?? literal('.'), folder), { deep: true });
  }
}

const deletes = ({ name }: { readonly name: string }): boolean => /^--del/.test(name);

const isTrial = (options: ReadOptions): boolean => options.has('-n --dry-run --list-only');

const rclone: Program = (args, doing) => {
  if (asksOnly(args, '--version version')) return;
  doing.unknown('rclone copies to and deletes from places that its own settings name');
  for (const word of args.slice(1)) {
    const name = remoteHost(word);
    if (name !== undefined) doing.net(unknownWord(`what rclone calls ${name.text ?? name.source}`));
    else if (!likely(word).startsWith('-')) doing.read(word, { deep: true });
  }
};

export const rsyncPrograms: ProgramTable = { rsync, rclone };
