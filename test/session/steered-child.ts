import { openSession } from '../../src/session/session.js';
import { openStore } from '../../src/store/open-store.js';
import { gate, unending } from './gate.js';

/** A turn that hangs, a message said in it, and the end of the process as soon as that is acknowledged. */
const [path = '', workspace = ''] = process.argv.slice(2);
const session = await openSession({
  store: await openStore(path),
  workspace,
  builtins: false,
  tools: [gate().tool],
  model: unending('Thinking'),
});
session.send('first').result.catch(() => {});
const image = { mediaType: 'image/png', data: Buffer.from('a picture').toString('base64') };
await Promise.all([session.steer({ text: 'second', images: [image] }), session.steer('third')]);
process.stdout.write(session.id, () => process.kill(process.pid, 'SIGKILL'));
