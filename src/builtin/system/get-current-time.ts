import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { traits } from '../traits.js';

export const getCurrentTime = defineTool({
  ...traits.tellOfTheSystem,
  name: 'get_current_time',
  title: 'Current time',
  description: 'Gives the current time in UTC (ISO 8601) and the local time with its offset.',
  parameters: objectOf({}),
  result: objectOf({ utc: { type: 'string' }, local: { type: 'string' } }),
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
