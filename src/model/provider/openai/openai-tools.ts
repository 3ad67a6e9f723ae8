import { projectOpenAi } from '../../../schema/project-openai.js';
import type { ToolDefinition } from '../../../tool/tool.js';

/** OpenAI refuses longer descriptions of functions. */
const maxDescription = 1024;

/** The tools of a request with schemas that OpenAI accepts; what they lose is told in the description. */
export function openAiTools(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  return tools.map(({ name, description, parameters }) => {
    const projected = projectOpenAi(parameters);
    return { name, description: described(description, projected.note), parameters: projected.parameters };
  });
}

function described(description: string, note: string | undefined): string {
  if (note === undefined) return description;
  const whole = `${description}\n\n${note}`;
  if (whole.length <= maxDescription) return whole;
  return `${description}\n\nNot all combinations of arguments are accepted; the result says what is missing.`;
}
