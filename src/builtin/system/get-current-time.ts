import { defineTool } from '../../tool/define-tool.js';

export const getCurrentTime = defineTool({
  name: 'get_current_time',
  title: 'Current time',
  description: 'Gives the current time in UTC (ISO 8601) and the local time with its offset.',
  category: 'System',
  group: 'meta',
  source: 'builtin',
  effects: 'none',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  result: {
    type: 'object',
    properties: { utc: { type: 'string' }, local: { type: 'string' } },
    required: ['utc', 'local'],
    additionalProperties: false,
  },
  plan: () => ({ facts: [], preview: { kind: 'arguments' } }),
  run(_args, ctx) {
    const now = ctx.clock.now();
    return { utc: new Date(now).toISOString(), local: renderLocal(now) };
  },
  show: ({ utc, local }) => `${utc} (local: ${local})`,
});

function renderLocal(now: number): string {
  const offset = -new Date(now).getTimezoneOffset();
  const minutes = Math.abs(offset);
  const two = (value: number): string => String(value).padStart(2, '0');
  const wall = new Date(now + offset * 60_000).toISOString().slice(0, 19);
  return `${wall}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
