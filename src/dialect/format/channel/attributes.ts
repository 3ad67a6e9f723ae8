import { type Input, type Reading, Stops } from '../../read/input.js';

/** The most characters of the head of one tag. */
const maxHead = 1024;

/** The head of a tag up to this end, which is taken; undefined without one. An end in quotes does not count. */
export function createHead(end: string): (input: Input) => Reading<string | undefined> {
  const stops = new Stops([end, '"']);
  const quotes = new Stops(['"']);
  return function* read(input) {
    let head = '';
    for (;;) {
      const { text, stop } = yield* input.until(stops, maxHead - head.length);
      head += text;
      if (stop === undefined) return undefined;
      input.at += stop.length;
      if (stop === end) return head;
      const quoted = yield* input.until(quotes, maxHead - head.length);
      if (quoted.stop === undefined) return undefined;
      input.at += 1;
      head += `"${quoted.text}"`;
    }
  };
}

/** The value of one attribute in the head of a tag. */
export function attribute(head: string, key: string): string | undefined {
  for (const [, name, double, single, bare] of head.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)) {
    const value = double ?? single ?? bare;
    if (name === key && value !== undefined) return value.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  }
  return undefined;
}

export const escapeAttribute = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
