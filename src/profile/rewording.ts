import { fail, isFailure } from '../tool/outcome.js';
import type { Tool } from '../tool/tool.js';

export interface Rewording {
  /** Says a message of a built-in tool in the words of the surface. */
  readonly inWords: (message: string) => string;
  /** A tool whose failures name tools and arguments as they are called there. */
  readonly reworded: (tool: Tool) => Tool;
}

export interface RewordingOptions {
  /** The names that built-in tools use in what they say, and those that the surface has for the same. */
  readonly names: Readonly<Record<string, string>>;
  /** What they advise that the surface does not have, and what stands there in its place. */
  readonly phrases: readonly (readonly [said: string, instead: string])[];
}

export function createRewording({ names, phrases }: RewordingOptions): Rewording {
  const anyName = new RegExp(`\\b(?:${Object.keys(names).join('|')})\\b`, 'g');
  const inWords = (message: string): string =>
    phrases
      .reduce((text, [said, instead]) => text.replaceAll(said, () => instead), message)
      .replace(anyName, (name) => names[name] ?? name);
  return { inWords, reworded: (tool) => rewordedTool(tool, inWords) };
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
