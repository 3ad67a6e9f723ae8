import type { WebResult } from '../../builtin/web/web-result.js';
import type { webSearch } from '../../builtin/web/web-search.js';
import { fail } from '../../tool/outcome.js';
import { strictParameters } from '../../tool/parameters.js';
import type { Tool } from '../../tool/tool.js';
import type { ResultOf } from '../../tool/view-tool.js';
import { integer, within, yipsView } from './yips-view.js';

const results = { usual: 5, most: 10 };
const chars = { usual: 6000, most: 20_000 };

export const searchView = (tool: Tool): Tool =>
  yipsView(tool, {
    kind: 'skill',
    name: 'search',
    description: 'Searches the web and gives numbered titles with their addresses.',
    parameters: strictParameters([], {
      query: { type: 'string' },
      q: { type: 'string', description: 'The same as query.' },
      maxResults: integer(results),
    }),
    toArguments({ query, q, maxResults }) {
      const words = (query ?? q ?? '').trim();
      if (words === '') return fail('validation_failed', 'There is no query. Say what to search for.');
      return { query: words, max_results: within(maxResults, results) };
    },
    toValue: (searched: Partial<ResultOf<typeof webSearch>>) => ({
      output: tool.show?.(searched as never) ?? '',
      metadata: { engine: searched.engine, query: searched.query, results: searched.results?.length ?? 0 },
    }),
  });

export const fetchView = (tool: Tool): Tool =>
  yipsView(tool, {
    kind: 'skill',
    name: 'fetch',
    description: 'Fetches an http or https address and gives its text.',
    parameters: strictParameters(['url'], { url: { type: 'string' }, maxChars: integer(chars) }),
    toArguments: (args) => ({ url: args.url, max_chars: within(args.maxChars, chars), format: 'text' }),
    toValue(page: WebResult) {
      const { url, status, content_type: contentType, text = '', total_chars: all = 0 } = page;
      const truncated = all > text.length;
      // Nothing goes on reading here, so that it is not told how.
      const shown = tool.show?.({ ...page, offset: 0, total_chars: text.length } as never) ?? text;
      return {
        output: truncated ? `${shown}\n[the first ${text.length} of ${all} characters]` : shown,
        metadata: { url, status, contentType, truncated },
      };
    },
  });
