import { sha256 } from '../../base/digest.js';
import type { Fact } from '../../tool/fact.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { ChangePlanPort, StagedChange, WorkspacePort } from '../../tool/port.js';
import { placeName } from '../../tool/port.js';
import type { Skill } from './skill.js';
import { listSkillFolder, type SkillFolder } from './skill-folder.js';

const maxBytes = 5_000_000;

interface CopiedFile {
  /** From the folder. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
}

/** The files of a skill as they were read at once. */
export interface SkillCopy {
  readonly files: readonly CopiedFile[];
  /** Of paths, contents and whether they can be run. */
  readonly sha256: string;
  /** Files that are too large together, or cannot be read. */
  readonly leftOut: number;
}

/** Reads what is to be copied. A link that was put there since it was listed is not followed. */
export async function copySkill(
  skill: Skill,
  content: SkillFolder,
  workspace: Pick<WorkspacePort, 'reach' | 'read'>,
): Promise<SkillCopy> {
  const files: CopiedFile[] = [];
  let room = maxBytes;
  for (const { path } of content.files) {
    const from = workspace.reach(`${skill.folder}/${path}`);
    if (isFailure(from) || from.path !== `${skill.folder}/${path}`) continue;
    const bytes = await workspace.read(from, { maxBytes: room });
    if (isFailure(bytes)) continue;
    room -= bytes.length;
    files.push({ path, bytes, mode: ((from.mode ?? 0) & 0o100) === 0 ? 0o444 : 0o555 });
  }
  const digest = sha256(JSON.stringify(files.map(({ path, bytes, mode }) => [path, mode, sha256(bytes)])));
  return { files, sha256: digest, leftOut: content.leftOut + content.files.length - files.length };
}

/** What has to be done so that a folder holds this copy, and nothing else. */
export async function stageMount(
  { files }: SkillCopy,
  at: string,
  { workspace, change }: { readonly workspace: WorkspacePort; readonly change: ChangePlanPort },
): Promise<readonly StagedChange[] | ToolFailure> {
  const changes: StagedChange[] = [];
  for (const { path, bytes, mode } of files) {
    const to = workspace.resolve(`${at}/${path}`);
    if (isFailure(to)) return to;
    const base = to.kind === 'missing' ? undefined : await workspace.read(to);
    if (isFailure(base)) return base;
    if (base !== undefined && Buffer.compare(base, bytes) === 0 && ((to.mode ?? 0) & 0o777) === mode) continue;
    changes.push(change.stage({ place: to, operation: 'write', base, content: bytes, mode }));
  }
  const wanted = new Set(files.map(({ path }) => path));
  for (const path of await filesAt(at, workspace)) {
    if (wanted.has(path)) continue;
    const gone = workspace.resolve(`${at}/${path}`);
    const staged = isFailure(gone) ? gone : await change.stageDelete(gone);
    if (isFailure(staged)) return staged;
    changes.push(staged);
  }
  return changes;
}

async function filesAt(at: string, workspace: WorkspacePort): Promise<readonly string[]> {
  const place = workspace.resolve(at);
  if (isFailure(place) || place.kind !== 'directory') return [];
  return (await listSkillFolder(place.path, workspace)).files.map(({ path }) => path);
}

/** All that is written is below one folder, and counts as one; what is taken away is named. */
export function mountFacts(changes: readonly StagedChange[], at: string, workspace: WorkspacePort): readonly Fact[] {
  const folder = workspace.resolve(at);
  if (isFailure(folder)) return [];
  const common = { where: 'workspace', known: true } as const;
  const removed = changes.filter(({ operation }) => operation === 'delete');
  return [
    ...(changes.length === removed.length
      ? []
      : [{ kind: 'write', target: placeName(folder), ...common, deep: true, named: folder.shown } as const]),
    ...removed.map(
      ({ place }) => ({ kind: 'delete', target: placeName(place), ...common, named: place.shown }) as const,
    ),
  ];
}
