/** More than so many are not looked for, unless all are wanted. */
export const maxPlaces = 1000;

/** Where a text starts in another, overlapping ones too: each of them could be the one that was meant. */
export function findPlaces(content: string, text: string, max = maxPlaces): number[] {
  return text.length > maxNaive ? findLong(content, text, max) : findShort(content, text, max);
}

/** `indexOf` is fast, but on text that repeats itself its time grows with both lengths multiplied. */
export const maxNaive = 1000;

function findShort(content: string, text: string, max: number): number[] {
  const places: number[] = [];
  for (let at = content.indexOf(text); at !== -1 && places.length < max; at = content.indexOf(text, at + 1)) {
    places.push(at);
  }
  return places;
}

/** Knuth, Morris and Pratt: linear, whatever the two texts are. */
function findLong(content: string, text: string, max: number): number[] {
  const borders = new Int32Array(text.length);
  for (let at = 1, length = 0; at < text.length; at += 1) {
    while (length > 0 && text[at] !== text[length]) length = borders[length - 1] ?? 0;
    if (text[at] === text[length]) length += 1;
    borders[at] = length;
  }
  const places: number[] = [];
  for (let at = 0, length = 0; at < content.length && places.length < max; at += 1) {
    while (length > 0 && content[at] !== text[length]) length = borders[length - 1] ?? 0;
    if (content[at] === text[length]) length += 1;
    if (length < text.length) continue;
    places.push(at - text.length + 1);
    length = borders[length - 1] ?? 0;
  }
  return places;
}
