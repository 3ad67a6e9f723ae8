// Embeds Toolwright: one session, one message, its events as they happen. The scripted model stands in for a real one:
// ollamaChat({ model: 'qwen3' }) goes in its place.
import { openSession } from 'toolwright';
import { scriptedModel } from 'toolwright/testing';

const model = scriptedModel([
  { calls: [{ name: 'glob', arguments: { pattern: 'examples/*.ts' } }] },
  { text: 'There are three examples here.' },
]);
const session = await openSession({ model, workspace: process.cwd() });
for await (const event of session.send('How many examples are there?')) {
  if (event.type === 'call-settled') console.log(`${event.body.name}: ${event.body.outcome}`);
  if (event.type === 'turn-ended') console.log(event.body.text);
}
await session.close();
