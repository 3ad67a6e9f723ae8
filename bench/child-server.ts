import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A server of this folder in a process of its own. */
export interface ChildServer {
  readonly origin: string;
  /** What it answers to a message. */
  ask(): Promise<unknown>;
  close(): Promise<void>;
}

export async function startChildServer(name: 'chat-server' | 'gap-server'): Promise<ChildServer> {
  const child = fork(fileURLToPath(new URL(`./${name}.mjs`, import.meta.url)));
  const port = await nextMessage(child);
  return {
    origin: `http://127.0.0.1:${port}`,
    ask() {
      const answer = nextMessage(child);
      child.send('ask');
      return answer;
    },
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, 'message');
  return message;
}
