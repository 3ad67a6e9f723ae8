import { parseArgs } from 'node:util';
import type { Api } from '../../src/model/provider/protocol.js';
import { findProfile, profileNames } from '../../src/profile/find-profile.js';
import { scriptedName } from './scripted.js';
import { kinds, type Task } from './task.js';
import { tasks } from './tasks.js';

export interface TaskOptions {
  /** Undefined: the one that `toolwright run` would take. */
  readonly models: readonly (string | undefined)[];
  readonly profiles: readonly string[];
  readonly tasks: readonly Task[];
  readonly repeat: number;
  /** How long a task may take. */
  readonly seconds: number;
  readonly json: string | undefined;
  readonly sandbox: 'required' | 'off';
  readonly baseUrl: string | undefined;
  readonly api: Api | undefined;
  readonly apiKeyEnv: string | undefined;
}

export const usage = `npm run tasks -- --model NAME [options]

  --model NAME         a model, as toolwright run takes it; may be given again. ${scriptedName}: the harness tests itself
  --base-url URL, --api API, --api-key-env VAR
                       where it is, as toolwright run takes them
  --profile NAME       ${profileNames.join(', ')}; may be given again. Default: toolwright
  --only NAME          a task or a kind (${kinds.join(', ')}); may be given again
  --repeat N           run each task N times. Default: 1
  --seconds N          end a task after N seconds. Default: 300
  --json FILE          write the results to FILE
  --sandbox off        run commands although nothing confines them here
  --list               list the tasks`;

/** What the command line says, what to print in its place, or what is wrong with it. */
export async function readOptions(
  args: readonly string[],
): Promise<TaskOptions | { readonly print: string } | { readonly wrong: string }> {
  const parsed = parse(args);
  if (typeof parsed === 'string') return { wrong: parsed };
  const { help, list, model, profile, only = [], json, sandbox, ...rest } = parsed;
  if (help === true) return { print: usage };
  if (list === true) return { print: tasks.map(({ name, kind }) => `${kind.padEnd(9)} ${name}`).join('\n') };
  const chosen = tasks.filter(({ name, kind }) => only.length === 0 || only.includes(name) || only.includes(kind));
  const unknown = only.find((one) => !tasks.some(({ name, kind }) => one === name || one === kind));
  if (unknown !== undefined) return { wrong: `There is no task or kind ${unknown}: --list lists them.` };
  const repeat = Number(rest.repeat);
  if (!isCount(repeat)) return { wrong: '--repeat takes a whole number from 1.' };
  const seconds = Number(rest.seconds);
  if (!isCount(seconds)) return { wrong: '--seconds takes a whole number from 1.' };
  if (sandbox !== 'required' && sandbox !== 'off') return { wrong: '--sandbox takes required or off.' };
  const api = rest.api === undefined ? undefined : apis.find((one) => one === rest.api);
  if (api === undefined && rest.api !== undefined) return { wrong: `--api takes ${apis.join(', ')}.` };
  for (const name of profile) {
    const problem = await profileProblem(name, model);
    if (problem !== undefined) return { wrong: problem };
  }
  return {
    models: model,
    profiles: profile,
    tasks: chosen,
    repeat,
    seconds,
    json,
    sandbox,
    baseUrl: rest['base-url'],
    api,
    apiKeyEnv: rest['api-key-env'],
  };
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 1 && value <= 1_000_000;

const apis = ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'ollama'] as const satisfies readonly Api[];

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        model: { type: 'string', multiple: true },
        'base-url': { type: 'string' },
        api: { type: 'string' },
        'api-key-env': { type: 'string' },
        profile: { type: 'string', multiple: true, default: ['toolwright'] },
        only: { type: 'string', multiple: true },
        repeat: { type: 'string', default: '1' },
        seconds: { type: 'string', default: '300' },
        json: { type: 'string' },
        sandbox: { type: 'string', default: 'required' },
        list: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    return { ...values, model: values.model ?? [undefined] };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function profileProblem(name: string, models: readonly (string | undefined)[]): Promise<string | undefined> {
  const isKnown = await findProfile(name).then(
    () => true,
    () => false,
  );
  if (!isKnown) return `There is no profile ${name}: use ${profileNames.join(', ')}.`;
  return models.includes(scriptedName) && name !== 'toolwright'
    ? `The model ${scriptedName} calls the tools of the profile toolwright: leave --profile ${name} out.`
    : undefined;
}
