import type { Tool } from '../../tool/tool.js';

/** The eleven categories of tools, and where each stands in the taxonomy. */
const placed = [
  ['FileSystem', 'file'],
  ['Network', 'network'],
  ['Shell', 'shell'],
  ['Search', 'search'],
  ['Memory', 'memory'],
  ['Knowledge', 'memory'],
  ['Agent', 'agent'],
  ['Workflow', 'agent'],
  ['Schedule', 'agent'],
  ['Interaction', 'agent'],
  ['Custom', 'uncategorized'],
] as const;

export type ToolCategory = (typeof placed)[number][0];

export const categories: readonly ToolCategory[] = placed.map(([category]) => category);

/** The place of a category. What users call their own categories is not categorized. */
export const taxonomy = Object.fromEntries(placed) as Readonly<Record<ToolCategory, string>>;

/** Its own category where it is one of the eleven, else Custom. */
export const categoryOf = ({ category }: Pick<Tool, 'category'>): ToolCategory =>
  categories.find((one) => one === category) ?? 'Custom';

const toolTypes = { builtin: 'BuiltIn', mcp: 'Mcp', custom: 'Custom', dynamic: 'Dynamic' } as const;

/** A tool as y-agent declares it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** Only for whoever looks the tool up by its name. */
  readonly help: string | null;
  readonly parameters: Tool['parameters'];
  readonly result_schema: Tool['result'] | null;
  /** Users may have their own. */
  readonly category: string;
  readonly tool_type: (typeof toolTypes)[keyof typeof toolTypes];
  readonly capabilities: Tool['capabilities'];
  readonly is_dangerous: boolean;
}

export function toolDefinition(tool: Tool): ToolDefinition {
  const { name, description, help, parameters, result, category, source, capabilities, dangerous } = tool;
  return {
    name,
    description,
    help: help ?? null,
    parameters,
    result_schema: result ?? null,
    category,
    tool_type: toolTypes[source],
    capabilities,
    is_dangerous: dangerous,
  };
}
