import { plural } from '../../base/text.js';
import { checkConfigExamples } from '../../config/check-rule-examples.js';
import { homeOf } from '../../config/config-paths.js';
import { valueAt } from '../../config/json-path.js';
import { workspaceLayer } from '../../config/open-config.js';
import { refuseProblems } from '../../config/problem.js';
import { parseSettingKey } from '../../config/setting-key.js';
import { analyseIn } from '../../session/check-examples.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { type Host, isTerminal } from '../host.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { untrustedNote } from '../trust/render-trust.js';
import { usageError } from '../usage-error.js';
import { commandFolder, readCommandConfig } from './command-config.js';
import { maskSecrets } from './mask-secrets.js';
import { renderProblems, tellWarnings } from './render-problems.js';

/**
 * `toolwright config get KEY`: one setting as it is in force, for scripts: plain when it is a single value. With a problem
 * in a file nothing is in force.
 */
export async function getCommand(invocation: Invocation, host: Host): Promise<number> {
  const key = invocation.arguments[0] ?? '';
  const { config } = await readCommandConfig(invocation, host);
  const named = parseSettingKey(key, config.values);
  if (!named.ok) throw usageError(safeLine(named.message), 'config get');
  refuseProblems(config.problems);
  const value = valueAt(config.values, named.path) ?? (named.schema['default'] as string | boolean | undefined);
  if (value === undefined) {
    host.stderr.write(`${safeLine(key)} is not set.\n`);
    return exitCodes.usage;
  }
  if (typeof value !== 'object' && !invocation.flag('json')) {
    const text = String(value);
    host.stdout.write(`${isTerminal(host.stdout) ? safeLine(text) : text}\n`);
    return exitCodes.answered;
  }
  // A single header was asked for by its name; of several, secrets stay hidden.
  const shown = typeof value === 'object' ? maskSecrets(value, named.path) : value;
  host.stdout.write(`${renderJson(shown)}\n`);
  return exitCodes.answered;
}

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
  tellWarnings(
    layers.flatMap(({ warnings }) => warnings),
    host,
  );
  return problems.length > 0 || unusable ? exitCodes.usage : exitCodes.answered;
}
