import { defined } from '../../base/defined.js';
import { createGrep } from '../../builtin/search/grep.js';
import { openParameters } from '../../tool/parameters.js';
import { harnessView } from './harness-view.js';

const maxResults = { usual: 200, most: 1000 } as const;

/** LocalHarness' search: text with stars, in any case, in the files of the whole project. */
export const harnessSearchTool = harnessView('grep', {
  tool: createGrep({
    syntax: 'wildcard',
    hidden: 'folders',
    ignoreFiles: 'root',
    fileNames: true,
    maxFileBytes: 10 * 1024 * 1024,
    maxResults,
  }),
  name: 'grep_search',
  description: 'Search files for text patterns with flexible options',
  parameters: openParameters(['pattern'], {
    pattern: { type: 'string', description: 'Text to search for (supports * wildcards, e.g., fn*init)' },
    file_filter: { type: 'string', description: 'Limit to files matching glob (e.g., *.zig, **/*.md)' },
    max_results: {
      type: 'integer',
      description: `Max results to return (default: ${maxResults.usual}, max: ${maxResults.most})`,
    },
    include_hidden: {
      type: 'boolean',
      description: 'Search hidden directories like .config (default: false, always skips .git)',
    },
    ignore_gitignore: {
      type: 'boolean',
      description: 'Search files normally excluded by .gitignore (default: false)',
    },
  }),
  toArguments: ({ pattern, file_filter, max_results, include_hidden, ignore_gitignore }) => ({
    pattern,
    max_results: Math.min(maxResults.most, Math.max(1, max_results ?? maxResults.usual)),
    ...defined({ include: file_filter, include_hidden, include_ignored: ignore_gitignore }),
  }),
  failures: {},
});
