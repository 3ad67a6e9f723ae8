/** Whose folder a skill lies in. */
export type SkillOrigin = 'workspace' | 'user';

/** A folder that holds skills, each in a folder of its own, or is one itself. */
export interface SkillPlace {
  /** Absolute. */
  readonly folder: string;
  readonly origin: SkillOrigin;
  /** The user vouches for what lies there. */
  readonly trusted: boolean;
  /** What nobody vouches for is not even told of. */
  readonly onlyTrusted?: boolean;
}

/** What the frontmatter of a SKILL.md says. */
export interface SkillFields {
  readonly name: string;
  /** On one line. */
  readonly description: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Tools it would like to use unasked. It is told, and changes nothing. */
  readonly allowedTools?: readonly string[];
}

/** Instructions for one kind of work, with the files that belong to them. */
export interface Skill extends SkillFields {
  /** Its folder, absolute and free of links. */
  readonly folder: string;
  /** The same for people and models: relative to the workspace when inside it. */
  readonly location: string;
  /** The folder is inside the workspace. */
  readonly inside: boolean;
  readonly origin: SkillOrigin;
  /** Where it was found. */
  readonly place: SkillPlace;
  /** For the place, or for exactly this text, somebody vouches. */
  readonly trusted: boolean;
  /** Of its SKILL.md. */
  readonly sha256: string;
  /** What follows the frontmatter. */
  readonly instructions: string;
}

/** What is wrong with a skill. One with an error is not used. */
export interface SkillIssue {
  readonly level: 'error' | 'warning';
  /** The file or folder it is about. */
  readonly path: string;
  readonly message: string;
}

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
