import { shellQuote } from '../../base/shell-quote.js';
import { wordSet } from '../../base/words.js';
import type { Fact } from '../../tool/fact.js';
import { isBroadPrefix } from '../rule/broad-programs.js';
import { folderPatternOf } from '../suggest-rule.js';
import type { MadeRule } from './exact-rules.js';

/** More like the call: all that begins as its command does, or every file in its folder. Undefined where nothing is sensible. */
export function widerRules(exact: readonly MadeRule[]): readonly MadeRule[] | undefined {
  const folder = commonFolder(exact.map(({ fact }) => fact).filter(isWrite));
  const wider = exact.map((made) => ({ ...made, rule: widen(made, folder) }));
  const isSame = wider.every(({ rule }, at) => rule === exact[at]?.rule);
  if (isSame) return undefined;
  return wider.filter(({ rule }, at) => wider.findIndex((other) => other.rule === rule) === at);
}

function widen({ rule, fact }: MadeRule, folder: string | undefined): string {
  if (isWrite(fact)) return folder === undefined ? rule : `write(${folderPatternOf(folder)})`;
  if (fact.kind !== 'exec') return rule;
  const words = widerWords((fact.words ?? []).filter((word) => word !== null));
  return words === undefined ? rule : `exec(${renderWords(words)}:*)`;
}

const isWrite = ({ kind, where }: Fact): boolean => kind === 'write' && where === 'workspace';

/** The deepest folder all are in; undefined when that is the workspace itself. */
function commonFolder(facts: readonly Fact[]): string | undefined {
  const [first = [], ...rest] = facts.map(({ target }) => target.split('/').slice(0, -1));
  const end = first.findIndex((name, at) => rest.some((path) => path[at] !== name));
  const folder = (end === -1 ? first : first.slice(0, end)).join('/');
  return folder === '' ? undefined : folder;
}

/** The words whose every continuation may be offered; undefined when a command is better made lasting as it is. */
function widerWords(words: readonly string[]): readonly string[] | undefined {
  const [program = '', next = '', third = ''] = words;
  if (readers.has(program) || testers.has(program)) return words.length > 1 ? [program] : undefined;
  if (scripts.has(`${program} ${next}`)) return isName(third) ? [program, next, third] : undefined;
  return subcommands[program]?.has(next) === true ? [program, next] : undefined;
}

export const renderWords = (words: readonly string[]): string => words.map(shellQuote).join(' ');

/** Whether it only reads and prints, whatever follows. */
export const onlyReads = ([program = '']: readonly string[]): boolean => readers.has(program);

/** Whether it runs what the project itself holds: its scripts, its tests. */
export const runsProject = ([program = '']: readonly string[]): boolean =>
  !readers.has(program) && program !== 'git' && !checkers.has(program);

/** They read and print, whatever follows; what they read outside the workspace is asked about all the same. */
const readers = wordSet(`
  ls cat head tail wc grep egrep fgrep diff cmp stat du df pwd basename dirname realpath readlink sha256sum md5sum nl cut
  comm paste column jq which echo true cd
`);

const checkers = wordSet('tsc ruff black gofmt rustfmt shellcheck');
const testers = new Set([...checkers, 'pytest', 'vitest', 'jest', 'ctest']);

/** A word more says which script. */
const scripts = new Set(['npm run', 'npm run-script', 'pnpm run', 'yarn run', 'bun run', 'deno task']);
/** Where there is no script of that name, some run the program of that name. */
const isName = (word: string): boolean => /^[A-Za-z0-9][\w:.-]*$/.test(word) && !isBroadPrefix(word.toLowerCase(), []);

const subcommands: Readonly<Record<string, ReadonlySet<string>>> = {
  git: wordSet(
    'status log diff show blame shortlog describe rev-parse ls-files ls-tree merge-base rev-list add commit',
  ),
  npm: wordSet('test ls outdated'),
  pnpm: wordSet('test ls outdated'),
  yarn: wordSet('test'),
  bun: wordSet('test'),
  cargo: wordSet('build check test clippy fmt doc bench tree'),
  go: wordSet('build test vet fmt list doc'),
  dotnet: wordSet('build test'),
  swift: wordSet('build test'),
  zig: wordSet('build test'),
  mix: wordSet('compile test'),
};
