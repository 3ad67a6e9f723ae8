import { isFailure } from '../../../tool/outcome.js';
import type { Place, WorkspacePort } from '../../../tool/port.js';
import { type IgnoreRules, parseIgnoreRules } from './ignore-rules.js';
import { type AboveRules, ignoreFileNames } from './walk-files.js';

const maxLevels = 40;

/** What ignore files above a folder say of what is below it, the nearest first: up to where its repository begins. */
export async function readRulesAbove(folder: Place, workspace: WorkspacePort): Promise<readonly AboveRules[]> {
  const found: AboveRules[] = [];
  const parts = folder.path.split('/').filter((part) => part !== '');
  for (let level = 0; level <= Math.min(parts.length, maxLevels); level += 1) {
    const at = `/${parts.slice(0, parts.length - level).join('/')}`;
    const way = parts.slice(parts.length - level);
    const isTop = isThere(`${at}/.git`, workspace);
    // The walk itself reads those of the folder it starts in.
    const names = level === 0 ? [] : ignoreFileNames;
    const rules: IgnoreRules[] = [];
    for (const name of isTop ? [...names, '.git/info/exclude'] : names) {
      const parsed = parseIgnoreRules((await readIgnoreFile(`${at}/${name}`, workspace)) ?? '');
      if (parsed !== undefined) rules.push(parsed);
    }
    if (rules.length > 0) found.push({ rules, way });
    if (isTop) break;
  }
  return found;
}

const maxBytes = 1024 * 1024;

export async function readIgnoreFile(path: string, workspace: WorkspacePort): Promise<string | undefined> {
  const place = workspace.reach(path);
  if (isFailure(place) || place.kind !== 'file') return undefined;
  const bytes = await workspace.read(place, { maxBytes });
  return isFailure(bytes)
    ? undefined
    : Buffer.from(bytes)
        .toString('utf8')
        .replace(/^\ufeff/, '');
}

function isThere(path: string, workspace: WorkspacePort): boolean {
  const place = workspace.reach(path);
  return !isFailure(place) && place.kind !== 'missing';
}
