import type { History } from '../history/history.js';
import { aroundRequest, messageTokens, toolsTokens } from '../model/estimate-tokens.js';
import type { Model } from '../model/model.js';
import type { ToolDefinition } from '../tool/tool.js';

/** About how much of a model's context a request fills. Estimated, and corrected by what servers count. */
export type ContextGauge = ReturnType<typeof createContextGauge>;

export interface Fill {
  /** All of it, as a server would count. */
  readonly tokens: number;
  /** The system message and the tools, which no compaction makes smaller; as estimated. */
  readonly fixed: number;
  /** How much more a server counts than is estimated; 1 or more. */
  readonly factor: number;
}

/** Room for an answer, and for what an estimate is wrong by: a part of the context, and at most so much. */
const spare = { share: 0.2, most: 16_384 };
/** What a server refuses is over its limit by an amount that is not told. */
const refusedBy = 1.1;

export function createContextGauge(history: History) {
  /** What was learned of models whose context nobody told. */
  const learned = new Map<string, number>();
  let factor = 1;
  let sum = { messages: 1, tokens: 0, compactions: 0 };
  let last = { messages: 0, tokens: 0 };

  const contextOf = (model: Model): number | undefined => {
    const found = learned.get(model.name);
    if (found === undefined || model.contextTokens === undefined) return found ?? model.contextTokens;
    return Math.min(found, model.contextTokens);
  };
  /** Only upwards, and the more so the less is seen of it: some servers leave out of their count what a cache held. */
  const correct = (): void => {
    const { counted } = history;
    if (counted?.messages !== last.messages || last.tokens === 0) return;
    factor = Math.max(Math.min(3, counted.tokens / last.tokens), 1 + (factor - 1) * 0.9);
  };

  /** What the server took before. */
  const taken = (): number => history.counted?.tokens ?? 0;

  return {
    /** How many messages there were after the last compaction: with the same ones another would not help. */
    tried: 0,
    /** How much the model takes in, as it was told or learned. */
    contextOf,
    /** The most tokens a request may have so that there is room for an answer; undefined when the context is not known. */
    limitOf(model: Model): number | undefined {
      const context = contextOf(model);
      return context === undefined ? undefined : context - Math.min(context * spare.share, spare.most);
    },
    /** The request as it would be sent now. No message is looked at twice. */
    measure(tools: readonly ToolDefinition[]): Fill {
      correct();
      const { messages, compactions } = history;
      if (sum.compactions !== compactions) sum = { messages: 1, tokens: 0, compactions };
      for (; sum.messages < messages.length; sum.messages += 1) {
        const message = messages[sum.messages];
        if (message !== undefined) sum.tokens += messageTokens(message);
      }
      const system = messages[0] === undefined ? 0 : messageTokens(messages[0]);
      const fixed = aroundRequest + system + toolsTokens(tools);
      last = { messages: messages.length, tokens: fixed + sum.tokens };
      return { tokens: Math.ceil(last.tokens * factor), fixed, factor };
    },
    /** The model refused, as too long, the request that was measured last. */
    refused(model: Model) {
      const context = contextOf(model);
      const tokens = last.tokens * factor;
      if (context !== undefined && tokens < context) factor = Math.min(4, (context / last.tokens) * refusedBy);
      else learned.set(model.name, Math.floor(Math.min(tokens / refusedBy, Math.max(taken(), tokens / 2))));
    },
  };
}
