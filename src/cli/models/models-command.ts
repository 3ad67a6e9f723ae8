import { isToolwrightError, messageOf } from '../../base/error.js';
import { plural } from '../../base/text.js';
import { shownAddress } from '../../base/web-address.js';
import { chooseModel } from '../../config/model-choice/choose-model.js';
import { type SurveyedModel, type SurveyedProvider, surveyModels } from '../../config/model-choice/survey.js';
import type { LoadedConfig } from '../../config/open-config.js';
import { refuseProblems } from '../../config/problem.js';
import type { Invocation } from '../command.js';
import { readCommandConfig } from '../config/command-config.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { type Style, styleOf } from '../view/style.js';
import { widest } from '../widest.js';

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
  const style = styleOf(host);
  host.stdout.write(`${renderModels(survey, { chosen: name, all: invocation.flag('all'), style })}\n`);
  host.stderr.write(`${safeLine(`${name === undefined ? 'No model' : name} would answer. ${why}`)}\n`);
  return exitCodes.answered;
}

/**
 * A model that is named and cannot be used is told of, and is no reason not to list the others. It has no name then:
 * nothing answers in its place.
 */
async function chosen(config: LoadedConfig, { env }: Host) {
  try {
    const { spec, why } = await chooseModel({ flags: {}, config, env, probeTimeoutMs: 3000 });
    return { name: spec === undefined ? 'guide' : `${spec.provider}/${spec.model}`, why };
  } catch (error) {
    if (!isToolwrightError(error)) throw error;
    return { name: undefined, why: messageOf(error) };
  }
}

const maxModels = 20;

/** The providers with their models; the one that would answer is marked. */
function renderModels(
  survey: readonly SurveyedProvider[],
  options: { readonly chosen: string | undefined; readonly all: boolean; readonly style: Style },
): string {
  const { all, style, chosen } = options;
  const shown = survey.filter(({ state, models }) => state !== 'not-set-up' || models.length > 0);
  const others = survey.filter((one) => !shown.includes(one));
  const guide = `${chosen === 'guide' ? '*' : ' '} guide  built in, offline`;
  return [
    ...shown.map((one) => renderProvider(one, options)),
    ...(all && others.length > 0 ? [`Not set up:\n${renderOthers(others)}`] : []),
    ...(all || others.length === 0
      ? []
      : [style.dim(`${plural(others.length, 'provider')} not set up: --all names them.`)]),
    guide,
  ].join('\n\n');
}

function renderProvider(
  { provider, state, says, models }: SurveyedProvider,
  { chosen, all, style }: { readonly chosen: string | undefined; readonly all: boolean; readonly style: Style },
): string {
  const head = `${style.bold(safeLine(provider.name))}  ${safeLine(shownAddress(provider.baseUrl))}  ${provider.api}`;
  const trouble = state === 'answers' ? [] : [style.yellow(`  ! ${safeLine(says ?? '')}`)];
  // Ollama adds a tag to names without one.
  const plain = (name = ''): string => (provider.api === 'ollama' ? name.replace(/:latest$/, '') : name);
  const isChosen = ({ name }: SurveyedModel): boolean => plain(`${provider.name}/${name}`) === plain(chosen);
  // What would answer, and what the config names, is never among those left out.
  const sorted = [...models].sort((a, b) => weight(b, isChosen) - weight(a, isChosen));
  const listed = all ? sorted : sorted.slice(0, maxModels);
  const width = Math.min(48, widest(listed.map(({ name }) => name)));
  const lines = listed.map(
    (model) => `${isChosen(model) ? '*' : ' '} ${safeLine(model.name).padEnd(width)}  ${traits(model)}`,
  );
  const rest = models.length - listed.length;
  const more = rest > 0 ? [style.dim(`  … and ${plural(rest, 'more model')}: --all lists them`)] : [];
  const none = state === 'answers' && models.length === 0 ? [noModels(provider.api)] : [];
  return [head, ...trouble, ...lines, ...more, ...none].join('\n');
}

const weight = (model: SurveyedModel, isChosen: (one: SurveyedModel) => boolean): number =>
  (isChosen(model) ? 2 : 0) + (model.configured ? 1 : 0);

const noModels = (api: string): string =>
  api === 'ollama' ? '  It has no model: `ollama pull qwen3` brings one.' : '  It has no model.';

function traits({ toolCalls, dialect, thinking, images, contextTokens }: SurveyedModel): string {
  return [
    toolCalls === 'native' ? 'native calls' : `prompt mode (${safeLine(dialect ?? '')})`,
    ...(thinking === true ? ['thinks'] : []),
    ...(images === true ? ['sees'] : []),
    ...(contextTokens === undefined ? [] : [`${contextTokens.toLocaleString('en-US')} tokens`]),
  ].join(', ');
}

function renderOthers(others: readonly SurveyedProvider[]): string {
  const width = widest(others.map(({ provider }) => provider.name));
  return others
    .map(
      ({ provider, says = '' }) =>
        `  ${provider.name.padEnd(width)}  ${safeLine(provider.local ? `nothing answers at ${shownAddress(provider.baseUrl)}` : says)}`,
    )
    .join('\n');
}
