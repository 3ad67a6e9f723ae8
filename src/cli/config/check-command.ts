import { plural } from '../../base/text.js';
import { checkConfigExamples } from '../../config/check-rule-examples.js';
import { homeOf } from '../../config/config-paths.js';
import { workspaceLayer } from '../../config/open-config.js';
import { analyseIn } from '../../session/check-examples.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { untrustedNote } from '../trust/render-trust.js';
import { commandFolder, readCommandConfig } from './command-config.js';
import { renderProblems } from './render-problems.js';

/** `toolwright config check`: everything wrong in every config file, also in one that is not trusted. */
export async function checkCommand(invocation: Invocation, host: Host): Promise<number> {
  const { config, trust } = await readCommandConfig(invocation, host);
  const ownLayers = config.layers.filter(({ layer }) => layer !== 'workspace');
  const layers = [...ownLayers, ...[workspaceLayer(trust)].filter((layer) => layer !== undefined)];
  const root = commandFolder(invocation, host);
  const analyse = analyseIn({ root, home: homeOf(host.env) ?? root }, host.env);
  const problems = [...layers.flatMap((layer) => layer.problems), ...(await checkConfigExamples({ layers }, analyse))];
  const unusable = trust.state === 'unreadable';
  if (invocation.flag('json')) {
    host.stdout.write(`${renderJson(problems)}\n`);
  } else if (problems.length > 0) {
    host.stdout.write(`${renderProblems(problems)}\n`);
  } else if (!unusable) {
    const files = layers.map(({ file }) => `  ${safeLine(file)}`).join('\n');
    host.stdout.write(
      layers.length === 0
        ? 'There are no config files.\n'
        : `No problems in ${plural(layers.length, 'file')}:\n${files}\n`,
    );
  }
  const note = untrustedNote(trust);
  if (note !== undefined) host.stderr.write(`${note}\n`);
  return problems.length > 0 || unusable ? exitCodes.usage : exitCodes.answered;
}
