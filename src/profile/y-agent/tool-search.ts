import { defined } from '../../base/defined.js';
import type { SearchResult } from '../../builtin/catalog/search-shape.js';
import { fail } from '../../tool/outcome.js';
import { strictParameters } from '../../tool/parameters.js';
import type { Tool } from '../../tool/tool.js';
import { viewTool } from '../../tool/view-tool.js';
import { categories, taxonomy } from './taxonomy.js';
import { asWarnings } from './with-warnings.js';

/** The tool that finds and activates the others. Of tool, mcp_server, category and query the first that is given counts. */
export const toolSearchView = (search: Tool): Tool =>
  viewTool(search, {
    category: 'Search',
    alsoIn: ['search.tools'],
    name: 'ToolSearch',
    description: 'Search and activate tools.',
    help: 'What is found can be called from the next request on. tool gives the full definition of a tool, mcp_server all tools of a server, category those of a category or of a place such as file.read, query what fits the words best, 10 at most. Of several that are given the first of these counts.',
    parameters: strictParameters([], {
      query: { type: 'string', maxLength: 1000 },
      category: { type: 'string', maxLength: 200 },
      tool: { type: 'string', maxLength: 1000 },
      mcp_server: { type: 'string', maxLength: 200 },
    }),
    toArguments: ({ query, category, tool, mcp_server: server }) => ({
      ...defined({ query }),
      ...(category !== undefined && { category: ownCategory(category) }),
      ...defined({ tool, server }),
    }),
    toResult: ({ hits, more, unknown = [], activated, evicted = [], note }: SearchResult) => ({
      tools: hits.map(({ reason, ...hit }) => ({ ...hit, match_reason: reason })),
      activated,
      ...(evicted.length > 0 && { evicted }),
      ...asWarnings([
        ...unknown.map((name) => `Nothing is named ${name}.`),
        more === undefined ? undefined : `${more} more were found: narrow the search.`,
        evicted.length === 0 ? undefined : `No longer active: ${evicted.join(', ')}. ToolSearch finds them again.`,
        note,
      ]),
    }),
    // Not in other words throughout: it quotes the name that was looked for.
    toFailure: ({ errorType, message, data }) => fail(errorType, message.replace(theirArguments, ownArguments), data),
  });

const theirArguments = 'query, tool, server or category';
const ownArguments = 'query, category, tool or mcp_server';

/** What a place of the taxonomy holds that tools do not name themselves. */
const ownCategory = (wanted: string): string =>
  wanted.trim() === taxonomy.Custom ? (categories.find((one) => taxonomy[one] === taxonomy.Custom) ?? wanted) : wanted;
