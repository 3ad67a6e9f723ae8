import type { Json } from '../base/json.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { shownPath } from './check-config.js';
import { readLayer } from './config-layer.js';
import { configSchema } from './config-schema.js';
import { setInText, unsetInText } from './edit-config-text.js';
import type { Layer } from './layer.js';
import { memberSchema } from './member-schema.js';
import type { ConfigProblem } from './problem.js';
import { findSetting } from './setting/settings.js';

/** A setting to be set, or taken out when there is no value. */
export interface ConfigEdit {
  readonly layer: Layer;
  readonly file: string;
  /** The text of the file; undefined when there is none yet. */
  readonly text: string | undefined;
  readonly path: readonly string[];
  readonly value: Json | undefined;
}

export type PlannedEdit =
  /** `problems` were there before and still are. */
  | { readonly ok: true; readonly text: string; readonly problems: readonly ConfigProblem[] }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** The text a config file would have: refused when it cannot be read, or when the edit itself would bring a problem. */
export function planEdit({ layer, file, text = '{}\n', path, value }: ConfigEdit): PlannedEdit {
  const refused = notEdited(file, path, value);
  if (refused !== undefined) return { ok: false, problems: [{ layer, file, path, line: 1, message: refused }] };
  const edited = value === undefined ? unsetInText(text, path) : setInText(text, path, value);
  if (!edited.ok) return { ok: false, problems: [{ layer, file, path, line: edited.line, message: edited.message }] };
  const problemsOf = (one: string): readonly ConfigProblem[] =>
    readLayer(layer, file, { ok: true, text: one }).problems;
  const before = new Set(problemsOf(text).map(({ message }) => message));
  const problems = problemsOf(edited.text);
  const fresh = problems.filter(({ message }) => !before.has(message));
  return fresh.length > 0 ? { ok: false, problems: fresh } : { ok: true, text: edited.text, problems };
}

/** Why a list is not changed entry by entry; undefined when this edit can be made. */
function notEdited(file: string, path: readonly string[], value: Json | undefined): string | undefined {
  const [name = ''] = path;
  const edited = findSetting(name)?.edited;
  if (edited === 'in-file') {
    if (value === undefined && path.length === 1) return undefined;
    return `${name} are written in the file itself: edit ${file}, then run \`toolwright config check\``;
  }
  const list = listAbove(path);
  if (list === undefined) return undefined;
  const example = edited === undefined ? '' : `, as in '${edited.whole}'`;
  return `${list} is set as a whole: give the list${example}`;
}

/** The list that this path leads into. */
function listAbove(path: readonly string[]): string | undefined {
  let schema: JsonSchema | undefined = configSchema;
  for (const [depth, key] of path.entries()) {
    if (schema?.items !== undefined) return shownPath(path.slice(0, depth));
    schema = schema === undefined ? undefined : memberSchema(schema, key);
  }
  return undefined;
}
