/**
 * What a chat template, a tokenizer or a reader of calls could take for its own: tags of calls, results and reasoning,
 * and the special tokens of the common model families (`<|…|>`, `</s>`, `<end_of_turn>`, `[INST]`).
 */
const markup =
  /<(?=\s?\/?\s?(?:[|｜]|tool|seed:|longcat_|think|(?:minimax|antml|atem|steptml|mm):|\]minimax\[|dots_|param|(?:results?|response|stdout|error)>|function|invoke|parameter|arg_|im_|(?:start|end)_of_|(?:s|bos|eos|pad|unk)>))|\[(?=\/?(?:INST|TOOL|AVAILABLE_TOOLS|SYSTEM_PROMPT|ARGS|CALL_ID|THINK))/gi;

/** JSON text of the same value in which no such markup stands: `<` and `[` before it become escapes. */
export function escapeMarkup(json: string): string {
  return json.replace(markup, (char) => (char === '<' ? '\\u003c' : '\\u005b'));
}

/** The same for plain text, where `&lt;` is read as what it stands for. */
export function escapeMarkupText(text: string): string {
  return text.replace(markup, (char) => (char === '<' ? '&lt;' : '&#91;'));
}

/** The five entities of XML and those by number; anything else behind `&` is text. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6}));/g,
    (whole, name, decimal, hex) => {
      if (name !== undefined) return named[name as keyof typeof named];
      const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}

/** The text as it stands between tags. */
export const encodeEntities = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const named = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
