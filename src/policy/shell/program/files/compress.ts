import { asksOnly, type OptionSpec, type ReadOptions } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { literal, type Word } from '../../word.js';
import { readGnuOptions } from './gnu-options.js';
import { baseOf, below, isDash, mapWord } from './path-word.js';

const levels = '-0 -1 -2 -3 -4 -5 -6 -7 -8 -9';

const commonFlags = `${levels} -c -d -f -h -k -l -n -N -q -t -v -z -L --stdout --to-stdout --decompress --uncompress
  --compress --force --keep --list --no-name --name --quiet --test --verbose --fast --best --help --license --version`;

interface Compressor {
  readonly suffix: string;
  readonly spec: OptionSpec;
  /** Takes the source away unless told to keep it. */
  readonly removes: boolean;
  /** Undoes compression without being told to. */
  readonly undoes?: boolean;
  /** Writes to the standard output without being told to. */
  readonly prints?: boolean;
  /** `lz4 IN OUT`. */
  readonly namesOutput?: boolean;
  /** `-l` chooses a format and lists nothing. */
  readonly legacyFormat?: boolean;
}

const compressor =
  (kind: Compressor): Program =>
  (args, doing) => {
    if (asksOnly(args, '--version -V -L --help --license')) return;
    const options = readGnuOptions(args, kind.spec, doing);
    reportExtras(options, doing);
    const deep = options.has('-r --recursive');
    const prints = kind.prints === true || options.has('-c --stdout --to-stdout');
    const lists = options.has('--list') || (options.has('-l') && kind.legacyFormat !== true);
    const looks = prints || lists || options.has('-t --test');
    const outputs = options.valuesOf('-o');
    for (const file of outputs) if (!isDash(file)) doing.write(file);
    const operands = options.operands.filter((word) => !isDash(word));
    if (kind.namesOutput === true && operands.length === 2 && !options.has('-m --multiple')) {
      const [from, to] = operands as [Word, Word];
      doing.read(from);
      return looks ? doing.read(to) : doing.write(to);
    }
    for (const path of operands) {
      doing.read(path, { deep, followsLinks: deep, hidden: deep });
      // Some versions take the source away also when they only print.
      if (options.has('--rm')) doing.delete(path, { deep });
      if (looks) continue;
      if (outputs.length === 0)
        for (const target of deep ? [path] : targets(path, kind, options)) doing.write(target, { deep });
      if (kind.removes && !options.has('-k --keep')) doing.delete(path, { deep });
    }
  };

function targets(path: Word, { suffix, undoes }: Compressor, options: ReadOptions): readonly Word[] {
  const undo = undoes === true || options.has('-d --decompress --uncompress');
  const given = options.valuesOf('-S --suffix').at(-1)?.text;
  const named = mapWord(path, (text) => (undo ? withoutSuffix(text) : `${text}${given ?? suffix}`));
  const folders = options.valuesOf('--output-dir-flat --output-dir-mirror');
  return folders.length === 0 ? [named] : folders.map((folder) => below(folder, baseOf(named)));
}

const withoutSuffix = (path: string): string =>
  path.replace(/\.(gz|bz2|xz|lzma|zst|lz4|z|Z|bz)$/, '').replace(/\.(tgz|tbz2?|txz|tzst)$/, '.tar');

function reportExtras(options: ReadOptions, doing: EffectSink): void {
  for (const file of options.valuesOf('-D --patch-from')) doing.read(file);
  const undo = options.has('-d --decompress --uncompress');
  if (undo && options.has('-N --name')) doing.unknown('the name of the new file is written in the archive');
  if (options.has('--train')) doing.write(literal('dictionary'));
  const lists = options.given.filter(({ name }) => /^--(filelist|files|files0)$/.test(name));
  for (const { value } of lists) {
    doing.unknown('which files it takes is written in a list');
    if (value !== undefined) doing.read(value);
  }
}

const gzipSpec: OptionSpec = {
  flags: `${commonFlags} -a -r --ascii --recursive --rsyncable --synchronous`,
  values: '-S --suffix',
};
const bzip2Spec: OptionSpec = { flags: `${commonFlags} -s --small --repetitive-best --repetitive-fast` };
const xzSpec: OptionSpec = {
  flags: `${commonFlags} -e --extreme --single-stream --no-sparse --ignore-check --no-warn --robot -Q --no-adjust
    --no-sync --info-memory -a`,
  values: '-S -F -C -T -M --suffix --format --check --threads --memlimit --memlimit-compress --memlimit-decompress',
  optional: '--files --files0',
};
const zstdSpec: OptionSpec = {
  flags: `${commonFlags} -r -C --rm --ultra --no-progress --check --no-check --sparse --no-sparse --adapt --long
    --exclude-compressed --rsyncable --single-thread --train`,
  values: '-o -D --output-dir-flat --output-dir-mirror --filelist --threads --memory',
  // A number stands right behind these letters, or not at all.
  optional: '--fast --long --adapt --format --patch-from -b -e -T -M -B',
};
const lz4Spec: OptionSpec = {
  flags: `${commonFlags} -r -m --rm --multiple --no-frame-crc --content-size --sparse --no-sparse --favor-decSpeed`,
  optional: '-B -D --fast -b -e',
};

const family = (spec: OptionSpec, suffix: string, rest: Partial<Compressor> = {}): Compressor => ({
  spec,
  suffix,
  removes: true,
  ...rest,
});

const gzip = family(gzipSpec, '.gz');
const bzip2 = family(bzip2Spec, '.bz2');
const xz = family(xzSpec, '.xz');
const zstd = family(zstdSpec, '.zst', { removes: false });
const lz4 = family(lz4Spec, '.lz4', { removes: false, namesOutput: true, legacyFormat: true });

const undoing = (kind: Compressor): Program => compressor({ ...kind, undoes: true });
const printing = (kind: Compressor): Program => compressor({ ...kind, undoes: true, prints: true });

export const compressPrograms: ProgramTable = {
  gzip: compressor(gzip),
  pigz: compressor({ ...gzip, spec: { ...gzipSpec, values: '-S --suffix -p -b --processes --blocksize' } }),
  gunzip: undoing(gzip),
  zcat: printing(gzip),
  gzcat: printing(gzip),
  bzip2: compressor(bzip2),
  bunzip2: undoing(bzip2),
  bzcat: printing(bzip2),
  xz: compressor(xz),
  unxz: undoing(xz),
  xzcat: printing(xz),
  lzma: compressor({ ...xz, suffix: '.lzma' }),
  unlzma: undoing(xz),
  lzcat: printing(xz),
  zstd: compressor(zstd),
  unzstd: undoing(zstd),
  zstdcat: printing(zstd),
  lz4: compressor(lz4),
  unlz4: undoing(lz4),
  lz4cat: printing({ ...lz4, namesOutput: false }),
};
