import { defined } from '../../base/defined.js';
import { type CodeLanguageName, codeLanguages } from '../../builtin/search/code-languages.js';
import { createGlob } from '../../builtin/search/glob.js';
import { createGrep } from '../../builtin/search/grep.js';
import type { Tool } from '../../tool/tool.js';
import { viewTool } from '../../tool/view-tool.js';
import { okResult, withWarnings } from './ok-result.js';

const mostFiles = 50;
const mostLines = 250;
const path = { type: 'string', description: 'Where to search. Default the workspace.' } as const;
const inSearch = { category: 'Search' } as const;

interface GlobFound {
  readonly files: readonly string[];
  readonly total: number;
  readonly truncated: boolean;
  readonly flags: readonly string[];
}

export const globView = (): Tool =>
  viewTool(createGlob({ maxResults: { usual: mostFiles, most: mostFiles } }), {
    ...inSearch,
    alsoIn: ['search.files'],
    name: 'Glob',
    description: `Finds files by a pattern such as **/*.ts, the newest first, ${mostFiles} at most.`,
    parameters: {
      type: 'object',
      properties: { pattern: { type: 'string' }, path },
      required: ['pattern'],
      additionalProperties: false,
    },
    toArguments: (args) => args,
    toResult: okResult(({ files, total, truncated, flags }: GlobFound) => ({
      files,
      total,
      truncated,
      ...withWarnings(flags),
    })),
  });

interface GrepFound {
  readonly lines: readonly { readonly path: string; readonly line: number; readonly text: string }[];
  readonly paths: readonly { readonly path: string; readonly count?: number }[];
  readonly matches: number;
  readonly files: number;
  readonly truncated: boolean;
  readonly flags: readonly string[];
}

const outputs = { files_with_matches: 'files', content: 'lines', count: 'counts' } as const;
type OutputMode = keyof typeof outputs;

export const grepView = (): Tool =>
  viewTool(createGrep({ output: 'files', maxResults: { usual: mostLines, most: mostLines } }), {
    ...inSearch,
    alsoIn: ['search.text'],
    name: 'Grep',
    description: 'Searches files by a regular expression and gives the files that match, their lines, or counts.',
    help: 'output_mode is files_with_matches (default), content or count. head_limit bounds the lines or files: 250 by default and at most. context is how many lines stand around each match, with content.',
    parameters: {
      type: 'object',
      properties: {
        pattern: { type: 'string' },
        path,
        glob: { type: 'string', description: 'Only files of this pattern: *.ts.' },
        output_mode: { type: 'string', enum: ['files_with_matches', 'content', 'count'] },
        case_insensitive: { type: 'boolean' },
        context: { type: 'integer', minimum: 0, maximum: 5 },
        head_limit: { type: 'integer', minimum: 1, maximum: mostLines },
      },
      required: ['pattern'],
      additionalProperties: false,
    },
    toArguments: ({ pattern, path: where, glob, output_mode, case_insensitive, context, head_limit }) => ({
      pattern,
      ...defined({ path: where, include: glob }),
      ...(output_mode !== undefined && { output: outputs[output_mode] }),
      ...defined({ ignore_case: case_insensitive, context_lines: context, max_results: head_limit }),
    }),
    toResult: okResult(
      (found: GrepFound, { output_mode: mode = 'files_with_matches' }: { output_mode?: OutputMode }) => ({
        ...foundBy[mode](found),
        matches: found.matches,
        files_matched: found.files,
        truncated: found.truncated,
        ...withWarnings(found.flags),
      }),
    ),
  });

const foundBy: Readonly<Record<OutputMode, (found: GrepFound) => object>> = {
  files_with_matches: ({ paths }) => ({ files: paths.map(({ path: file }) => file) }),
  content: ({ lines }) => ({ lines: lines.map(({ path: file, line, text }) => `${file}:${line}: ${text}`) }),
  count: ({ paths }) => ({ counts: Object.fromEntries(paths.map(({ path: file, count = 0 }) => [file, count])) }),
};

interface CodeFound {
  readonly definitions: readonly object[];
  readonly references: readonly object[];
  readonly files: number;
  readonly truncated: boolean;
  readonly left_out: readonly string[];
}

export const codeSearchView = (codeSearch: Tool): Tool =>
  viewTool(codeSearch, {
    ...inSearch,
    alsoIn: ['search.code'],
    name: 'CodeSearch',
    description: 'Finds where a name of a program is defined and where it is used, by the syntax of its language.',
    help: 'query is one name, such as parseFile, or parse* for all that begin so. TypeScript, JavaScript, Python, Go, Rust, Java, C and C++. For other text use Grep.',
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string' },
        kind: { type: 'string', enum: ['definition', 'reference', 'any'], description: 'Default any.' },
        path,
        language: { type: 'string', enum: Object.keys(codeLanguages) as CodeLanguageName[] },
        limit: { type: 'integer', minimum: 1, maximum: 1000, description: 'Default 100.' },
      },
      required: ['query'],
      additionalProperties: false,
    },
    toArguments: ({ query, limit, ...rest }) => ({
      name: query,
      ...rest,
      ...defined({ max_results: limit }),
    }),
    toResult: okResult(({ definitions, references, files, truncated, left_out }: CodeFound) => ({
      definitions,
      references,
      files,
      truncated,
      ...withWarnings(left_out),
    })),
  });
