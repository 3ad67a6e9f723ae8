import { cpp } from './grammar/cpp.js';
import { go } from './grammar/go.js';
import { java } from './grammar/java.js';
import { python } from './grammar/python.js';
import { rust } from './grammar/rust.js';
import { typescript } from './grammar/typescript.js';
import type { Grammar } from './role.js';

/** How the files of a language are parsed and read. */
export interface CodeLanguage {
  /** The grammar of tree-sitter. */
  readonly parsedAs: string;
  readonly grammar: Grammar;
}

/** The language of a file by its name; undefined when it is none of these. */
export function languageOf(path: string): CodeLanguage | undefined {
  return byExtension.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}

const asTypescript = { parsedAs: 'typescript', grammar: typescript };
const asTsx = { parsedAs: 'tsx', grammar: typescript };
const asJavascript = { parsedAs: 'javascript', grammar: typescript };
const asCpp = { parsedAs: 'cpp', grammar: cpp };

const byExtension = new Map<string, CodeLanguage>([
  ['ts', asTypescript],
  ['mts', asTypescript],
  ['cts', asTypescript],
  ['tsx', asTsx],
  ['js', asJavascript],
  ['mjs', asJavascript],
  ['cjs', asJavascript],
  ['jsx', asJavascript],
  ['py', { parsedAs: 'python', grammar: python }],
  ['pyi', { parsedAs: 'python', grammar: python }],
  ['go', { parsedAs: 'go', grammar: go }],
  ['rs', { parsedAs: 'rust', grammar: rust }],
  ['java', { parsedAs: 'java', grammar: java }],
  // C is read by the grammar of C++: there is none of its own in the package.
  ['c', asCpp],
  ['h', asCpp],
  ['cc', asCpp],
  ['cpp', asCpp],
  ['cxx', asCpp],
  ['hh', asCpp],
  ['hpp', asCpp],
  ['hxx', asCpp],
]);
