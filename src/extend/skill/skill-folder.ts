import { isFailure } from '../../tool/outcome.js';
import type { WorkspacePort } from '../../tool/port.js';

export interface SkillFile {
  /** From the folder. */
  readonly path: string;
  readonly size: number;
}

export interface SkillFolder {
  readonly files: readonly SkillFile[];
  /** Links, pipes and what is too much or too deep: neither listed nor mounted. */
  readonly leftOut: number;
}

const maxFiles = 200;
const maxDepth = 6;
const left: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** The files in the folder of a skill, by path. No link is followed. */
export async function listSkillFolder(folder: string, workspace: WorkspacePort): Promise<SkillFolder> {
  const files: SkillFile[] = [];
  let leftOut = 0;
  const folders = [''];
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    const place = workspace.reach(below === '' ? folder : `${folder}/${below}`);
    const entries = isFailure(place) ? place : await workspace.list(place);
    if (isFailure(entries)) {
      leftOut += 1;
      continue;
    }
    for (const { name, type, size } of entries) {
      if (left.has(name)) continue;
      const path = below === '' ? name : `${below}/${name}`;
      const odd = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/u.test(name);
      if (odd || type === 'LINK' || type === 'OTHER' || files.length >= maxFiles) leftOut += 1;
      else if (type === 'FILE') files.push({ path, size });
      else if (path.split('/').length >= maxDepth || folders.length >= maxFiles) leftOut += 1;
      else folders.push(path);
    }
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), leftOut };
}
