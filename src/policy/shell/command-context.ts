import type { ToolFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';

/** Where a command would run, and what it would find there. Everything here only looks. */
export interface CommandContext {
  /** The workspace, its real path. */
  readonly root: string;
  /** The folder the command starts in, its real path. */
  readonly cwd: string;
  readonly home: string;
  /** The variables the command would see. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where an absolute path leads, every link followed. */
  resolve(path: string): Place | ToolFailure;
  /** The bytes of a file; undefined when it is missing, no file, or larger than 64 MB. */
  readBytes(path: string): Uint8Array | undefined;
  /** The text of a small file; undefined when it is missing, no file, or larger than 1 MB. */
  readText(path: string): string | undefined;
  /** The links below a folder, at any depth; undefined when there is too much to look at. */
  links(folder: string): readonly string[] | undefined;
  /** The names in a folder; undefined when it is none, or has more than 10,000. */
  list(path: string): readonly string[] | undefined;
}
