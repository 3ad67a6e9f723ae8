import { attributeOf, decodeEntities, htmlTokens } from './html-tokens.js';
import { stripTags } from './strip-tags.js';

/** The text of XML such as feeds and site maps: a line for each element with text, behind its name. Linear in its length. */
export function feedText(xml: string): string {
  const lines: string[] = [];
  let name = '';
  let text = '';
  const flush = (): void => {
    const words = stripTags(decodeEntities(text)).replaceAll(/\s+/g, ' ').trim();
    if (words !== '') lines.push(name === '' ? words : `${name}: ${words}`);
    text = '';
  };
  for (const token of htmlTokens(xml)) {
    if (token.kind === 'text') {
      text += token.text;
      continue;
    }
    flush();
    if (token.kind === 'close') {
      name = '';
      if (entries.has(token.name) && lines.at(-1) !== '') lines.push('');
      continue;
    }
    ({ name } = token);
    const link = attributeOf(token.rest, 'href');
    if (link !== undefined) lines.push(`${name}: ${link}`);
  }
  flush();
  return lines.join('\n').trim();
}

/** What a feed or a site map is a list of. */
const entries = new Set(['item', 'entry', 'url', 'sitemap', 'channel']);
