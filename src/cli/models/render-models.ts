import { plural } from '../../base/text.js';
import { shownAddress } from '../../base/web-address.js';
import type { SurveyedModel, SurveyedProvider } from '../../config/model-choice/survey.js';
import { safeLine } from '../safe-text.js';
import type { Style } from '../view/style.js';
import { widest } from '../widest.js';

const maxModels = 20;

/** The providers with their models; the one that would answer is marked. */
export function renderModels(
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
