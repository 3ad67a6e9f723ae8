import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workspaceTools } from '../../../src/config/tool-folders.js';
import { giveTrust, inspectTrust } from '../../../src/config/trust.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { type Approval, newFolder, open, play, results } from '../../session/open.js';

export const call = (name: string, args: object = {}) => ({ calls: [{ name, arguments: args }] });

/** A workspace with these tool files. */
export function createWorkspace(files: Readonly<Record<string, string | object>>) {
  const workspace = newFolder();
  const store = createMemoryStore();
  const write = (name: string, content: string | object): void => {
    const path = join(workspace, '.toolwright/tools', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  const trust = async (): Promise<void> => {
    const found = await inspectTrust(store, workspace);
    if (found.state === 'untrusted' || found.state === 'changed') await giveTrust(store, found);
  };
  const folder = workspaceTools({ workspace, store, describe: async ({ state }) => `It is ${state}.` });
  return { workspace, store, write, trust, folder };
}

type Workspace = ReturnType<typeof createWorkspace>;

/** A turn in it. Approvals are given; `say` answers other questions, and `between` is called before each request. */
export async function turn(
  { workspace, store, folder }: Workspace,
  rounds: readonly object[],
  { say, ...options }: Partial<SessionOptions> & { readonly say?: string } = {},
) {
  const questions: Approval[] = [];
  const asked: string[] = [];
  const warned: string[] = [];
  const session = await open([...rounds, { text: 'done' }] as never, {
    workspace,
    store,
    builtins: true,
    exposure: { kind: 'all' },
    toolFolders: [folder],
    log: { warn: (message) => warned.push(message), debug: () => {} },
    onQuestion: (question) => {
      if (question.kind === 'approval') {
        questions.push(question);
        return { choice: 'once' };
      }
      asked.push(question.text);
      return say === undefined ? { choice: 'deny' } : { choice: 'text', text: say };
    },
    ...options,
  });
  const { events } = await play(session.send('go'));
  return { session, events, questions, asked, warned, answers: results(events) };
}

export const module = (name: string, answer: string, head = '') =>
  `import { defineTool } from 'toolwright';\n${head}\nexport default defineTool({ name: '${name}', description: 'd', parameters: { type: 'object' }, effects: 'none', run: () => '${answer}' });\n`;

export const command = (name: string, words: readonly string[], more: object = {}) => ({
  name,
  description: 'd',
  parameters: { type: 'object', properties: { x: {}, y: {} } },
  command: words,
  ...more,
});
