import { attempt } from '../base/attempt.js';
import { absent, type Version } from '../tool/version.js';
import { openFolder, splitPath, systemError, type WalkMode } from '../workspace/descriptor-walk.js';
import { lookAt, versionOf } from './apply/look.js';

/** What lies at a path now; a file with its content. */
export interface PresentPath {
  readonly version: Version;
  readonly content?: Uint8Array | undefined;
}

/**
 * Looks at an absolute path, following no link. Nothing is there, too, where the way to it is no folder any more. Throws
 * system errors; ENOTREG for what is neither file nor folder nor link.
 */
export function readPresent(at: string, mode: WalkMode): PresentPath {
  const { folder: parent, name } = splitPath(at);
  const folder = attempt(() => openFolder(parent, { mode }), undefined, gone);
  if (folder === undefined) return { version: absent };
  try {
    const look = lookAt(folder, name);
    const version = versionOf(look);
    if (version === undefined) throw systemError('ENOTREG', 'it is a pipe (FIFO), a socket or a device');
    return look.kind === 'file' ? { version, content: look.content } : { version };
  } finally {
    folder.close();
  }
}

const gone = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ESTALE'];
