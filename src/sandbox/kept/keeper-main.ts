// The program that holds a kept command. It is told what to do on stdin, says on stdout how far it is, and goes on alone.
import { messageOf } from '../../base/error.js';
import { jsonLine, onJsonLines } from './json-lines.js';
import { type KeeperJob, keepCommand } from './keeper.js';

const maxJob = 32 * 2 ** 20;
/** Whoever starts a keeper tells it to go on at once. */
const goMs = 30_000;

void main();

async function main(): Promise<void> {
  const ending = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => ending.abort());
  process.stdout.on('error', () => {});
  const next = createListener();
  const job = (await next()) as KeeperJob | undefined;
  if (job === undefined) return;
  try {
    await keepCommand(job, {
      signal: ending.signal,
      async ready() {
        process.stdout.write(jsonLine({ ready: true }));
        const isWanted = (await next()) !== undefined;
        process.stdin.destroy();
        return isWanted;
      },
    });
    process.exit(0);
  } catch (error) {
    process.stdout.write(jsonLine({ failed: messageOf(error) }), () => process.exit(1));
  }
}

/** What is said next; undefined when nothing more is. */
function createListener(): () => Promise<object | undefined> {
  const said: object[] = [];
  let heard = (): void => {};
  let isOver = false;
  const take = (value: object): void => {
    said.push(value);
    heard();
  };
  onJsonLines(process.stdin, take, maxJob);
  process.stdin.on('close', () => {
    isOver = true;
    heard();
  });
  return async () => {
    const timer = setTimeout(() => process.stdin.destroy(), goMs);
    while (said.length === 0 && !isOver)
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    clearTimeout(timer);
    return said.shift();
  };
}
