import type { DialectMessage, DialectResult } from '../../dialect.js';
import { escapeMarkup } from '../../markup.js';
import { resultContent } from '../result-content.js';

/** Each result as a line of JSON that cannot end its place or look like a call, with these marks around them all. */
export function renderJsonResults(results: readonly DialectResult[], open = '', close = ''): readonly DialectMessage[] {
  const lines = results.map(({ name, text, isError }) => {
    const error = isError ? ', "is_error": true' : '';
    return escapeMarkup(`{"name": ${JSON.stringify(name)}, "content": ${resultContent(text)}${error}}`).replaceAll(
      '`',
      '\\u0060',
    );
  });
  return [{ role: 'user', text: `${open}${lines.join('\n')}${close}` }];
}
