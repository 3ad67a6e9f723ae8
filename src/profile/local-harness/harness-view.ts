import type { FromSchema } from '../../schema/json-schema.js';
import type { ParametersSchema } from '../../tool/define-tool.js';
import { type ErrorType, fail, type ToolFailure } from '../../tool/outcome.js';
import type { Tool } from '../../tool/tool.js';
import { type ToolView, type ViewContext, viewTool } from '../../tool/view-tool.js';
import type { Views } from '../show-views.js';

interface HarnessView<P extends ParametersSchema> extends Pick<ToolView<P>, 'description' | 'parameters' | 'toResult'> {
  /** The built-in one's when absent. */
  readonly name?: string;
  /** What does the work in place of the built-in tool. */
  readonly tool?: Tool;
  /** The arguments as they are when absent. */
  toArguments?(args: FromSchema<P>, ctx: ViewContext): Readonly<Record<string, unknown>> | ToolFailure;
  /** How its failures are told; as those of the built-in tool when absent. */
  readonly failures?: FailureWords;
}

interface FailureWords {
  /** What something that is not there is called: `File`. */
  readonly missing?: string;
  /** Types that are told as others. */
  readonly types?: Readonly<Partial<Record<ErrorType, ToolFailure['errorType']>>>;
}

/** A built-in tool as LocalHarness shows it. Session and Remember grant it as a whole. */
export function harnessView<const P extends ParametersSchema>(builtin: string, view: HarnessView<P>): Views[number] {
  const { name = builtin, tool: own, failures, toArguments = asGiven, ...rest } = view;
  const known = Object.keys(view.parameters.properties ?? {});
  const shape: ToolView<P> = {
    name,
    ...rest,
    toArguments: (args, ctx) => checkNames(args as object, known) ?? toArguments(args, ctx),
    ...(failures !== undefined && {
      toFailure: (failure, args) => reword(failure, args as { readonly path?: string }, failures),
    }),
  };
  return [builtin, (tool) => ({ ...viewTool(own ?? tool, shape), pinned: 'local-harness' })];
}

const asGiven = (args: unknown) => args as Readonly<Record<string, unknown>>;

/** Its schemas leave open what else there may be; an argument it does not know would be passed over in silence. */
function checkNames(args: object, known: readonly string[]): ToolFailure | undefined {
  const odd = Object.keys(args).find((name) => !known.includes(name));
  if (odd === undefined) return undefined;
  const there = known.length === 0 ? 'It takes no arguments.' : `Use ${known.join(', ')}.`;
  return fail('validation_failed', `There is no argument ${JSON.stringify(odd.slice(0, 64))}. ${there}`);
}

/** What every path must be: not empty, relative, and without `..` anywhere in it. */
export function checkPath(path: string): ToolFailure | undefined {
  if (path.trim() === '') return refused('Path is empty');
  if (/^(?:[/\\]|~(?:[/\\]|$)|[A-Za-z]:[/\\])/.test(path)) return refused(`Absolute paths are not allowed: ${path}`);
  return path.includes('..') ? refused(`Directory traversal is not allowed: ${path}`) : undefined;
}

const refused = (message: string): ToolFailure =>
  fail('validation_failed', `${message}. Give a path relative to the project root.`);

function reword(
  { errorType, message, data }: ToolFailure,
  { path = '.' }: { readonly path?: string },
  { missing, types }: FailureWords,
): ToolFailure {
  if (errorType === 'not_found' && missing !== undefined) return fail('not_found', `${missing} not found: ${path}`);
  return fail(
    types?.[errorType] ?? errorType,
    message
      .replace(/Look at it with run_command \([^)]*\), or use/, 'Use')
      .replace(/^include (climbs out with "\.\."\.) .*$/, 'file_filter $1 All files of the project are searched.')
      .replaceAll(advised, (name) => names[name] ?? name),
    data,
  );
}

/** Tools that messages advise to use, which have other names here. */
const names: Readonly<Record<string, string>> = {
  list_dir: 'ls',
  grep: 'grep_search',
  glob: 'grep_search',
  edit_file: 'replace_lines',
};
const advised = /(?<=\b(?:[Uu]se|with) )(?:list_dir|grep|glob|edit_file)\b/g;
