import { shellQuote } from '../../base/shell-quote.js';
import { isBroadPrefix } from '../rule/broad-programs.js';

/** The words whose every continuation may be offered; undefined when a command is better made lasting as it is. */
export function widerWords(words: readonly string[]): readonly string[] | undefined {
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

const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** They read and print, whatever follows; what they read outside the workspace is asked about all the same. */
const readers = listed(`
  ls cat head tail wc grep egrep fgrep diff cmp stat du df pwd basename dirname realpath readlink sha256sum md5sum nl cut
  comm paste column jq which echo true cd
`);

const checkers = listed('tsc ruff black gofmt rustfmt shellcheck');
const testers = new Set([...checkers, 'pytest', 'vitest', 'jest', 'ctest']);

/** A word more says which script. */
const scripts = new Set(['npm run', 'npm run-script', 'pnpm run', 'yarn run', 'bun run', 'deno task']);
/** Where there is no script of that name, some run the program of that name. */
const isName = (word: string): boolean => /^[A-Za-z0-9][\w:.-]*$/.test(word) && !isBroadPrefix(word.toLowerCase(), []);

const subcommands: Readonly<Record<string, ReadonlySet<string>>> = {
  git: listed('status log diff show blame shortlog describe rev-parse ls-files ls-tree merge-base rev-list add commit'),
  npm: listed('test ls outdated'),
  pnpm: listed('test ls outdated'),
  yarn: listed('test'),
  bun: listed('test'),
  cargo: listed('build check test clippy fmt doc bench tree'),
  go: listed('build test vet fmt list doc'),
  dotnet: listed('build test'),
  swift: listed('build test'),
  zig: listed('build test'),
  mix: listed('compile test'),
};
