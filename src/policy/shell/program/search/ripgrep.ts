import { placed, type ReadOptions, readOptions } from '../../options.js';
import type { EffectSink, ProgramTable } from '../../program.js';
import { literal, type Word } from '../../word.js';
import { reader, readFiles } from '../text/reader.js';
import { reachesHidden, reportChosen } from './chosen-names.js';

/** Programs that search source trees, younger than grep. */
export const treeSearchPrograms: ProgramTable = {
  rg,
  ag: reader({
    flags:
      '--ackmate -a --all-types -c --count --color --nocolor --column -F --fixed-strings -f --follow --nofollow --group --nogroup -H --heading --noheading --hidden -i --ignore-case -l --files-with-matches -L --files-without-matches --literal -Q --line-numbers --nonumbers --numbers --no-numbers -n --norecurse -r --recurse -o --only-matching --one-device --passthrough --passthru --print-all-files --print-long-lines -S --smart-case -s --case-sensitive --search-binary --silent --stats --stats-only -t --all-text -u --unrestricted -U --skip-vcs-ignores -v --invert-match --vimgrep -w --word-regexp -0 --null --print0 --multiline --nomultiline --nobreak --break --filename --nofilename -V --list-file-types',
    values:
      '-A --after -B --before -C --context --color-line-number --color-match --color-path --depth -G --file-search-regex -g --ignore --ignore-dir -m --max-count -W --width --workers --pager',
    reads: '-p --path-to-ignore',
    numbers: true,
    odd: { '--pager': 'it runs the pager that is named' },
    leading: (read) => (read.has('-g') ? 0 : 1),
    deep: true,
    follows: '-f --follow',
    hidden: '-u --unrestricted --hidden',
    otherwise: '.',
    also: (read, doing) => {
      for (const pager of read.valuesOf('--pager')) doing.script(pager);
    },
  }),
  ack: reader({
    leading: 1,
    deep: true,
    otherwise: '.',
    also: (_, doing) => doing.unknown('it is steered by .ackrc files'),
  }),
};

/** ripgrep 14. */
const options = {
  flags:
    '-a --text --no-text --auto-hybrid-regex --no-auto-hybrid-regex --binary --no-binary --block-buffered --no-block-buffered -b --byte-offset --no-byte-offset -s --case-sensitive --column --no-column -c --count --count-matches --crlf --no-crlf --debug --trace -l --files-with-matches --files --files-without-match -F --fixed-strings --no-fixed-strings -L --follow --no-follow --glob-case-insensitive --no-glob-case-insensitive --heading --no-heading -h --help -V --version -. --hidden --no-hidden -i --ignore-case --ignore-file-case-insensitive --no-ignore-file-case-insensitive --include-zero --no-include-zero -v --invert-match --no-invert-match --json --no-json --line-buffered --no-line-buffered -n --line-number -N --no-line-number -x --line-regexp --max-columns-preview --no-max-columns-preview --mmap --no-mmap -U --multiline --no-multiline --multiline-dotall --no-multiline-dotall --no-config -I --no-filename --no-ignore --ignore --no-ignore-dot --ignore-dot --no-ignore-exclude --ignore-exclude --no-ignore-files --ignore-files --no-ignore-global --ignore-global --no-ignore-messages --ignore-messages --no-ignore-parent --ignore-parent --no-ignore-vcs --ignore-vcs --no-messages --messages --no-pcre2-unicode --pcre2-unicode --no-require-git --require-git --no-unicode --unicode -0 --null --null-data --one-file-system --no-one-file-system -o --only-matching --passthru --passthrough -P --pcre2 --no-pcre2 --pcre2-version -p --pretty -q --quiet --no-search-zip -S --smart-case --stats --no-stats --stop-on-nonmatch --trim --no-trim --type-list -u --unrestricted --vimgrep -H --with-filename -w --word-regexp --no-pre --no-encoding --no-context-separator -z --search-zip --sort-files --no-sort-files',
  values:
    '-e --regexp -f --file -A --after-context -B --before-context -C --context --color --colors --context-separator -d --max-depth --maxdepth --dfa-size-limit -E --encoding --engine --field-context-separator --field-match-separator -g --glob --iglob --generate --hyperlink-format --ignore-file -j --threads -M --max-columns -m --max-count --max-filesize --path-separator --regex-size-limit -r --replace --sort --sortr -t --type -T --type-not --type-add --type-clear --pre --pre-glob --hostname-bin',
};

const runs: Readonly<Record<string, string>> = {
  '--pre': 'it runs another program on each file',
  '--pre-glob': 'it runs another program on some files',
  '--hostname-bin': 'it runs another program to learn the host name',
  '-z': 'it runs other programs to unpack files',
  '--search-zip': 'it runs other programs to unpack files',
};

function rg(args: readonly Word[], doing: EffectSink): void {
  const read = readOptions(args, options, doing);
  reportSteering(read, doing);
  if (read.has('--help --version -h -V --type-list --pcre2-version --generate')) return;
  readFiles(read.valuesOf('-f --file --ignore-file'), doing);
  const named = read.has('-e --regexp -f --file --files');
  const files = named ? read.operands : placed(read.operands, doing).slice(1);
  const chosen = read.valuesOf('-g --glob --iglob').filter(({ text }) => text?.startsWith('!') !== true);
  if (!read.has('--files')) reportChosen(chosen, files, doing);
  const unrestricted = read.given.filter(({ name }) => name === '-u' || name === '--unrestricted').length > 1;
  // A file that is chosen by its name is searched also when it is hidden.
  const reaches = chosen.length === 0 ? unrestricted || read.has('-. --hidden') : chosen.some(reachesHidden);
  const hidden = reaches && !read.has('--files');
  const reach = { deep: true, followsLinks: read.has('-L --follow'), hidden };
  if (files.length > 0) readFiles(files, doing, reach);
  // With a pipe before it and no path, it searches what comes from there.
  else if (doing.input.kind === 'none' || read.has('--files')) doing.read(literal('.'), reach);
}

function reportSteering(read: ReadOptions, doing: EffectSink): void {
  for (const [name, note] of Object.entries(runs)) if (read.has(name)) doing.unknown(note);
  for (const program of read.valuesOf('--pre --hostname-bin')) if (program.text !== '') doing.run([program]);
  if ((doing.context.env['RIPGREP_CONFIG_PATH'] ?? '') !== '' && !read.has('--no-config')) {
    doing.unknown('it takes more options from the file that RIPGREP_CONFIG_PATH names');
  }
}
