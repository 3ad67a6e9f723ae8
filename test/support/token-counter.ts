import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** How many tokens a text has as the models of OpenAI count. What stands for a mark of the model in a text is text. */
export const countedTokens = (text: string): number => countTokens(text, { disallowedSpecial: new Set<string>() });
