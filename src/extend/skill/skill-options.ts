import type { SkillPlace } from './skill.js';

export interface SkillOptions {
  /** The names that may be used: all when absent or with `*` among them, none when empty. */
  readonly allow?: readonly string[] | undefined;
  /** Folders the user vouches for, beside their own: a workspace or a folder of skills in it, absolute or with `~/`. */
  readonly trusted?: readonly string[] | undefined;
  /** sha256 of SKILL.md files the user vouches for. */
  readonly vouched?: ReadonlySet<string> | undefined;
  /** Where to look instead of in the usual places. */
  readonly places?: readonly SkillPlace[] | undefined;
}
