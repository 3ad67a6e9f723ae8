/** What a model of the Messages API takes; the server refuses the whole request when it is asked for something else. */
export interface AnthropicTraits {
  /** The output limit that is sent when none is set. */
  readonly maxTokens: number;
  /** How much thinking is asked for: not at all, as a budget of tokens, or as an effort. */
  readonly thinking: 'never' | 'budget' | 'effort';
  /** How thinking is turned off: by saying nothing, by a `thinking.type`, or, where it cannot be, by the least effort. */
  readonly off: 'unsaid' | 'disabled' | 'between_tools' | 'least-effort';
}

export function traitsOf(model: string): AnthropicTraits {
  const version = versionOf(model);
  if (version === undefined) return model.includes('claude-mythos-preview') ? preview : other;
  const traits = generations.find(({ since }) => version.number >= since) ?? oldest;
  return { ...traits, off: offs[version.name] ?? (version.number >= 500 ? 'least-effort' : 'unsaid') };
}

type Generation = Omit<AnthropicTraits, 'off'> & { readonly since: number };

const oldest: Generation = { since: 0, maxTokens: 4096, thinking: 'never' };

/**
 * By version (4.6 is 406), newest first. The API refuses a `max_tokens` over what a model can write: 4096 for Claude 3,
 * 8192 for 3.5, 32,000 for Opus 4 and 4.1, 64,000 and more for the others. Thoughts
 * count, and from 4.6 on no budget bounds them, so those models get more room. They are asked for thinking by effort;
 * 4.5 and older know only a budget, which 4.7 and newer refuse.
 * https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting
 */
const generations: readonly Generation[] = [
  { since: 406, maxTokens: 64_000, thinking: 'effort' },
  { since: 307, maxTokens: 32_000, thinking: 'budget' },
  { since: 305, maxTokens: 8192, thinking: 'never' },
  oldest,
];

/** Those of the fifth generation whose thinking can be turned off; all others of it always think. */
const offs: Readonly<Record<string, AnthropicTraits['off']>> = {
  'opus-500': 'disabled',
  'sonnet-500': 'disabled',
  'haiku-505': 'disabled',
  'sonnet-505': 'between_tools',
};

const preview: AnthropicTraits = { maxTokens: 64_000, thinking: 'effort', off: 'unsaid' };

/**
 * A model of another maker behind the same API. They take the older form of thinking, and many, such as local servers,
 * refuse an output limit over what is left of their small context.
 */
const other: AnthropicTraits = { maxTokens: 8192, thinking: 'budget', off: 'disabled' };

/** `claude-opus-4-1-20250805`, `claude-3-5-haiku-latest`, `anthropic/claude-sonnet-4.5`, `us.anthropic.claude-opus-4-6-v1`. */
const versionForm = /claude-(?:([a-z]+)-)?(\d+)(?:[.-](\d{1,2})(?!\d))?/;

function versionOf(model: string): { readonly number: number; readonly name: string } | undefined {
  const [matched, family = '', major, minor] = versionForm.exec(model) ?? [];
  if (matched === undefined) return undefined;
  const number = Number(major) * 100 + Number(minor ?? 0);
  return { number, name: `${family}-${number}` };
}
