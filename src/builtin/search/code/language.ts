import { asCpp } from './c-source.js';
import { c, cpp } from './grammar/cpp.js';
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
  /** What is parsed in the place of the text, of the same length. */
  readonly prepare?: (text: string) => string;
}

/** The language of a file by its name, or those it may be in, the likeliest first; undefined when it is none of these. */
export function languagesOf(path: string): readonly CodeLanguage[] | undefined {
  return byExtension.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}

const typescriptFiles = { parsedAs: 'typescript', grammar: typescript };
const javascriptFiles = { parsedAs: 'javascript', grammar: typescript };
const pythonFiles = { parsedAs: 'python', grammar: python };
const cppFiles = { parsedAs: 'cpp', grammar: cpp };
// There is no grammar of C in the package.
const cFiles = { parsedAs: 'cpp', grammar: c, prepare: asCpp };

const byExtension = new Map<string, readonly CodeLanguage[]>([
  ['ts', [typescriptFiles]],
  ['mts', [typescriptFiles]],
  ['cts', [typescriptFiles]],
  ['tsx', [{ parsedAs: 'tsx', grammar: typescript }]],
  ['js', [javascriptFiles]],
  ['mjs', [javascriptFiles]],
  ['cjs', [javascriptFiles]],
  ['jsx', [javascriptFiles]],
  ['py', [pythonFiles]],
  ['pyi', [pythonFiles]],
  ['go', [{ parsedAs: 'go', grammar: go }]],
  ['rs', [{ parsedAs: 'rust', grammar: rust }]],
  ['java', [{ parsedAs: 'java', grammar: java }]],
  ['c', [cFiles]],
  ['h', [cppFiles, cFiles]],
  ['cc', [cppFiles]],
  ['cpp', [cppFiles]],
  ['cxx', [cppFiles]],
  ['hh', [cppFiles]],
  ['hpp', [cppFiles]],
  ['hxx', [cppFiles]],
]);
