import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makePdf } from '../support/pdf.js';

/** A call that needs something of the package beside its bundled code, and what its result has to hold. */
export interface PartCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly shows: string;
}

const article = '<article><h1>News</h1><p>Some <b>bold</b> words, enough of them to be worth reading.</p></article>';

/** Calls that together need every such thing, in a workspace that is made ready for them. */
export async function callEveryPart(workspace: string): Promise<readonly PartCall[]> {
  writeFileSync(join(workspace, 'paper.pdf'), makePdf(['Hello from a page']));
  writeFileSync(join(workspace, 'code.ts'), 'export function findMe(n: number) {\n  return n;\n}\nfindMe(2);\n');
  writeFileSync(join(workspace, 'note.txt'), 'version 1.2\n');
  const url = await servePage(`<html><head><title>A page</title></head><body>${article}</body></html>`);
  return [
    // A process of its own, with the parser of PDF.
    { name: 'read_file', arguments: { path: 'paper.pdf' }, shows: 'Hello from a page' },
    { name: 'read_file', arguments: { path: 'note.txt' }, shows: 'version 1.2' },
    // A worker that can be ended.
    {
      name: 'edit_file',
      arguments: { path: 'note.txt', old_text: '(\\d)\\.(\\d)', new_text: '$2.$1', regex: true },
      shows: 'Edited note.txt',
    },
    // The grammars.
    { name: 'code_search', arguments: { name: 'findMe', kind: 'definition' }, shows: 'code.ts:1: function findMe' },
    // The program of ripgrep.
    { name: 'grep', arguments: { pattern: 'findMe' }, shows: 'code.ts:4: findMe(2);' },
    // The native terminal, and the screen.
    { name: 'virtual_terminal', arguments: { action: 'run', command: 'echo $((40 + 2))' }, shows: '42' },
    // The second reader of commands, and the sandbox.
    { name: 'run_command', arguments: { command: 'cat note.txt' }, shows: 'version 2.1' },
    // A worker, with the readers of pages.
    { name: 'web_fetch', arguments: { url }, shows: 'Some **bold** words' },
    // A program of its own.
    { name: 'start_command', arguments: { command: 'echo up; sleep 600', keep: true, wait_ms: 10_000 }, shows: 'up' },
  ];
}

async function servePage(html: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`;
}

/** A program that plays the calls it is given, with the package as a library, and prints how each was settled. */
export const partsConsumer = `import { openSession } from 'toolwright';
import { scriptedModel } from 'toolwright/testing';

const { workspace, store, calls } = JSON.parse(process.argv[2]);
const model = scriptedModel([...calls.map((call) => ({ calls: [call] })), { text: 'done' }]);
const session = await openSession({
  model, workspace, store, mode: 'auto', env: process.env, onQuestion: () => ({ choice: 'once' }),
});
session.on(({ type, body }) => {
  if (type === 'call-settled') console.log(JSON.stringify(body));
});
await session.send('Go.').result;
await session.close();
`;
