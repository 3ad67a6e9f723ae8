import { type Analyse, checkCommandExamples } from '../policy/rule/rule-examples.js';
import type { LoadedConfig } from './open-config.js';
import type { ConfigProblem } from './problem.js';

/**
 * What is wrong with the examples of rules that are commands. The others were checked when the files were read: only
 * these need to know what a command does, and `analyse` is not called when there are none.
 */
export async function checkConfigExamples(
  { layers }: Pick<LoadedConfig, 'layers'>,
  analyse: Analyse,
): Promise<readonly ConfigProblem[]> {
  const problems: ConfigProblem[] = [];
  for (const { layer, file, rules, lineOf } of layers) {
    for (const { path, message } of await checkCommandExamples(rules, analyse)) {
      const place = ['rules', ...path];
      problems.push({ layer, file, line: lineOf(place), path: place, message });
    }
  }
  return problems;
}
