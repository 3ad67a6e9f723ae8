import type { Json } from '../../base/json.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import type { ConfigIssue } from '../problem.js';

/**
 * A setting of `config.json`, declared once: its type, the published schema, the table of docs/config.md, what
 * `config check` and `config set` accept, the rights of a workspace and completion follow from it.
 */
export interface Setting {
  /** With title, description and, if there is one, default. */
  readonly schema: JsonSchema;
  /** Who reads it: `session` has an option of the same name, which gets it as it stands; `face` is what opens sessions. */
  readonly reader: 'session' | 'face' | 'editor';
  /** What a workspace, which others may have written, sets of it. Nothing when absent. */
  readonly workspace?: WorkspaceRight;
  /** A list that is put together from all files. */
  readonly joined?: true;
  /** For lists that `config set` does not change entry by entry: they are edited in the file, or set whole as in the example. */
  readonly edited?: 'in-file' | { readonly whole: string };
  /** Words of its descriptions, and the pages of docs/ they lead to. */
  readonly links?: Readonly<Record<string, string>>;
}

export type Settings = Readonly<Record<string, Setting>>;

export type WorkspaceRight =
  | 'any'
  /** Only these values. */
  | { readonly values: readonly Json[] }
  /** Of an object, or of each entry of a list or table, only these members. */
  | {
      readonly members: readonly string[];
      /** So few entries that a person who is asked to trust them sees each of them. */
      readonly most?: { readonly count: number; readonly of: string; readonly verb?: 'set' };
      /** What else is wrong with what a workspace sets. */
      readonly check?: (value: Json, path: readonly string[]) => readonly ConfigIssue[];
    };
