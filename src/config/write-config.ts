import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { attempt } from '../base/attempt.js';
import { isToolwrightError, messageOf, systemCode, ToolwrightError } from '../base/error.js';
import { randomText } from '../base/id.js';
import { createPrivateFolder } from '../store/private-file.js';
import { defaultWalkMode, openFolder } from '../workspace/descriptor-walk.js';
import { readConfigFile } from './config-file.js';
import { configName, workspaceFolder } from './config-paths.js';

export interface NewConfigText {
  readonly text: string;
  /** The text it was made from; undefined when there was no file. */
  readonly base: string | undefined;
}

/**
 * Writes a config file wholly or not at all: to a new file beside it, put on disk, then renamed over it. A new file and
 * the folders above it are for their owner only; an old file keeps its rights, and a link is written through. Throws
 * `bad-config` when it cannot be written, or is not what the text was made from.
 */
export function writeConfigFile(path: string, content: NewConfigText): void {
  explained(path, () => {
    createPrivateFolder(dirname(path));
    const old = statSync(path, { throwIfNoEntry: false });
    if (old === undefined && lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      throw new ToolwrightError('bad-config', `${path} is a link that leads nowhere. Make its target, or remove it.`);
    const target = old === undefined ? path : realpathSync(path);
    const folder = dirname(target);
    replace({ path, at: (name) => join(folder, name), name: basename(target), old }, content);
  });
}

/** The same for a workspace, where no link is followed: it may lead anywhere. */
export function writeWorkspaceConfig(workspace: string, content: NewConfigText): void {
  const root = join(workspace, workspaceFolder);
  const path = join(root, configName);
  explained(path, () => {
    createPrivateFolder(root);
    const folder = openFolder(root, { mode: defaultWalkMode() });
    try {
      const old = lstatSync(folder.at(configName), { throwIfNoEntry: false });
      if (old?.isSymbolicLink()) throw new ToolwrightError('bad-config', `${path} is a link. Put a file there first.`);
      replace({ path, at: folder.at, name: configName, old }, content);
    } finally {
      folder.close();
    }
  });
}

interface Target {
  /** For people. */
  readonly path: string;
  readonly name: string;
  readonly old: Stats | undefined;
  /** The path of a file in its folder. */
  at(name: string): string;
}

function replace({ path, name, old, at }: Target, { text, base }: NewConfigText): void {
  const temporary = at(`.${name}-${randomText(12)}.tmp`);
  try {
    const fd = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      const bytes = Buffer.from(text);
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
      if (old !== undefined) fchmodSync(fd, old.mode & 0o777);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    const now = readConfigFile(at(name));
    if ((now?.ok === true ? now.text : undefined) !== base || now?.ok === false)
      throw new ToolwrightError('bad-config', `${path} changed meanwhile. Nothing was written; try again.`);
    renameSync(temporary, at(name));
  } finally {
    // It was renamed, or never made.
    attempt(() => unlinkSync(temporary), undefined);
  }
}

/** Runs it; what the system refuses becomes an error that names the file and says what to do. */
export function explained<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isToolwrightError(error)) throw error;
    const why = systemCode(error) ?? messageOf(error);
    throw new ToolwrightError(
      'bad-config',
      `${path} cannot be written (${why}). Look at its rights and at the folder it is in, then try again.`,
      { cause: error },
    );
  }
}
