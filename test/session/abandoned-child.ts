import { join } from 'node:path';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { openSession } from '../../src/session/session.js';
import { say } from '../support/say.js';
import { echo, newFolder } from './open.js';

// Turns that nobody waits for, in sessions that nobody closes: one that was answered, one that was cancelled, and one that
// still runs when the script ends.
const store = join(newFolder(), 'store.db');
const options = { store, workspace: newFolder(), builtins: false, tools: [echo], limits: { turnMs: 600_000 } } as const;
const call = { calls: [{ name: 'echo', arguments: { text: 'x' } }] };

const answered = await openSession({ ...options, model: scriptedModel([call, { text: 'done' }]) });
await answered.send('go').result;

const cancelled = await openSession({ ...options, model: scriptedModel([call, { text: 'late', delayMs: 600_000 }]) });
cancelled.send('go');
setTimeout(() => cancelled.cancel(), 100);

const running = await openSession({ ...options, model: scriptedModel([call, { text: 'done', delayMs: 500 }]) });
running.on((event) => {
  if (event.type === 'turn-ended') say(event.body.reason);
});
running.send('go');
