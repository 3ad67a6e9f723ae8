/** How many tokens a text has, as the models of OpenAI count; those of others differ a little. Loaded when it is asked for. */
export async function createTokenCounter(): Promise<(text: string) => number> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // What stands for a mark of the model in a text is text.
  return (text) => countTokens(text, { disallowedSpecial: new Set<string>() });
}
