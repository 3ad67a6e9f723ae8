import { readOptions } from '../../options.js';
import type { Word } from '../../word.js';
import { reportOperand } from './operand.js';
import { type ReaderSpec, reportReader } from './reader.js';
import { formatPatchOptions, patchNames } from './reader-options.js';
import { pathIn, type Subcommand, settledText } from './site.js';

const catFileSpec: ReaderSpec = {
  options: {
    flags:
      '-p -t -s -e -z -Z --batch-all-objects --buffer --no-buffer --unordered --follow-symlinks --allow-unknown-type ' +
      '--use-mailmap --mailmap --no-mailmap',
    optional: '--batch --batch-check --batch-command',
    values: '--filter',
  },
  reach: 'content',
  operands: 'revisions',
};

const maxLines = 1000;

export const catFile: Subcommand = (args, site) => {
  const { has } = reportReader(args, catFileSpec, site);
  if (!has('--batch', '--batch-command') || has('--batch-all-objects')) return;
  const { doing } = site;
  const { input } = doing;
  if (input.kind === 'none') return;
  const lines = input.text?.split('\n', maxLines + 1);
  if (lines === undefined || lines.length > maxLines)
    doing.unknown('which objects are shown is only known at run time');
  else
    for (const line of lines) {
      const object = line.replace(/^(?:contents|info) /, '');
      reportOperand({ text: object, source: line }, { revisions: true, shows: 'content' }, site);
    }
};

const hashObjectSpec: ReaderSpec = {
  options: { flags: '--stdin --no-filters --literally', values: '-t --path' },
  reach: 'content',
  operands: 'paths',
};

export const hashObject: Subcommand = (args, site) => {
  reportReader(args, hashObjectSpec, site);
};

const archiveSpec: ReaderSpec = {
  options: {
    flags: '-l --list -v --verbose --worktree-attributes -0 -1 -2 -3 -4 -5 -6 -7 -8 -9',
    values: '--format --prefix -o --output --add-file --mtime',
  },
  reach: 'content',
  operands: 'revisions',
  reads: '--add-file',
  writes: '-o --output',
};

export const archive: Subcommand = (args, site) => {
  const { has, valuesOf } = reportReader(args, archiveSpec, site);
  if (has('--remote', '--exec')) {
    site.doing.unknown('git archive asks another repository, with a program that the arguments can name');
    for (const value of valuesOf('--exec')) site.doing.script(value);
  }
  const formats = [...valuesOf('--format'), ...valuesOf('-o', '--output')];
  // Others are made by the program `tar.<format>.command` names.
  if (formats.some(({ text }) => text === undefined || !/(?:^|\.)(?:tar|zip|tgz|tar\.gz)$/.test(text)))
    site.doing.unknown('which program packs the archive is written in the config of git');
};

const bundleSpec: ReaderSpec = { options: { flags: '-q --quiet' }, reach: 'refs', operands: 'paths' };

export const bundle: Subcommand = (args, site) => {
  const verb = args[0] === undefined ? '' : settledText(args[0]);
  if (verb === 'verify' || verb === 'list-heads') {
    reportReader(args.slice(1), bundleSpec, site);
    return;
  }
  site.doing.unknown('git bundle makes a file of the history, or takes one in');
  const file = args.slice(1).find(({ text }) => text?.startsWith('-') !== true || text === '-');
  if (verb === 'create' && file !== undefined && file.text !== '-') site.doing.write(pathIn(site, file));
};

const formatPatchSpec: ReaderSpec = {
  options: formatPatchOptions,
  reach: 'content',
  operands: 'revisions',
  shows: 'names',
  showing: patchNames,
  reads: '-O --signature-file',
  writes: '--output',
};

export const formatPatch: Subcommand = (args, site) => {
  const { has, valuesOf } = reportReader(args, formatPatchSpec, site);
  if (has('--stdout')) return;
  const [folder = { text: '.', source: '.' }] = valuesOf('-o', '--output-directory').slice(-1);
  site.doing.write(pathIn(site, folder));
};

/** Options of `git apply` that only look; `--apply` undoes that. */
const applyLooks = ['--stat', '--numstat', '--summary', '--check'];

const applySpec: ReaderSpec = {
  options: {
    flags:
      '--stat --numstat --summary --check -R --reverse -v --verbose -q --quiet --recount --ignore-whitespace -z --cached ' +
      '--ignore-space-change --unidiff-zero --inaccurate-eof --binary --allow-empty --index --allow-overlap',
    values: '-p -C --whitespace --include --exclude --directory',
  },
  reach: 'content',
  operands: 'paths',
};

export const applyOr =
  (otherwise: Subcommand): Subcommand =>
  (args, site) => {
    if (knows(args, applySpec) && args.some(({ text }) => text !== undefined && applyLooks.includes(text)))
      reportReader(args, applySpec, site);
    else otherwise(args, site);
  };

const cleanSpec: ReaderSpec = {
  options: { flags: '-n --dry-run -d -f --force -x -X -q --quiet', values: '-e --exclude' },
  reach: 'content',
  operands: 'paths',
  shows: 'names',
};

/** With `-n` it only says what it would delete, whatever else is given. */
export const cleanOr =
  (otherwise: Subcommand): Subcommand =>
  (args, site) => {
    const { has } = readOptions(args, cleanSpec.options, { unknown: () => {} });
    if (knows(args, cleanSpec) && has('-n', '--dry-run')) reportReader(args, cleanSpec, site);
    else otherwise(args, site);
  };

/** Whether every option is one of the reader's. */
function knows(args: readonly Word[], { options }: ReaderSpec): boolean {
  let all = true;
  readOptions(args, options, {
    unknown: () => {
      all = false;
    },
  });
  return all;
}
