import type { Profile } from '../../agent/profile.js';
import { builtinTools, findBuiltin } from '../../builtin/builtin-tools.js';
import type { Tool } from '../../tool/tool.js';

/** The tools a profile shows where the host has all that they need. */
export const profileTools = ({ surface }: Pick<Profile, 'surface'>): readonly Tool[] =>
  surface === undefined ? builtinTools : surface(findBuiltin);
