import { fail, type ToolFailure } from '../../tool/outcome.js';

/** How a glob is handed to ripgrep. */
export interface GlobChoice {
  readonly args: readonly string[];
  /** A glob with a slash overrides ignore files, so that its matches have to be looked up among the files not ignored. */
  readonly overridesIgnore: boolean;
  /** The glob itself asks for names that start with a dot. */
  readonly hidden: boolean;
}

/** Checks a glob and chooses the option for it. A name pattern becomes a file type, which leaves ignore files in force. */
export function chooseGlob(given: string, name: string, root: string): GlobChoice | ToolFailure {
  const below = given.startsWith(`${root}/`) ? given.slice(root.length) : given;
  const glob = below.replace(/^(?:\.\/)+/, '');
  if (glob.trim() === '') return fail('validation_failed', `${name} is empty. Give a glob such as **/*.ts.`);
  if (glob.includes('\0')) return fail('validation_failed', `${name} holds a NUL character. Send it without.`);
  if (glob.startsWith('!'))
    return fail('validation_failed', `${name} starts with "!". Say what to find, not what to leave out.`);
  const parts = glob.split('/');
  if (parts.includes('..'))
    return fail('validation_failed', `${name} climbs out with "..". Name the folder in path instead.`);
  if (/\[[^\]]*$/.test(glob) && !glob.includes('\\'))
    return fail('validation_failed', `${name} has a "[" without "]". Close it, or write [[] for the character itself.`);
  const hidden = parts.some((part) => part.startsWith('.'));
  if (parts.length > 1) return { args: [`--glob=${glob}`], overridesIgnore: true, hidden };
  return { args: [`--type-add=wanted:${glob}`, '--type=wanted'], overridesIgnore: false, hidden };
}

/** A glob that matches one name literally. */
export const escapeGlob = (name: string): string => name.replaceAll(/[\\*?[\]{}!]/g, '\\$&');
