import { defined } from '../../base/defined.js';
import { createWebFetch } from '../../builtin/web/web-fetch.js';
import { openParameters } from '../../tool/parameters.js';
import type { Views } from '../show-views.js';
import { harnessView } from './harness-view.js';

const pageChars = 100 * 1024;

/** LocalHarness' tools for the web, each asked about as the network is. */
export const harnessWebTools: Views = [
  harnessView('web_search', {
    description: 'Search the web and get titles, addresses and snippets',
    parameters: openParameters(['query'], {
      query: { type: 'string', description: 'Words to search for' },
      max_results: { type: 'integer', description: 'Max results to return (default: 5, max: 10)' },
    }),
    toArguments: ({ query, max_results: most }) => ({
      query,
      ...defined({ max_results: most === undefined ? undefined : Math.min(10, Math.max(1, most)) }),
    }),
    failures: {},
  }),
  harnessView('web_fetch', {
    tool: createWebFetch({ chars: { usual: pageChars, most: pageChars }, format: 'text' }),
    description: 'Fetch a page and get its text, up to 100 KB',
    parameters: openParameters(['url'], { url: { type: 'string', description: 'The address, in full' } }),
    failures: {},
  }),
];
