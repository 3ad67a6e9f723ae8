import { type ReaderSpec, refsOnly } from './reader.js';
import { diffOptions, logOptions, patchNames, plumbingDiffOptions, revListOptions } from './reader-options.js';

const diff: ReaderSpec = {
  ...diffOptions,
  reach: 'content',
  operands: 'revisions',
  reads: '-O',
  writes: '--output',
  deepens: '--no-index',
};

export const log: ReaderSpec = {
  ...logOptions,
  reach: 'content',
  operands: 'revisions',
  shows: 'names',
  showing: patchNames,
  ranges: '-L',
  reads: '-O',
  writes: '--output',
};

/** Subcommands that only read, by name, where one table says all. */
export const readers: Readonly<Record<string, ReaderSpec>> = {
  status: {
    flags: `-s -b -v -z --verbose --short --no-short --branch --no-branch --show-stash --no-show-stash --ahead-behind
      --no-ahead-behind --long --null --no-renames --renames --no-column --no-ignored --no-verbose --end-of-options`,
    optional: '--porcelain -u --untracked-files --ignored --ignore-submodules --column -M --find-renames',
    reach: 'content',
    operands: 'paths',
    shows: 'names',
    showing: '-v --verbose',
  },
  'log whatchanged': log,
  show: { ...log, shows: 'content' },
  diff,
  'diff-tree diff-index diff-files': { ...diff, ...plumbingDiffOptions },
  'range-diff': {
    ...diff,
    flags: `${diffOptions.flags} --no-dual-color --dual-color --left-only --right-only --no-notes`,
    optional: `${diffOptions.optional} --notes`,
    values: `${diffOptions.values} --creation-factor`,
  },
  'blame annotate': {
    flags: `--incremental --root --show-stats --progress --no-progress --score-debug -b -c -l -t -s -w -f -n -p -e
      --show-name --reverse --show-number --porcelain --line-porcelain --show-email --no-show-email --color-lines
      --color-by-age --minimal --first-parent --no-color-lines --no-color-by-age --no-ignore-rev --no-ignore-revs-file`,
    optional: '-C -M --abbrev',
    values: '-L --ignore-rev --ignore-revs-file --contents -S --since --date --encoding',
    reach: 'content',
    operands: 'revisions',
    reads: '--contents --ignore-revs-file -S',
  },
  grep: {
    flags: `--cached --no-index --untracked --no-untracked --exclude-standard --no-exclude-standard -v -i -w -a -I -r
      -E -G -F -P -n -h -H -l -L -z -o -c -p -W -q --invert-match --ignore-case --word-regexp --text --no-textconv
      --recursive --no-recursive --extended-regexp --basic-regexp --fixed-strings --perl-regexp --line-number
      --no-line-number --column --no-column --full-name --no-full-name --files-with-matches --name-only
      --files-without-match --null --only-matching --count --no-color --break --heading --no-break --no-heading
      --show-function --function-context --and --or --not --quiet --all-match --end-of-options --no-recurse-submodules`,
    optional: '--color',
    values: '-e -f -A -B -C -m --max-depth --context --before-context --after-context --threads --max-count',
    numbers: true,
    reach: 'content',
    operands: 'revisions',
    reads: '-f',
    dashes: '-e --',
    pattern: '-e -f',
    deepens: '--no-index --untracked --no-exclude-standard',
  },
  'ls-files': {
    flags: `-z -t -v -f -c -d -m -o -i -s -k -u --cached --deleted --modified --others --ignored --stage --killed
      --directory --no-empty-directory --empty-directory --eol --unmerged --resolve-undo --exclude-standard --full-name
      --error-unmatch --debug --deduplicate --sparse --no-abbrev`,
    optional: '--abbrev',
    values: '-x -X --exclude --exclude-from --exclude-per-directory --with-tree --format',
    reach: 'content',
    operands: 'paths',
    shows: 'names',
    reads: '-X --exclude-from',
  },
  'ls-tree': {
    flags: '-d -r -t -l -z --long --name-only --name-status --object-only --full-name --full-tree --no-abbrev',
    optional: '--abbrev',
    values: '--format',
    reach: 'refs',
    operands: 'revisions',
    shows: 'names',
  },
  'rev-parse': {
    flags: `--verify --quiet -q --sq --not --symbolic --symbolic-full-name --all --local-env-vars --git-dir
      --git-common-dir --absolute-git-dir --is-inside-git-dir --is-inside-work-tree --is-bare-repository
      --is-shallow-repository --show-cdup --show-prefix --show-toplevel --show-superproject-working-tree
      --shared-index-path --revs-only --no-revs --flags --no-flags --end-of-options --bisect`,
    optional: '--short --abbrev-ref --show-object-format --branches --tags --remotes --show-ref-format',
    values:
      '--default --prefix --git-path --path-format --glob --exclude --exclude-hidden --disambiguate --since --until --after --before',
    numbers: true,
    reach: 'refs',
    operands: 'revisions',
    shows: 'names',
  },
  'rev-list': { ...revListOptions, reach: 'content', operands: 'revisions', shows: 'names' },
  shortlog: {
    ...revListOptions,
    flags: `${revListOptions.flags} -s -e -c -n --summary --numbered --email`,
    optional: `${revListOptions.optional} -w`,
    values: `${(revListOptions.values ?? '').replace(/\s-n\s/, ' ')} --group`,
    reach: 'content',
    operands: 'revisions',
    shows: 'names',
  },
  cherry: { flags: '-v --verbose --no-abbrev', optional: '--abbrev', reach: 'content', operands: 'none' },
  describe: {
    flags: `--contains --debug --all --tags --long --no-long --first-parent --exact-match --always --no-match
      --no-exclude --no-abbrev`,
    optional: '--abbrev --dirty --broken',
    values: '--candidates --match --exclude',
    reach: 'content',
    operands: 'none',
  },
  'name-rev': refsOnly({
    flags: '--name-only --tags --all --stdin --annotate-stdin --undefined --no-undefined --always',
    values: '--refs --exclude',
  }),
  'show-ref': refsOnly({
    flags: '--tags --heads --branches --verify --head -d --dereference -q --quiet --exists',
    optional: '-s --hash --abbrev --exclude-existing',
  }),
  'for-each-ref': refsOnly({
    flags: '--shell -s --perl -p --python --tcl --ignore-case --no-color --omit-empty --include-root-refs',
    optional: '--color',
    values: '--count --format --sort --points-at --merged --no-merged --contains --no-contains --exclude --start-after',
    lastBare: '--merged --no-merged --contains --no-contains',
  }),
  'show-branch': refsOnly({
    flags: `-a --all -r --remotes --no-color --list --no-name --current --sha1-name --merge-base --independent
      --topo-order --topics --sparse --date-order`,
    optional: '--color --more -g --reflog',
  }),
  'merge-base': refsOnly({ flags: '-a --all --octopus --independent --is-ancestor --fork-point' }),
  'count-objects': refsOnly({ flags: '-v -H --verbose --human-readable' }),
  'check-ignore': {
    flags: '-q -v -n -z --quiet --verbose --non-matching --stdin --no-index',
    reach: 'content',
    operands: 'paths',
    shows: 'names',
  },
  'check-attr': {
    flags: '-a -z --all --cached --stdin',
    values: '--source',
    reach: 'content',
    operands: 'paths',
    shows: 'names',
  },
  'check-ref-format': refsOnly({
    flags: '--branch --normalize --print --allow-onelevel --no-allow-onelevel --refspec-pattern',
  }),
  'check-mailmap': refsOnly({ flags: '--stdin' }),
  version: refsOnly({ flags: '--build-options' }),
  stripspace: refsOnly({ flags: '-s --strip-comments -c --comment-lines' }),
  'patch-id': refsOnly({ flags: '--stable --unstable --verbatim' }),
  'get-tar-commit-id': refsOnly(),
  'hash-object': {
    flags: '--stdin --no-filters --literally',
    values: '-t --path',
    reach: 'content',
    operands: 'paths',
  },
};
