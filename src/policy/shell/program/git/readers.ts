import type { ReaderSpec } from './reader.js';
import { diffOptions, logOptions, patchNames, plumbingDiffOptions, revListOptions } from './reader-options.js';

const diff: ReaderSpec = {
  options: diffOptions,
  reach: 'content',
  operands: 'revisions',
  reads: '-O',
  writes: '--output',
  deepens: '--no-index',
};

const plumbingDiff: ReaderSpec = { ...diff, options: plumbingDiffOptions };

const log: ReaderSpec = {
  options: logOptions,
  reach: 'content',
  operands: 'revisions',
  shows: 'names',
  showing: patchNames,
  ranges: '-L',
  reads: '-O',
  writes: '--output',
};

const blame: ReaderSpec = {
  options: {
    flags:
      '--incremental --root --show-stats --progress --no-progress --score-debug -b -c -l -t -s -w -f -n -p -e ' +
      '--show-name --reverse --show-number --porcelain --line-porcelain --show-email --no-show-email --color-lines ' +
      '--color-by-age --minimal --first-parent --no-color-lines --no-color-by-age --no-ignore-rev --no-ignore-revs-file',
    optional: '-C -M --abbrev',
    values: '-L --ignore-rev --ignore-revs-file --contents -S --since --date --encoding',
  },
  reach: 'content',
  operands: 'revisions',
  reads: '--contents --ignore-revs-file -S',
};

