import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../base/digest.js';

const plainName = /^[a-z0-9_-]{1,100}$/;

/** Where the kept commands of all sessions of a store are: beside it. */
const keptBase = (storePath: string): string => `${storePath}.kept`;

/** Where those of one session are. */
const keptSessionFolder = (storePath: string, sessionId: string): string =>
  join(keptBase(storePath), plainName.test(sessionId) ? sessionId : `~${sha256(sessionId)}`);

export const keptFolder = (storePath: string, sessionId: string, commandId: string): string =>
  join(keptSessionFolder(storePath, sessionId), commandId);

/** The folders of all kept commands, or of those of one session. */
export function keptFolders(storePath: string, sessionId?: string): readonly string[] {
  const base = keptBase(storePath);
  const sessions =
    sessionId === undefined
      ? foldersIn(base).map((name) => join(base, name))
      : [keptSessionFolder(storePath, sessionId)];
  return sessions.flatMap((session) => foldersIn(session).map((name) => join(session, name)));
}

function foldersIn(folder: string): readonly string[] {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
