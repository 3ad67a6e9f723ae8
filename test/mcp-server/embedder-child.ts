import { createMemoryStore, defineTool, openSession } from 'toolwright';
import { serveStdio } from 'toolwright/mcp-server';

/** A program that serves a tool and a resource of its own by its pipes, until its client goes. */
const listeners = new Set<() => void>();
let news = 'none';

const tell = defineTool({
  name: 'tell',
  description: 'Brings news.',
  parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  effects: 'none',
  run({ text }) {
    news = text;
    for (const changed of listeners) changed();
    return 'told';
  },
});

const store = createMemoryStore();
await serveStdio(
  {
    openSession: (_client, options) =>
      openSession({ ...options, store, workspace: '.', tools: [tell], builtins: false }),
    blobs: store.blobs,
    resources: [
      {
        uri: 'news://latest',
        name: 'news',
        read: () => news,
        watch(changed) {
          listeners.add(changed);
          return () => listeners.delete(changed);
        },
      },
    ],
  },
  { stdin: process.stdin, stdout: process.stdout, signal: new AbortController().signal },
);
await store.close();
process.stderr.write(`left: ${listeners.size}\n`);
