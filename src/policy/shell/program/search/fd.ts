import { placed, type ReadOptions, readOptions } from '../../options.js';
import type { EffectSink } from '../../program.js';
import { likely, literal, type Word } from '../../word.js';
import { readFiles } from '../text/reader.js';

/** fd 10. */
const options = {
  flags:
    '-H --hidden --no-hidden -I --no-ignore --ignore --no-ignore-vcs --ignore-vcs --no-ignore-parent --ignore-parent --no-require-git --require-git --no-global-ignore-file -u --unrestricted -s --case-sensitive -i --ignore-case -g --glob --regex -F --fixed-strings --literal -a --absolute-path --relative-path -l --list-details -L --follow --no-follow -p --full-path -0 --print0 --prune --show-errors -1 -q --quiet --one-file-system --mount --xdev -h --help -V --version --has-results',
  values:
    '-d --max-depth --maxdepth --min-depth --exact-depth -E --exclude -t --type -e --extension -S --size --changed-within --change-newer-than --newer --changed-after --changed-before --change-older-than --older -o --owner --batch-size -c --color -j --threads --max-results --ignore-file --base-directory --path-separator --search-path --and --format --max-buffer-time --gen-completions',
  optional: '--strip-cwd-prefix --hyperlink',
};

/** `fd`: searches names, and runs commands on what it finds with `-x` and `-X`. */
export function fd(args: readonly Word[], doing: EffectSink): void {
  const at = args.findIndex(({ text = '' }) => runner.test(text));
  const end = at === -1 ? -1 : args.findIndex(({ text }, index) => index > at && text === ';');
  const searching = at === -1 ? args : [...args.slice(0, at), ...(end === -1 ? [] : args.slice(end + 1))];
  const read = readOptions(searching, options, doing);
  if (read.has('--help --version -h -V')) return;
  const starts = reportStarts(read, doing);
  if (at === -1) return;
  const joined = runner
    .exec(args[at]?.text ?? '')
    ?.slice(1)
    .find((part) => (part ?? '') !== '');
  const inner = [
    ...(joined === undefined ? [] : [literal(joined)]),
    ...args.slice(at + 1, end === -1 ? undefined : end),
  ];
  for (const start of starts.slice(0, maxStarts))
    doing.run(withPlaceholders(inner, start), { input: { kind: 'none' } });
  if (inner.length === 0 || starts.length > maxStarts) doing.unknown('which commands it runs cannot be told');
}

const maxStarts = 16;
/** `-x`, also behind other flags, and `--exec`: the command may be joined. */
const runner = /^(?:-[HIsiFaLpgl0qu1]*[xX](.*)|--exec(?:-batch)?(?:=(.*))?)$/;

function reportStarts(read: ReadOptions, doing: EffectSink): readonly Word[] {
  readFiles(read.valuesOf('--ignore-file'), doing);
  const bases = read.valuesOf('--base-directory');
  const given = [...placed(read.operands, doing).slice(1), ...read.valuesOf('--search-path')];
  const starts = given.length > 0 ? given : [literal('.')];
  const placedStarts = bases.length === 0 ? starts : bases;
  const followsLinks = read.has('-L --follow');
  for (const start of placedStarts) doing.read(start, { deep: true, followsLinks });
  if (bases.length > 0 && given.length > 0) doing.unknown('where it searches is told by two options');
  return placedStarts;
}

/** `{}` and its kin stand for what is found; where none is written, it comes last. */
function withPlaceholders(words: readonly Word[], start: Word): readonly Word[] {
  const found: Word = {
    text: undefined,
    source: '{}',
    note: `which files are found below ${start.text ?? start.source} is only known at run time`,
    guess: likely(start),
  };
  const holds = ({ text = '' }: Word): boolean => /\{(\/\/?|\.|\/\.)?\}/.test(text);
  return words.some(holds) ? words.map((word) => (holds(word) ? found : word)) : [...words, found];
}
