import { createSearchIndex } from '../src/tool/catalog/search-index.js';
import { manyEntries } from './many-entries.js';

/** Run as a program: builds the index of so many tools, the first it does, and prints how many milliseconds that took. */
const entries = manyEntries(Number(process.argv[2]));
const from = performance.now();
createSearchIndex(entries);
process.stdout.write(String(performance.now() - from));
