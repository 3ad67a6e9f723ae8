import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemCode, ToolwrightError } from '../../base/error.js';
import { builtinTools } from '../../builtin/builtin-tools.js';
import { readConfigFile } from '../../config/config-file.js';
import { type FoundText, readLayer } from '../../config/config-layer.js';
import { homeOf } from '../../config/config-paths.js';
import { parseConfigText } from '../../config/config-text.js';
import type { LoadedConfig } from '../../config/open-config.js';
import { refuseProblems } from '../../config/problem.js';
import { createPolicy } from '../../policy/create-policy.js';
import type { Grant } from '../../policy/grant/grant.js';
import type { Mode, Places } from '../../policy/policy.js';
import type { Rule } from '../../policy/rule/rule.js';
import type { SecretFinder } from '../../policy/secret/judge-secrets.js';
import { type CallPreview, createPreview, type PreviewedCall } from '../../session/preview-calls.js';
import { sessionMask } from '../../session/session-mask.js';
import { checkFolder } from '../check-folder.js';
import type { Invocation } from '../command.js';
import { readCommandConfig } from '../config/command-config.js';
import type { Host } from '../host.js';
import { storePlace } from '../open-user-store.js';
import { ownFilesOf } from '../own-files.js';
import { safeLine } from '../safe-text.js';
import { secretNames } from '../secret-names.js';
import { untrustedNote } from '../trust/render-trust.js';

/** Where policy is asked about calls. */
export interface PolicyContext {
  readonly places: Places;
  readonly env: Host['env'];
  readonly rules: readonly Rule[];
  readonly mode: Mode;
  readonly sandbox: 'required' | 'off';
  readonly secrets: SecretFinder;
  readonly config: LoadedConfig;
  /** Those that hold here. */
  readonly granted?: readonly Grant[];
}

/** The folders and rules the command line names, else those in force here. */
export async function openPolicyContext(invocation: Invocation, host: Host): Promise<PolicyContext> {
  const { cwd, env } = host;
  const folder =
    checkFolder(invocation.text('workspace'), cwd, '--workspace') ?? checkFolder(invocation.text('directory'), cwd);
  const root = realpathSync(folder ?? cwd);
  const home = realPlace(checkFolder(invocation.text('home'), cwd, '--home') ?? homeOf(env) ?? root);
  const { config, trust } = await readCommandConfig(inFolder(invocation, root), host);
  refuseProblems(config.problems);
  const file = invocation.text('rules');
  const note = file === undefined ? untrustedNote(trust) : undefined;
  if (note !== undefined) host.stderr.write(`${note}\n`);
  return {
    config,
    places: {
      root,
      home,
      own: ownFilesOf(config.paths, storePlace(invocation, host, config).path, env),
    },
    env: { ...env, HOME: home },
    rules: file === undefined ? config.rules : readRulesFile(resolve(cwd, file), file),
    mode: (invocation.text('mode') as Mode | undefined) ?? config.values.mode ?? 'ask',
    sandbox: config.values.sandbox ?? 'required',
    secrets: sessionMask({ env: { ...env, HOME: home }, secrets: secretNames(config.values) }, root),
  };
}

/** A home folder need not be there. */
function realPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return resolve(path);
  }
}

/** The same command line, about this folder. */
const inFolder = (invocation: Invocation, folder: string): Invocation => ({
  ...invocation,
  text: (name) => (name === 'directory' ? folder : invocation.text(name)),
});

export interface Look {
  readonly mode?: Mode;
  readonly rules?: readonly Rule[];
  /** Whether a command would be confined. */
  readonly sandboxed: boolean;
}

/** What policy says of calls here. Nothing is run. */
export function previewIn(context: PolicyContext, look: Look): (call: PreviewedCall) => Promise<CallPreview> {
  const { places, env, sandbox, secrets } = context;
  const mode = look.mode ?? context.mode;
  const { granted = [] } = context;
  const policy = createPolicy({
    places,
    sandbox,
    secrets,
    rules: look.rules ?? context.rules,
    grants: { inForce: () => granted },
  });
  return createPreview({ workspace: places.root, tools: builtinTools, policy, mode, env, sandboxed: look.sandboxed });
}

/** The rules of a config file, or of a file that is a list of them and nothing else. */
function readRulesFile(path: string, named: string): readonly Rule[] {
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
