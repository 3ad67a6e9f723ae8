import type { Surface } from '../agent/profile.js';
import type { Tool } from '../tool/tool.js';

type Builtin = Parameters<Surface>[0];

/** A built-in tool as a surface shows it; undefined where another that it needs is not there. */
export type View = (tool: Tool, builtin: Builtin) => Tool | undefined;

export type Views = readonly (readonly [builtin: string, view: View])[];

/** The tools a surface shows, each a view of a built-in one: those that the host left out are not there. */
export const showViews = (views: Views, builtin: Builtin): readonly Tool[] =>
  views.flatMap(([name, view]) => {
    const tool = builtin(name);
    return (tool && view(tool, builtin)) ?? [];
  });
