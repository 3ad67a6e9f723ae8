import { basename } from 'node:path';
import { sha256 } from '../../base/digest.js';
import { isBeneath } from '../../base/is-beneath.js';
import { humanSize } from '../../base/text.js';
import { isFailure } from '../../tool/outcome.js';
import type { WorkspacePort } from '../../tool/port.js';
import { placeName } from '../../tool/port.js';
import { parseFrontMatter } from '../front-matter.js';
import { checkFields } from './check-fields.js';
import type { Skill, SkillFields, SkillIssue, SkillPlace } from './skill.js';

/** A skill, or what is wrong with it; nothing where there is no SKILL.md. */
export interface ReadSkill {
  readonly skill?: Skill;
  readonly issues: readonly SkillIssue[];
}

export interface SkillReader {
  readonly workspace: WorkspacePort;
  /** sha256 of SKILL.md files that the user vouches for wherever they lie. */
  readonly vouched?: ReadonlySet<string> | undefined;
}

const skillFile = 'SKILL.md';
const maxBytes = 256 * 1024;
const nothing: ReadSkill = { issues: [] };

/**
 * Reads the skill in a folder. Links are followed to the folder of a user, who made them, but not out of the workspace
 * and never out of the folder of the skill: whose text it is must be told by where it lies.
 */
export async function readSkill(
  path: string,
  place: SkillPlace,
  { workspace, vouched }: SkillReader,
): Promise<ReadSkill> {
  const { origin, trusted, onlyTrusted = false } = place;
  const wrong = (message: string): ReadSkill => ({
    issues: [{ level: 'error', path: `${path}/${skillFile}`, message }],
  });
  const folder = workspace.reach(path);
  if (isFailure(folder) || folder.kind !== 'directory') return nothing;
  const file = workspace.reach(`${folder.path}/${skillFile}`);
  if (isFailure(file)) return wrong(file.message);
  if (file.kind === 'missing' && file.via === undefined) return nothing;
  if (origin === 'workspace' && !folder.inside) return wrong('a link leads out of the workspace to it; it is not used');
  if (!isBeneath(file.path, folder.path)) return wrong('it is a link that leads out of the folder; it is not used');
  if (file.kind !== 'file') return wrong('it is no regular file');
  const bytes = await workspace.peek(file, maxBytes + 1);
  if (isFailure(bytes)) return wrong(bytes.message);
  if (bytes.length > maxBytes)
    return wrong(`it has more than ${humanSize(maxBytes)}; put parts of it into other files`);
  const hash = sha256(bytes);
  // One that is a whole place of skills itself need not be named like that.
  const folderName = path === place.folder ? undefined : basename(folder.path);
  const read = parseSkill(decode(bytes), folderName, `${path}/${skillFile}`);
  if (read.parsed === undefined) return { issues: read.issues };
  const skill: Skill = {
    ...read.parsed,
    folder: folder.path,
    location: placeName(folder),
    inside: folder.inside,
    origin,
    place,
    trusted: trusted || vouched?.has(hash) === true,
    sha256: hash,
  };
  if (!onlyTrusted || skill.trusted) return { skill, issues: read.issues };
  return { issues: [...read.issues, { level: 'warning', path, message: notTrusted }] };
}

const notTrusted = 'it is not trusted, and is not used: toolwright trust shows it and asks';

type Parsed = SkillFields & Pick<Skill, 'instructions'>;

function parseSkill(
  text: string | undefined,
  folderName: string | undefined,
  path: string,
): { readonly parsed?: Parsed; readonly issues: readonly SkillIssue[] } {
  const issue = (level: SkillIssue['level']) => (message: string) => ({ level, path, message });
  if (text === undefined) return { issues: [issue('error')('it is not UTF-8 text')] };
  const frontmatter = parseFrontMatter(text);
  if (typeof frontmatter === 'string') return { issues: [issue('error')(frontmatter)] };
  const { fields, errors, warnings } = checkFields(frontmatter.fields, { folderName });
  const loose = frontmatter.loose === undefined ? [] : [`the frontmatter is read line by line: ${frontmatter.loose}`];
  const empty = frontmatter.body === '' ? ['nothing follows the frontmatter'] : [];
  const issues = [...errors.map(issue('error')), ...[...loose, ...warnings, ...empty].map(issue('warning'))];
  return fields === undefined ? { issues } : { parsed: { ...fields, instructions: frontmatter.body }, issues };
}

function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
