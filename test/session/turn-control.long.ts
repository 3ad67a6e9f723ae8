import { it } from 'vitest';
import { verifies } from '../requirements.js';
import { share } from '../support/share.js';
import { playAtRandom } from './random-turns.js';

it('settles every call once and takes in every message once, whatever is done to a turn and when', async () => {
  verifies(
    'turn-control.pause.nothing-starts',
    'turn-control.pause.waiting',
    'turn-control.steer.order',
    'turn-control.steer.safe-point',
  );
  const figures = await playAtRandom(share(20_000));
  console.info(`turn control: ${JSON.stringify(figures)}, 0 violations`);
});
