import type { Json } from '../base/json.js';
import { checkConfig, maxIssues } from './check-config.js';
import type { Config } from './config-schema.js';
import { parseConfigText } from './config-text.js';
import { isObject, withoutPath } from './json-path.js';
import type { Layer } from './layer.js';
import type { ConfigIssue, ConfigProblem } from './problem.js';

/** One config file, read and checked. */
export interface ConfigLayer {
  readonly layer: Layer;
  readonly file: string;
  /** What it sets, without what is wrong. */
  readonly values: Config;
  readonly problems: readonly ConfigProblem[];
  /** The line of a setting. */
  lineOf(path: readonly string[]): number;
}

/** What was found where a config file should be. */
export type FoundText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly line: number; readonly message: string };

export function readLayer(layer: Layer, file: string, found: FoundText): ConfigLayer {
  const parsed = found.ok ? parseConfigText(found.text) : found;
  const problem = ({ path, message }: ConfigIssue, line: number): ConfigProblem => ({
    layer,
    file,
    line,
    path,
    message,
  });
  if (!parsed.ok) {
    const problems = [problem({ path: [], message: parsed.message }, parsed.line)];
    return { layer, file, values: {}, problems, lineOf: () => parsed.line };
  }
  const { value, lineOf } = parsed.read;
  const issues = checkConfig(value, layer);
  const problems = issues.map((issue) => problem(issue, lineOf(issue.path)));
  return { layer, file, values: soundPart(value, issues), problems, lineOf };
}

/** What is left when everything wrong is taken out. */
function soundPart(value: Json, issues: readonly ConfigIssue[]): Config {
  if (!isObject(value) || issues.length >= maxIssues) return {};
  // Where the editor finds the schema is no setting.
  const sound = issues.reduce<Json>((rest, { path }) => withoutPath(rest, path), withoutPath(value, ['$schema']));
  return sound as Config;
}
