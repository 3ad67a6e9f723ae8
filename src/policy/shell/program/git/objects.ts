import { reportOperand } from './operand.js';
import { type ReaderSpec, reportReader } from './reader.js';
import { formatPatchOptions, patchNames } from './reader-options.js';
import { pathIn, type Subcommand, settledText } from './site.js';

const catFileSpec: ReaderSpec = {
  flags: `-p -t -s -e -z -Z --batch-all-objects --buffer --no-buffer --unordered --follow-symlinks --allow-unknown-type
    --use-mailmap --mailmap --no-mailmap`,
  optional: '--batch --batch-check --batch-command',
  values: '--filter',
  reach: 'content',
  operands: 'revisions',
};

const maxLines = 1000;

const catFile: Subcommand = (args, site) => {
  const { has } = reportReader(args, catFileSpec, site);
  if (!has('--batch --batch-command') || has('--batch-all-objects')) return;
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

const archiveSpec: ReaderSpec = {
  flags: '-l --list -v --verbose --worktree-attributes -0 -1 -2 -3 -4 -5 -6 -7 -8 -9',
  values: '--format --prefix -o --output --add-file --mtime',
  reach: 'content',
  operands: 'revisions',
  reads: '--add-file',
  writes: '-o --output',
};

const archive: Subcommand = (args, site) => {
  const { has, valuesOf } = reportReader(args, archiveSpec, site);
  if (has('--remote --exec')) {
    site.doing.unknown('git archive asks another repository, with a program that the arguments can name');
    for (const value of valuesOf('--exec')) site.doing.script(value);
  }
  const formats = [...valuesOf('--format'), ...valuesOf('-o --output')];
  // Others are made by the program `tar.<format>.command` names.
  if (formats.some(({ text }) => text === undefined || !/(?:^|\.)(?:tar|zip|tgz|tar\.gz)$/.test(text)))
    site.doing.unknown('which program packs the archive is written in the config of git');
};

const bundleSpec: ReaderSpec = { flags: '-q --quiet', reach: 'refs', operands: 'paths' };

const bundle: Subcommand = (args, site) => {
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
  ...formatPatchOptions,
  reach: 'content',
  operands: 'revisions',
  shows: 'names',
  showing: patchNames,
  reads: '-O --signature-file',
  writes: '--output',
};

const formatPatch: Subcommand = (args, site) => {
  const { has, valuesOf } = reportReader(args, formatPatchSpec, site);
  if (has('--stdout')) return;
  const [folder = { text: '.', source: '.' }] = valuesOf('-o --output-directory').slice(-1);
  site.doing.write(pathIn(site, folder));
};

/** Subcommands that show or pack objects. */
export const objects: Readonly<Record<string, Subcommand>> = {
  'cat-file': catFile,
  archive,
  bundle,
  'format-patch': formatPatch,
};
