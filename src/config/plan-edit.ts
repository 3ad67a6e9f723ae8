import type { Json } from '../base/json.js';
import { readLayer } from './config-layer.js';
import { setInText, unsetInText } from './edit-config-text.js';
import type { Layer } from './layer.js';
import type { ConfigProblem } from './problem.js';

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

/** What is a list of texts, with an example of one. */
const lists: Readonly<Record<string, string>> = {
  untrusted: '["vendor/**", "*.eml"]',
  secrets: '["LICENCE_CODE", "~/.licence"]',
};

/** The text a config file would have: refused when it cannot be read, or when the edit itself would bring a problem. */
export function planEdit({ layer, file, text = '{}\n', path, value }: ConfigEdit): PlannedEdit {
  if ((path[0] === 'rules' || path[0] === 'hooks') && (value !== undefined || path.length > 1)) {
    const message = `${path[0]} are written in the file itself: edit ${file}, then run \`toolwright config check\``;
    return { ok: false, problems: [{ layer, file, path, line: 1, message }] };
  }
  const list = path.length > 1 ? lists[path[0] ?? ''] : undefined;
  if (list !== undefined) {
    const message = `${path[0]} is set as a whole: give the list, as in '${list}'`;
    return { ok: false, problems: [{ layer, file, path, line: 1, message }] };
  }
  const edited = value === undefined ? unsetInText(text, path) : setInText(text, path, value);
  if (!edited.ok) return { ok: false, problems: [{ layer, file, path, line: edited.line, message: edited.message }] };
  const problemsOf = (one: string): readonly ConfigProblem[] =>
    readLayer(layer, file, { ok: true, text: one }).problems;
  const before = new Set(problemsOf(text).map(({ message }) => message));
  const problems = problemsOf(edited.text);
  const fresh = problems.filter(({ message }) => !before.has(message));
  return fresh.length > 0 ? { ok: false, problems: fresh } : { ok: true, text: edited.text, problems };
}
