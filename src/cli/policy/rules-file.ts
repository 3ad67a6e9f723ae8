import { ToolwrightError } from '../../base/error.js';
import { readConfigFile } from '../../config/config-file.js';
import { type FoundText, readLayer } from '../../config/config-layer.js';
import { parseConfigText } from '../../config/config-text.js';
import { refuseProblems } from '../../config/problem.js';
import type { Rule } from '../../policy/rule/rule.js';
import { safeLine } from '../safe-text.js';

/** The rules of a config file, or of a file that is a list of them and nothing else. */
export function readRulesFile(path: string, named: string): readonly Rule[] {
  const found = readConfigFile(path);
  if (found === undefined)
    throw new ToolwrightError(
      'bad-usage',
      `--rules ${safeLine(named)}: there is no such file. Name one that holds rules.`,
    );
  const { rules, problems } = readLayer('user', path, asConfig(found));
  refuseProblems(problems);
  return rules;
}

/** A list stands for a config file that holds nothing else; every line stays where it is. */
function asConfig(found: FoundText): FoundText {
  const parsed = found.ok ? parseConfigText(found.text) : undefined;
  if (!parsed?.ok || !Array.isArray(parsed.read.value)) return found;
  return { ok: true, text: `{"rules":${parsed.read.plain}}` };
}
