// A session in auto mode that runs one command, once it is told to, and prints how it went.
import { readlinkSync } from 'node:fs';
import { builtLibrary } from '../session/kept/built-library.js';

const [workspace = '', bubblewrap = '', library = ''] = process.argv.slice(2);
const { openSession, scriptedModel } = await builtLibrary(library);
const line = 'echo x > made; readlink /proc/self/ns/pid; true';
const call = (command: string) => ({ calls: [{ name: 'run_command', arguments: { command } }] });
const session = await openSession({
  model: scriptedModel([call('true'), { text: 'ready' }, call(line), { text: 'done' }]),
  workspace,
  mode: 'auto',
  env: { PATH: process.env['PATH'], ...(bubblewrap !== '' && { TOOLWRIGHT_BUBBLEWRAP: bubblewrap }) },
});
await session.send('get ready').result;
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
let content = '';
session.on((event) => {
  if (event.type === 'call-settled') content = event.body.content;
});
await session.send('go').result;
process.stdout.write(`${JSON.stringify({ content, own: ownNamespace() })}\n`);
process.exit(0);

function ownNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return 'not told';
  }
}
