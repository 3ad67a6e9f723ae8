import type { Scripts } from './family-model.js';

const task = (prompt: string) => ({ calls: [{ name: 'delegate', arguments: { prompt } }] });
const list = { calls: [{ name: 'list_subtasks', arguments: {} }] };

/** What the family says whose process is killed, and the one that goes on with it. */
export const killedScripts: Scripts = {
  'do it': [task('leave marks'), { text: 'all done' }, list, { text: 'listed' }],
  'dig deep': [task('delve'), { text: 'all done' }],
  delve: [task('leave marks'), { text: 'one above' }],
  'leave it': [
    {
      calls: [
        { name: 'create_subtasks', arguments: { subtasks: [{ title: 'slow', prompt: 'take long' }], wait: 'none' } },
      ],
    },
    { text: 'left' },
    list,
    { text: 'listed' },
  ],
  'take long': [{ text: 'at last', delayMs: 60_000 }],
  'leave marks': [
    { calls: [{ name: 'first', arguments: {} }] },
    { calls: [{ name: 'second', arguments: {} }] },
    { text: 'marks left' },
  ],
};
