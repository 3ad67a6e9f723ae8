import type { OptionSpec } from '../../options.js';

/**
 * Options that only choose what is shown and how: those of git 2.39, and some newer ones. Asked about, so not here:
 * `--ext-diff`, `--textconv`, `--show-signature`, `--submodule`, `--remerge-diff`, `--alternate-refs`, `--stdin`,
 * `--recurse-submodules`, `--open-files-in-pager`, `--filters`: they make git run something, or read what to do.
 */
const diffFlags = `-p -u --patch -s --no-patch --raw --patch-with-raw --numstat --shortstat --summary --patch-with-stat
  -z --name-only --name-status --check --full-index --no-full-index --binary -a --text --no-text -R -b -w
  --ignore-space-at-eol --ignore-cr-at-eol --ignore-space-change --ignore-all-space --ignore-blank-lines -W
  --function-context --no-function-context --exit-code --no-exit-code --quiet --no-ext-diff --no-textconv --minimal
  --no-minimal --patience --histogram --indent-heuristic --no-indent-heuristic --no-renames --rename-empty
  --no-rename-empty --pickaxe-all --pickaxe-regex --follow --no-follow --ita-invisible-in-index --ita-visible-in-index
  --no-prefix --default-prefix --no-color --no-color-moved --no-color-moved-ws --compact-summary --no-compact-summary
  --cumulative --no-relative -D --irreversible-delete --find-copies-harder --no-abbrev -c --cc -m -t -r
  --combined-all-paths --end-of-options --full-diff --dd`;
const diffOptional = `--stat --dirstat -X --dirstat-by-file --abbrev --color --color-moved --word-diff --color-words -U
  --unified -B -M -C --break-rewrites --find-renames --find-copies --relative --ignore-submodules`;
const diffValues = `--stat-width --stat-name-width --stat-graph-width --stat-count --diff-algorithm --color-moved-ws
  --word-diff-regex --inter-hunk-context --src-prefix --dst-prefix --line-prefix --diff-filter -S -G --output -O -l
  --anchored -I --ignore-matching-lines --ws-error-highlight --output-indicator-new --output-indicator-old
  --output-indicator-context --find-object --skip-to --rotate-to`;

const walkFlags = `--all --not --reflog --single-worktree --ignore-missing --merge --boundary --simplify-by-decoration
  --bisect --simplify-merges --full-history --dense --sparse --show-pulls --first-parent --merges --no-merges
  --no-min-parents --no-max-parents --left-right --left-only --right-only --cherry --cherry-pick --cherry-mark -g
  --walk-reflogs --date-order --author-date-order --topo-order --reverse --do-walk --abbrev-commit --no-abbrev-commit
  --parents --children --timestamp --all-match --invert-grep -i --regexp-ignore-case --basic-regexp -E
  --extended-regexp -F --fixed-strings -P --perl-regexp --remove-empty --relative-date --oneline --graph --no-graph
  --no-expand-tabs --no-notes --standard-notes --no-standard-notes --log-size --no-log-size --exclude-first-parent-only
  --root --no-commit-id`;
const walkOptional =
  '--branches --tags --remotes --ancestry-path --no-walk --pretty --expand-tabs --notes --show-notes --show-linear-break';
const walkValues = `--format --glob --exclude --exclude-hidden --min-parents --max-parents --encoding --date
  --max-count -n --skip --since --after --until --before --since-as-filter --max-age --min-age --author --committer
  --grep-reflog --grep`;

const logFlags = `-q --source --no-source --use-mailmap --no-use-mailmap --mailmap --no-mailmap --clear-decorations
  --no-decorate --no-decorate-refs --no-decorate-refs-exclude`;

export const diffOptions: OptionSpec = {
  flags: `${diffFlags} --cached --staged --merge-base --no-index -q --base --ours --theirs --always -v`,
  optional: diffOptional,
  values: diffValues,
  numbers: true,
};

/** Of diff-tree, diff-index and diff-files, which also take what `git log` does about commits. */
export const plumbingDiffOptions: OptionSpec = {
  flags: `${diffOptions.flags} --root --no-commit-id --oneline --no-notes`,
  optional: `${diffOptional} --pretty --notes`,
  values: `${diffValues} --format`,
  numbers: true,
};

export const logOptions: OptionSpec = {
  flags: `${diffFlags} ${walkFlags} ${logFlags}`,
  optional: `${diffOptional} ${walkOptional} --decorate`,
  values: `${diffValues} ${walkValues} --decorate-refs --decorate-refs-exclude -L --diff-merges`,
  numbers: true,
};

export const revListOptions: OptionSpec = {
  flags: `${walkFlags} --count --quiet --header --objects --objects-edge --objects-edge-aggressive --in-commit-order
    --use-bitmap-index --no-filter --filter-print-omitted --filter-provided-objects --exclude-promisor-objects
    --no-object-names --object-names --unpacked --indexed-objects --bisect-vars --bisect-all --no-commit-header
    --commit-header --end-of-options --no-abbrev`,
  optional: `${walkOptional} --disk-usage --abbrev`,
  values: `${walkValues} --filter --progress`,
  numbers: true,
};

export const formatPatchOptions: OptionSpec = {
  flags: `${logOptions.flags} --stdout --numbered --no-numbered -N -k --keep-subject --signoff -s --zero-commit --rfc
    --no-attach --no-signature --no-stat --no-binary --cover-letter --no-cover-letter --no-thread --no-base
    --ignore-if-in-upstream --numbered-files --no-signoff --no-to --no-cc --no-from --no-add-header`,
  optional: `${logOptions.optional} --from --attach --inline --thread`,
  values: `${logOptions.values} --start-number --subject-prefix --suffix --signature --signature-file --reroll-count -v
    --base --to --add-header --in-reply-to --output-directory -o --creation-factor --filename-max-length
    --cover-from-description`,
  numbers: true,
};

/** Options of a log that make it show what stands in files. */
export const patchNames = `-p -u --patch --patch-with-raw --patch-with-stat -c --cc -m --dd --diff-merges -L -U
  --unified --word-diff --color-words --binary -W --function-context -a --text --check --word-diff-regex
  --inter-hunk-context`;
