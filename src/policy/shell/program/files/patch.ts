import { asksOnly, type OptionSpec } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { literal } from '../../word.js';
import { readGnuOptions } from './gnu-options.js';
import { inFolder, isDash } from './path-word.js';

const patchSpec: OptionSpec = {
  flags: `-b -c -E -f -l -n -N -R -s -t -T -u -Z --backup --batch --binary --context --dry-run -C --check
    --force --forward --ignore-whitespace --normal --posix --quiet --silent --reverse --remove-empty-files --set-time
    --set-utc --unified --verbose --no-backup-if-mismatch --backup-if-mismatch`,
  values: `-B -D -d -F -i -o -p -r -V -x -Y -z --directory --fuzz --ifdef --input --output --prefix --basename-prefix
    --reject-file --strip --suffix --version-control --quoting-style --read-only --reject-format --debug`,
  optional: '--merge',
};

const patch: Program = (args, doing) => {
  if (asksOnly(args, '--version -v --help')) return;
  const options = readGnuOptions(args, patchSpec, doing);
  const folder = options.valuesOf('-d --directory').at(-1) ?? literal('.');
  const trial = options.has('--dry-run -C --check');
  const [original, list] = options.operands.map((path) => inFolder(folder, path));
  for (const file of options.valuesOf('-i --input')) if (!isDash(file)) doing.read(inFolder(folder, file));
  if (list !== undefined) doing.read(list);
  // Also a trial writes its output (2.7.6).
  for (const file of options.valuesOf('-o --output -r --reject-file')) {
    if (!isDash(file)) doing.write(inFolder(folder, file));
  }
  if (trial) return doing.read(original ?? folder, { deep: original === undefined });
  const copies = options.has('-o --output');
  if (original !== undefined) return copies ? doing.read(original) : doing.write(original);
  doing.write(folder, { deep: true });
  doing.unknown('which files are changed is written in the patch');
};

export const patchPrograms: ProgramTable = { 'patch gpatch': patch };
