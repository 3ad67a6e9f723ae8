import { wordsOf } from '../../../../base/words.js';

/** A name such as `diff.<driver>.textconv`, where `*` stands for any subsection. */
export function matchesName(name: string, pattern: string): boolean {
  const [section = '', ...rest] = name.split('.');
  if (pattern.includes('.*.')) return rest.length >= 2 && `${section}.*.${rest.at(-1)}` === pattern;
  if (pattern.endsWith('.*')) return name.startsWith(pattern.slice(0, -1));
  return name === pattern;
}

/** The name as git compares it: section and key in lower case, the subsection as it is. */
export function normalName(name: string): string {
  const parts = name.split('.');
  if (parts.length < 2) return name.toLowerCase();
  const [section = ''] = parts;
  const key = parts.at(-1) ?? '';
  return [section.toLowerCase(), ...parts.slice(1, -1), key.toLowerCase()].join('.');
}

/** Settings that make nothing run, move nothing and lead nowhere, whatever their value. */
const harmless = wordsOf(`
  color.* column.* advice.* core.quotepath core.abbrev core.preloadindex core.untrackedcache core.commentchar
  core.longpaths core.precomposeunicode core.whitespace core.logallrefupdates core.autocrlf core.eol core.safecrlf
  core.filemode core.ignorecase core.symlinks core.bare core.repositoryformatversion core.trustctime core.checkstat
  diff.renames diff.renamelimit diff.algorithm diff.noprefix diff.mnemonicprefix diff.context diff.interhunkcontext
  diff.colormoved diff.colormovedws diff.wserrorhighlight diff.indentheuristic diff.suppressblankempty diff.relative
  diff.statgraphwidth diff.wordregex diff.ignoresubmodules diff.dirstat log.date log.decorate log.abbrevcommit
  log.follow log.graphcolors log.showroot log.mailmap status.short status.branch status.showstash status.aheadbehind
  status.showuntrackedfiles status.renames status.relativepaths status.displaycommentprefix grep.linenumber grep.column
  grep.patterntype grep.extendedregexp grep.fullname grep.threads blame.date blame.blankboundary blame.showroot
  blame.showemail blame.coloring i18n.logoutputencoding i18n.commitencoding branch.sort tag.sort versionsort.suffix
  user.name user.email author.name author.email committer.name committer.email user.useconfigonly init.defaultbranch
  pull.rebase pull.ff push.default push.autosetupremote push.followtags fetch.prune merge.ff merge.conflictstyle
  rebase.autostash rebase.autosquash rerere.enabled commit.verbose gc.auto branch.*.merge branch.*.rebase
  feature.manyfiles index.version
`);

/** Settings that are harmless only with these values. */
const harmlessValues: ReadonlyMap<string, readonly string[]> = new Map([
  ['core.fsmonitor', ['false', '0', 'no', 'off', '']],
  ['core.hookspath', ['/dev/null']],
  ['core.editor', ['true', ':', 'cat']],
  ['sequence.editor', ['true', ':', 'cat']],
  ['log.showsignature', ['false', '0', 'no', 'off']],
  ['commit.gpgsign', ['false', '0', 'no', 'off']],
  ['tag.gpgsign', ['false', '0', 'no', 'off']],
]);

/** A pager that only pages. */
export const isPlainPager = (value: string): boolean => /^(?:|cat|more|less(?: -[FRSXi]+)?)$/.test(value);

const flags = ['true', 'false', 'yes', 'no', 'on', 'off', '1', '0'];

/** A value of `pager.<command>` that only pages: it may also just say whether to. */
export const isPlainPagerOf = (value: string): boolean => isPlainPager(value) || flags.includes(value.toLowerCase());

/** Whether setting this makes git do no more than it would; the name as `normalName` gives it. */
export function isHarmlessSetting(name: string, value: string | undefined): boolean {
  // `help.autocorrect` runs what it takes a mistyped command for.
  if (name === 'help.autocorrect') return value === '0' || value === 'never';
  if (harmless.some((pattern) => matchesName(name, pattern))) return true;
  if (name === 'core.pager') return value !== undefined && isPlainPager(value);
  if (name.startsWith('pager.')) return value === undefined || isPlainPagerOf(value);
  return value !== undefined && harmlessValues.get(name)?.includes(value) === true;
}
