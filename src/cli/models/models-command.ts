import { isToolwrightError, messageOf } from '../../base/error.js';
import { shownAddress } from '../../base/web-address.js';
import { chooseModel } from '../../config/model-choice/choose-model.js';
import { surveyModels } from '../../config/model-choice/survey.js';
import type { LoadedConfig } from '../../config/open-config.js';
import { refuseProblems } from '../../config/problem.js';
import type { Invocation } from '../command.js';
import { readCommandConfig } from '../config/command-config.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { createStyle, wantsColours } from '../view/style.js';
import { renderModels } from './render-models.js';

const timeoutMs = 8000;

/** `toolwright models`: what is at hand, what it can do, and which one would answer. */
export async function modelsCommand(invocation: Invocation, host: Host): Promise<number> {
  const { config } = await readCommandConfig(invocation, host);
  refuseProblems(config.problems);
  const [survey, choice] = exitMask(host).value(
    await Promise.all([surveyModels({ config: config.values, env: host.env, timeoutMs }), chosen(config, host)]),
  );
  const { name, why } = choice;
  if (invocation.flag('json')) {
    const providers = survey.map(({ provider: { name: id, api, baseUrl }, ...rest }) => ({
      name: id,
      api,
      baseUrl: shownAddress(baseUrl),
      ...rest,
    }));
    host.stdout.write(`${renderJson({ chosen: name ?? null, why, providers })}\n`);
    return exitCodes.answered;
  }
  const style = createStyle(wantsColours(host.stdout, host.env));
  host.stdout.write(`${renderModels(survey, { chosen: name, all: invocation.flag('all'), style })}\n`);
  host.stderr.write(`${safeLine(`${name === undefined ? 'No model' : name} would answer. ${why}`)}\n`);
  return exitCodes.answered;
}

/** `name` is undefined when the model that is named cannot be used: nothing answers in its place. */
interface Chosen {
  readonly name: string | undefined;
  readonly why: string;
}

/** A model that is named and cannot be used is told of, and is no reason not to list the others. */
async function chosen(config: LoadedConfig, { env }: Host): Promise<Chosen> {
  try {
    const { spec, why } = await chooseModel({ flags: {}, config, env, probeTimeoutMs: 3000 });
    return { name: spec === undefined ? 'guide' : `${spec.provider}/${spec.model}`, why };
  } catch (error) {
    if (!isToolwrightError(error)) throw error;
    return { name: undefined, why: messageOf(error) };
  }
}
