import { toolsTokens } from '../model/estimate-tokens.js';
import { offerTools } from '../run/find-tool.js';
import type { Offer } from '../tool/registry.js';
import type { TurnEnv } from './turn-env.js';

/** How much of a request definitions may be before only the most needed are sent. */
const mostShare = 0.5;

/**
 * The tools a request offers. Where the definitions of all would leave too little of the context for the conversation,
 * those of the built-in ones that the profile names as needed, and all that others have added.
 */
export function offerFor(env: Pick<TurnEnv, 'registry' | 'metaTools' | 'profile' | 'gauge' | 'model'>): Offer {
  const offer = offerTools(env);
  const { coreTools } = env.profile;
  const limit = coreTools === undefined ? undefined : env.gauge.limitOf(env.model());
  if (coreTools === undefined || limit === undefined) return offer;
  const { tokens, core } = sizeOf(offer, coreTools);
  return tokens > limit * mostShare ? core : offer;
}

interface Sized {
  readonly tokens: number;
  readonly core: Offer;
}

/** An offer stays the same from round to round. */
const sizes = new WeakMap<Offer, Sized>();

function sizeOf(offer: Offer, coreTools: readonly string[]): Sized {
  const known = sizes.get(offer);
  if (known !== undefined) return known;
  const tools = new Map(
    [...offer.tools].filter(([name, { source }]) => source !== 'builtin' || coreTools.includes(name)),
  );
  const core = { tools, definitions: offer.definitions.filter(({ name }) => tools.has(name)) };
  const sized = { tokens: toolsTokens(offer.definitions), core };
  sizes.set(offer, sized);
  return sized;
}