/** Subcommands that only read, by name, where one table says all. */
export const readers: Readonly<Record<string, ReaderSpec>> = {
  status: {
    options: {
      flags:
        '-s -b -v -z --verbose --short --no-short --branch --no-branch --show-stash --no-show-stash --ahead-behind ' +
        '--no-ahead-behind --long --null --no-renames --renames --no-column --no-ignored --no-verbose --end-of-options',
      optional: '--porcelain -u --untracked-files --ignored --ignore-submodules --column -M --find-renames',
    },
    reach: 'content',
    operands: 'paths',
    shows: 'names',
    showing: '-v --verbose',
  },
  log,
  whatchanged: log,
  show: { ...log, shows: 'content' },
  diff,
  'diff-tree': plumbingDiff,
  'diff-index': plumbingDiff,
  'diff-files': plumbingDiff,
  'range-diff': {
    ...diff,
    options: {
      ...diffOptions,
      flags: `${diffOptions.flags} --no-dual-color --dual-color --left-only --right-only --no-notes`,
      optional: `${diffOptions.optional} --notes`,
      values: `${diffOptions.values} --creation-factor`,
    },
  },
  blame,
  annotate: blame,
  grep: {
    options: {
      flags:
        '--cached --no-index --untracked --no-untracked --exclude-standard --no-exclude-standard -v -i -w -a -I -r -E -G ' +
        '-F -P -n -h -H -l -L -z -o -c -p -W -q --invert-match --ignore-case --word-regexp --text --no-textconv ' +
        '--recursive --no-recursive --extended-regexp --basic-regexp --fixed-strings --perl-regexp --line-number ' +
        '--no-line-number --column --no-column --full-name --no-full-name --files-with-matches --name-only ' +
        '--files-without-match --null --only-matching --count --no-color --break --heading --no-break --no-heading ' +
        '--show-function --function-context --and --or --not --quiet --all-match --end-of-options ' +
        '--no-recurse-submodules',
      optional: '--color',
      values: '-e -f -A -B -C -m --max-depth --context --before-context --after-context --threads --max-count',
      numbers: true,
    },
    reach: 'content',
    operands: 'revisions',
    reads: '-f',
    dashes: '-e --',
    pattern: '-e -f',
    deepens: '--no-index --untracked --no-exclude-standard',
  },
  'ls-files': {
    options: {
      flags:
        '-z -t -v -f -c -d -m -o -i -s -k -u --cached --deleted --modified --others --ignored --stage --killed ' +
        '--directory --no-empty-directory --empty-directory --eol --unmerged --resolve-undo --exclude-standard --full-name ' +
        '--error-unmatch --debug --deduplicate --sparse --no-abbrev',
      optional: '--abbrev',
      values: '-x -X --exclude --exclude-from --exclude-per-directory --with-tree --format',
    },
    reach: 'content',
    operands: 'paths',
    shows: 'names',
    reads: '-X --exclude-from',
  },
  'ls-tree': {
    options: {
      flags: '-d -r -t -l -z --long --name-only --name-status --object-only --full-name --full-tree --no-abbrev',
      optional: '--abbrev',
      values: '--format',
    },
    reach: 'refs',
    operands: 'revisions',
    shows: 'names',
  },
  'rev-parse': {
    options: {
      flags:
        '--verify --quiet -q --sq --not --symbolic --symbolic-full-name --all --local-env-vars --git-dir ' +
        '--git-common-dir --absolute-git-dir --is-inside-git-dir --is-inside-work-tree --is-bare-repository ' +
        '--is-shallow-repository --show-cdup --show-prefix --show-toplevel --show-superproject-working-tree ' +
        '--shared-index-path --revs-only --no-revs --flags --no-flags --end-of-options --bisect',
      optional: '--short --abbrev-ref --show-object-format --branches --tags --remotes --show-ref-format',
      values:
        '--default --prefix --git-path --path-format --glob --exclude --exclude-hidden --disambiguate --since --until --after --before',
      numbers: true,
    },
    reach: 'refs',
    operands: 'revisions',
    shows: 'names',
  },
  'rev-list': { options: revListOptions, reach: 'content', operands: 'revisions', shows: 'names' },
  shortlog: {
    options: {
      ...revListOptions,
      flags: `${revListOptions.flags} -s -e -c -n --summary --numbered --email`,
      optional: `${revListOptions.optional} -w`,
      values: `${(revListOptions.values ?? '').replace(' -n ', ' ')} --group`,
    },
    reach: 'content',
    operands: 'revisions',
    shows: 'names',
  },
  cherry: {
    options: { flags: '-v --verbose --no-abbrev', optional: '--abbrev' },
    reach: 'content',
    operands: 'none',
  },
  describe: {
    options: {
      flags:
        '--contains --debug --all --tags --long --no-long --first-parent --exact-match --always --no-match --no-exclude ' +
        '--no-abbrev',
      optional: '--abbrev --dirty --broken',
      values: '--candidates --match --exclude',
    },
    reach: 'content',
    operands: 'none',
  },
  'name-rev': {
    options: {
      flags: '--name-only --tags --all --stdin --annotate-stdin --undefined --no-undefined --always',
      values: '--refs --exclude',
    },
    reach: 'refs',
    operands: 'none',
  },
  'show-ref': {
    options: {
      flags: '--tags --heads --branches --verify --head -d --dereference -q --quiet --exists',
      optional: '-s --hash --abbrev --exclude-existing',
    },
    reach: 'refs',
    operands: 'none',
  },
  'for-each-ref': {
    options: {
      flags: '--shell -s --perl -p --python --tcl --ignore-case --no-color --omit-empty --include-root-refs',
      optional: '--color',
      values:
        '--count --format --sort --points-at --merged --no-merged --contains --no-contains --exclude --start-after',
    },
    reach: 'refs',
    operands: 'none',
    lastBare: '--merged --no-merged --contains --no-contains',
  },
  'show-branch': {
    options: {
      flags:
        '-a --all -r --remotes --no-color --list --no-name --current --sha1-name --merge-base --independent --topo-order ' +
        '--topics --sparse --date-order',
      optional: '--color --more -g --reflog',
    },
    reach: 'refs',
    operands: 'none',
  },
  'merge-base': {
    options: { flags: '-a --all --octopus --independent --is-ancestor --fork-point' },
    reach: 'refs',
    operands: 'none',
  },
  'count-objects': {
    options: { flags: '-v -H --verbose --human-readable' },
    reach: 'refs',
    operands: 'none',
  },
  'check-ignore': {
    options: { flags: '-q -v -n -z --quiet --verbose --non-matching --stdin --no-index' },
    reach: 'content',
    operands: 'paths',
    shows: 'names',
  },
  'check-attr': {
    options: { flags: '-a -z --all --cached --stdin', values: '--source' },
    reach: 'content',
    operands: 'paths',
    shows: 'names',
  },
  'check-ref-format': {
    options: { flags: '--branch --normalize --print --allow-onelevel --no-allow-onelevel --refspec-pattern' },
    reach: 'refs',
    operands: 'none',
  },
  'check-mailmap': { options: { flags: '--stdin' }, reach: 'refs', operands: 'none' },
  version: { options: { flags: '--build-options' }, reach: 'refs', operands: 'none' },
  stripspace: {
    options: { flags: '-s --strip-comments -c --comment-lines' },
    reach: 'refs',
    operands: 'none',
  },
  'patch-id': { options: { flags: '--stable --unstable --verbatim' }, reach: 'refs', operands: 'none' },
  'get-tar-commit-id': { options: {}, reach: 'refs', operands: 'none' },
};
