import { defined } from '../../base/defined.js';
import { type CodeLanguageName, codeLanguages } from '../../builtin/search/code-languages.js';
import type { codeSearch as builtinCodeSearch } from '../../builtin/search/code-search.js';
import { createGlob, type glob } from '../../builtin/search/glob.js';
import { createGrep, type grep } from '../../builtin/search/grep.js';
import { strictParameters } from '../../tool/parameters.js';
import type { Tool } from '../../tool/tool.js';
import { type ResultOf, viewTool } from '../../tool/view-tool.js';
import { withWarnings } from './with-warnings.js';

const mostFiles = 50;
const mostLines = 250;
const path = { type: 'string', description: 'Where to search. Default the workspace.' } as const;
const inSearch = { category: 'Search' } as const;

export const globView = (): Tool =>
  viewTool(createGlob({ maxResults: { usual: mostFiles, most: mostFiles } }), {
    ...inSearch,
    alsoIn: ['search.files'],
    name: 'Glob',
    description: `Find files. By a pattern such as **/*.ts, the newest first, ${mostFiles} at most.`,
    parameters: strictParameters(['pattern'], { pattern: { type: 'string' }, path }),
    toArguments: (args) => args,
    toResult: ({ files, total, truncated, flags }: ResultOf<typeof glob>) => ({
      files,
      total,
      truncated,
      ...withWarnings(flags),
    }),
  });

type GrepFound = ResultOf<typeof grep>;

const outputs = { files_with_matches: 'files', content: 'lines', count: 'counts' } as const;
type OutputMode = keyof typeof outputs;

export const grepView = (): Tool =>
  viewTool(createGrep({ output: 'files', maxResults: { usual: mostLines, most: mostLines } }), {
    ...inSearch,
    alsoIn: ['search.text'],
    name: 'Grep',
    description: 'Search file contents. By a regular expression; gives the files that match, their lines, or counts.',
    help: 'output_mode is files_with_matches (default), content or count. head_limit bounds the lines or files: 250 by default and at most. context is how many lines stand around each match, with content.',
    parameters: strictParameters(['pattern'], {
      pattern: { type: 'string' },
      path,
      glob: { type: 'string', description: 'Only files of this pattern: *.ts.' },
      output_mode: { type: 'string', enum: ['files_with_matches', 'content', 'count'] },
      case_insensitive: { type: 'boolean' },
      context: { type: 'integer', minimum: 0, maximum: 5 },
      head_limit: { type: 'integer', minimum: 1, maximum: mostLines },
    }),
    toArguments: ({ pattern, path: where, glob, output_mode, case_insensitive, context, head_limit }) => ({
      pattern,
      ...defined({ path: where, include: glob }),
      ...(output_mode !== undefined && { output: outputs[output_mode] }),
      ...defined({ ignore_case: case_insensitive, context_lines: context, max_results: head_limit }),
    }),
    toResult: (found: GrepFound, { output_mode: mode = 'files_with_matches' }) => ({
      ...foundBy[mode](found),
      matches: found.matches,
      files_matched: found.files,
      truncated: found.truncated,
      ...withWarnings(found.flags),
    }),
  });

const foundBy: Readonly<Record<OutputMode, (found: GrepFound) => object>> = {
  files_with_matches: ({ paths }) => ({ files: paths.map(({ path: file }) => file) }),
  content: ({ lines }) => ({ lines: lines.map(({ path: file, line, text }) => `${file}:${line}: ${text}`) }),
  count: ({ paths }) => ({ counts: Object.fromEntries(paths.map(({ path: file, count = 0 }) => [file, count])) }),
};

export const codeSearchView = (codeSearch: Tool): Tool =>
  viewTool(codeSearch, {
    ...inSearch,
    alsoIn: ['search.code'],
    name: 'CodeSearch',
    description: 'Search code. Finds where a name is defined and where it is used, by the syntax of its language.',
    help: 'query is one name, such as parseFile, or parse* for all that begin so. TypeScript, JavaScript, Python, Go, Rust, Java, C and C++. For other text use Grep.',
    parameters: strictParameters(['query'], {
      query: { type: 'string' },
      kind: { type: 'string', enum: ['definition', 'reference', 'any'], description: 'Default any.' },
      path,
      language: { type: 'string', enum: Object.keys(codeLanguages) as CodeLanguageName[] },
      limit: { type: 'integer', minimum: 1, maximum: 1000, description: 'Default 100.' },
    }),
    toArguments: ({ query, limit, ...rest }) => ({ name: query, ...rest, ...defined({ max_results: limit }) }),
    toResult: ({ definitions, references, files, truncated, left_out }: ResultOf<typeof builtinCodeSearch>) => ({
      definitions,
      references,
      files,
      truncated,
      ...withWarnings(left_out),
    }),
  });
