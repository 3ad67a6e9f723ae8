/** The engines that can be asked, by the names a config has for them. */
export const engineNames = ['duckduckgo', 'searxng', 'brave', 'tavily'] as const;

export type EngineName = (typeof engineNames)[number];

/** One engine, as a config names it. */
export interface EngineChoice {
  readonly engine: EngineName;
  /** Where it answers, when that is not the usual place; SearXNG has none. */
  readonly url?: string;
  /** The variable that holds its key. */
  readonly apiKeyEnv?: string;
}

/** Which engines are asked: the others, in order, when those before them gave no answer. */
export interface SearchSettings extends EngineChoice {
  readonly fallback?: readonly EngineChoice[];
}

export const usualSearch: SearchSettings = { engine: 'duckduckgo' };
