import type { Profile, ProfileLimits } from '../../src/agent/profile.js';
import { toolwrightProfile } from '../../src/profile/toolwright.js';
import { defineTool } from '../../src/tool/define-tool.js';

/** The default profile with the limits of another system, one call after another. */
export function profileWith({ limits, loops }: ProfileLimits): Profile {
  const { loops: _, ...rest } = toolwrightProfile;
  return { ...rest, order: 'sequential', limits, ...(loops !== undefined && { loops }) };
}

const pathOnly = {
  type: 'object',
  properties: { path: { type: 'string' }, times: { type: 'integer' } },
  required: ['path'],
} as const;

/** Answers the same for the same path. */
export const read = defineTool({
  name: 'read',
  description: 'reads',
  parameters: pathOnly,
  effects: 'none',
  run: ({ path }) => `the text of ${path}`,
});

export const reading = (path: string, name = 'read') => ({ calls: [{ name, arguments: { path } }] });
