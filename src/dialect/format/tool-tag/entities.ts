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
