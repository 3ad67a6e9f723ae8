import type { ParametersSchema } from '../../tool/define-tool.js';
import { type ErrorType, fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Tool } from '../../tool/tool.js';
import { type ToolView, viewTool } from '../../tool/view-tool.js';

/** A built-in tool as LocalHarness shows it; none where the host has left it out. Session and Remember grant it as a whole. */
export function harnessView<const P extends ParametersSchema>(
  tool: Tool | undefined,
  view: ToolView<P>,
): readonly Tool[] {
  if (tool === undefined) return [];
  const known = Object.keys(view.parameters.properties ?? {});
  const shown = viewTool(tool, {
    ...view,
    toArguments: (args, ctx) => checkNames(args as object, known) ?? view.toArguments(args, ctx),
  });
  return [{ ...shown, pinned: 'local-harness' }];
}

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

interface FailureWords {
  /** What something that is not there is called: `File`. */
  readonly missing?: string;
  /** Types that are told as others. */
  readonly types?: Readonly<Partial<Record<ErrorType, ToolFailure['errorType']>>>;
}

/** A tool whose failures are told in LocalHarness' words. */
export function failingAs<T extends Tool>(tool: T, words: FailureWords): Tool {
  const { plan, run } = tool as Tool;
  const told = <Value>(value: Value, args: never): Value | ToolFailure =>
    isFailure(value) ? reword(value, args, words) : value;
  return {
    ...(tool as Tool),
    ...(plan !== undefined && {
      plan: async (args, ctx) => told(await plan.call(tool, args, ctx), args),
    }),
    run: async (args, ctx, carry) => told(await run.call(tool, args, ctx, carry), args),
  };
}

function reword({ errorType, message, data }: ToolFailure, args: never, { missing, types }: FailureWords): ToolFailure {
  const { path = '.' } = args as { readonly path?: string };
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
