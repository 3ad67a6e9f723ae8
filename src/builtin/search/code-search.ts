import { plural } from '../../base/text.js';
import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { shownName } from '../shown-name.js';
import { traits } from '../traits.js';
import { type CodeLanguageName, codeLanguages } from './code-languages.js';

const nameForm = /^[\p{ID_Continue}$*]{1,200}$/u;

const placeSchema = objectOf({
  path: { type: 'string' },
  line: { type: 'integer' },
  column: { type: 'integer' },
  name: { type: 'string' },
  kind: { type: 'string' },
  container: { type: 'string' },
  text: { type: 'string' },
});

/** Finds where names of a program are defined and used, by the syntax of their language. */
export const codeSearch = defineTool({
  ...traits.search,
  name: 'code_search',
  title: 'Search code',
  description:
    'Finds where a name is defined and where it is referred to (calls, types, imports, writes), by syntax: comments and ' +
    'texts do not count. TypeScript, JavaScript, Python, Go, Rust, Java, C and C++. Use grep for any other text.',
  limits: { timeoutMs: 60_000 },
  parameters: objectOf({
    name: {
      type: 'string',
      description: 'One name, such as parseFile, without what it belongs to; parse* for all that begin so.',
    },
    'kind?': {
      type: 'string',
      enum: ['definition', 'reference', 'any'],
      description: 'What to find. Default any.',
    },
    'path?': { type: 'string', description: 'The folder or file to search. Default ".", the workspace.' },
    'language?': {
      type: 'string',
      enum: Object.keys(codeLanguages) as CodeLanguageName[],
      description: 'Default all.',
    },
    'max_results?': {
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      description: 'The most definitions, and the most references. Default 100.',
    },
  }),
  result: objectOf({
    definitions: { type: 'array', items: placeSchema },
    references: { type: 'array', items: placeSchema },
    files: { type: 'integer' },
    truncated: { type: 'boolean' },
    damaged: { type: 'integer' },
    left_out: { type: 'array', items: { type: 'string' } },
  }),

  async plan({ name, path }, ctx) {
    const wrong = checkName(name);
    if (wrong !== undefined) return wrong;
    const { planSearch } = await import('./search-place.js');
    return planSearch({ path, deep: true }, ctx);
  },

  async run(args, ctx, carry: Place | ToolFailure) {
    if (isFailure(carry)) return carry;
    const { searchCode } = await import('./code/search-code.js');
    const { name, kind = 'any', language, max_results: max = 100 } = args;
    return searchCode({ name, kind, language, max }, carry, ctx);
  },

  show({ definitions, references, files, truncated, damaged, left_out: leftOut }) {
    const lines = [
      ...definitions.map((place) => renderPlace(place)),
      ...(definitions.length > 0 && references.length > 0 ? ['References:'] : []),
      ...references.map((place) => renderPlace(place)),
    ];
    const counts = `${plural(definitions.length, 'definition')}, ${plural(references.length, 'reference')} in ${plural(files, 'file')}`;
    const notes = [
      truncated ? 'there are more: narrow the path or kind, or raise max_results' : '',
      damaged > 0 ? `${plural(damaged, 'file')} with syntax errors: what could be told was told` : '',
      ...leftOut,
    ].filter((note) => note !== '');
    return [...lines, `[${[counts, ...notes].join('; ')}]`].join('\n');
  },
  display: ({ definitions, references, files }) =>
    `${plural(definitions.length, 'definition')}, ${plural(references.length, 'reference')} in ${plural(files, 'file')}`,
});

function checkName(name: string): ToolFailure | undefined {
  if (nameForm.test(name)) return undefined;
  return fail(
    'validation_failed',
    `${JSON.stringify(name.slice(0, 100))} is no name: give one name of letters, digits, _ and $, with * for any run of them, and nothing before or behind it. Use grep to search for other text.`,
  );
}

interface ShownPlace {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly kind: string;
  readonly container: string;
  readonly text: string;
}

function renderPlace({ path, line, name, kind, container, text }: ShownPlace): string {
  const owner = container === '' ? '' : ` in ${container}`;
  return `${shownName(path)}:${line}: ${kind} ${name}${owner}: ${text}`;
}
