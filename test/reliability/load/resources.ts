import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Resources {
  readonly heapMb: number;
  readonly descriptors: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What the process holds, once what nobody needs has been let go. */
export async function measureResources(): Promise<Resources> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    collect();
  }
  return { heapMb: process.memoryUsage().heapUsed / 2 ** 20, descriptors: readdirSync('/proc/self/fd').length };
}
