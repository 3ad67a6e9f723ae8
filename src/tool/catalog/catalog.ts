import type { Tool } from '../tool.js';
import type { CatalogEntry } from './catalog-entry.js';

/** What a session has to be found, and how what was found is made usable. */
export interface Catalog {
  /** Tools that can be used here, skills and agents; the same list until something changes. */
  readonly entries: readonly CatalogEntry[];
  tool(name: string): Tool | undefined;
  /** Has the definitions of tools sent from the next request on. */
  activate(
    names: readonly string[],
    callId: string,
  ): { readonly activated: readonly string[]; readonly evicted: readonly string[] };
}
