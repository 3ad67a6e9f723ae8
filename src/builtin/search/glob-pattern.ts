import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import { type PathGlob, parsePathGlob } from './walk/path-glob.js';

/** A glob of a call, checked. */
export interface GlobPattern extends PathGlob {
  /** The glob itself asks for names that start with a dot. */
  readonly hidden: boolean;
  /** What the names of files have to match, as far as that can be told without their paths. */
  readonly name: string | undefined;
  /** Names are not all that counts. */
  readonly isPath: boolean;
}

/** A glob as it was given, by the name of its argument. */
export type GivenGlob = readonly [argument: string, glob: string];

/** Reads the globs of a call; the first that is wrong fails. */
export function readGlobs(given: readonly GivenGlob[], root: string): readonly GlobPattern[] | ToolFailure {
  const read: GlobPattern[] = [];
  for (const [argument, glob] of given) {
    const one = readGlob(glob, argument, root);
    if (isFailure(one)) return one;
    read.push(one);
  }
  return read;
}

/** Reads the glob in an argument; `root` is the absolute path of the folder it is for. */
export function readGlob(given: string, argument: string, root: string): GlobPattern | ToolFailure {
  const below = given.startsWith(`${root}/`) ? given.slice(root.length) : given;
  const glob = below.replace(/^(?:\.\/)+/, '').replace(/(?<=[^/])\/$/, '/**');
  const wrong = whatIsWrong(glob);
  if (wrong !== undefined) return fail('validation_failed', `${argument} ${wrong}`);
  const parsed = parsePathGlob(glob);
  if (!parsed.ok) return fail('validation_failed', `${argument} cannot be used: ${parsed.message}.`);
  const parts = glob.split('/');
  const last = parts.at(-1) ?? '';
  const isPlain = last !== '**' && !parts.slice(0, -1).some((part) => /[{}]/.test(part));
  return {
    ...parsed.glob,
    hidden: parts.some((part) => part.startsWith('.')),
    name: isPlain ? last : undefined,
    isPath: parts.length > 1,
  };
}

function whatIsWrong(glob: string): string | undefined {
  if (glob.trim() === '') return 'is empty. Give a glob such as **/*.ts.';
  if (glob.includes('\0')) return 'holds a NUL character. Send it without.';
  if (glob.startsWith('!')) return 'starts with "!". Say what to find, not what to leave out.';
  if (glob.split('/').includes('..')) return 'climbs out with "..". Name the folder in path instead.';
  return undefined;
}
