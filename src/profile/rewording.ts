import { fail, isFailure } from '../tool/outcome.js';
import type { Tool } from '../tool/tool.js';

interface RewordingOptions {
  /** The names that built-in tools use in what they say, and those that the surface has for the same; of two that fit the first counts. */
  readonly names: Readonly<Record<string, string>>;
  /** What they advise that the surface does not have, and what stands there in its place. */
  readonly phrases?: readonly (readonly [said: string | RegExp, instead: string])[];
}

/** Says what built-in tools say in the names of a surface: a message, or all that fails in a tool. */
export function createRewording({ names, phrases = [] }: RewordingOptions) {
  const anyName = new RegExp(`\\b(?:${Object.keys(names).join('|')})\\b`, 'g');
  const inWords = (message: string): string =>
    phrases
      .reduce((text, [said, instead]) => text.replaceAll(said, () => instead), message)
      .replace(anyName, (name) => names[name] ?? name);
  return { inWords, reworded: (tool: Tool): Tool => rewordedTool(tool, inWords) };
}

function rewordedTool(tool: Tool, inWords: (message: string) => string): Tool {
  const { plan, run } = tool;
  const said = <Value>(value: Value): Value =>
    isFailure(value) ? (fail(value.errorType, inWords(value.message), value.data) as Value) : value;
  return {
    ...tool,
    ...(plan !== undefined && {
      plan(args: never, ctx: Parameters<typeof plan>[1]) {
        const made = plan.call(tool, args, ctx);
        return made instanceof Promise ? made.then(said) : said(made);
      },
    }),
    async run(args, ctx, carry) {
      return said(await run.call(tool, args, ctx, carry));
    },
  };
}
