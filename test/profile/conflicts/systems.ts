import type { ScriptedRound } from '../../../src/model/provider/scripted.js';

/** The five systems, in the order of the table of conflicts. */
export const systems = ['yips', 'seed', 'astra', 'y-agent', 'local-harness'] as const;
export type System = (typeof systems)[number];

/** A call as a test means it; each system writes it in its own way. */
export interface Call {
  readonly name: string;
  readonly args: unknown;
  readonly id?: string;
}

/** What a system calls the things every test needs. */
interface Words {
  /** A file of the workspace, as the system names it, and where it lies. */
  path(name: string): string;
  lies(name: string): string;
  read(name: string): Call;
  write(name: string, content: string): Call;
  search(pattern: string): Call;
  shell?(command: string): Call;
  /** One message with these calls. */
  says(calls: readonly Call[]): ScriptedRound;
}

const same = (name: string): string => name;
const inText = (write: (calls: readonly Call[]) => string) => (calls: readonly Call[]) => ({ text: write(calls) });
const native = (calls: readonly Call[]): ScriptedRound => ({
  calls: calls.map(({ name, args, id }) => ({
    name,
    arguments: typeof args === 'object' && !Array.isArray(args) && args !== null ? args : JSON.stringify(args),
    ...(id !== undefined && { id }),
  })),
});

const envelope = (calls: readonly Call[]): string =>
  `\`\`\`yips-agent\n${JSON.stringify({
    actions: calls.map(({ name, args, id }, at) => ({ type: 'tool', id: id ?? `c${at}`, name, arguments: args })),
  })}\n\`\`\``;

const xml = (calls: readonly Call[]): string =>
  calls
    .map(
      ({ name, args }) =>
        `<tool_call>\n<name>${name}</name>\n<arguments>${JSON.stringify(args)}</arguments>\n</tool_call>`,
    )
    .join('\n');

const blocks = (calls: readonly Call[]): string =>
  calls.map(({ name, args }) => `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`).join('\n');

export const words: Readonly<Record<System, Words>> = {
  yips: {
    path: same,
    lies: same,
    read: (name) => ({ name: 'read_file', args: { path: name } }),
    write: (name, content) => ({ name: 'write_file', args: { path: name, content } }),
    search: (pattern) => ({ name: 'grep', args: { pattern } }),
    shell: (command) => ({ name: 'run_command', args: { command } }),
    says: inText(envelope),
  },
  // What everybody sees is public; private files are those of one task.
  seed: {
    path: (name) => `public:/${name}`,
    lies: (name) => `public/${name}`,
    read: (name) => ({ name: 'readFile', args: { path: `public:/${name}` } }),
    write: (name, content) => ({ name: 'editFile', args: { path: name, oldString: '', newString: content } }),
    search: (pattern) => ({ name: 'grep', args: { pattern, path: 'public:/' } }),
    shell: (command) => ({ name: 'runCommand', args: { command } }),
    says: native,
  },
  astra: {
    path: same,
    lies: same,
    read: (name) => ({ name: 'read', args: { path: name } }),
    write: (name, content) => ({ name: 'write', args: { path: name, content } }),
    search: (pattern) => ({ name: 'list', args: { prefix: pattern } }),
    says: inText(blocks),
  },
  'y-agent': {
    path: same,
    lies: same,
    read: (name) => ({ name: 'FileRead', args: { path: name } }),
    write: (name, content) => ({ name: 'FileWrite', args: { path: name, content } }),
    search: (pattern) => ({ name: 'Grep', args: { pattern } }),
    shell: (command) => ({ name: 'ShellExec', args: { command } }),
    says: inText(xml),
  },
  'local-harness': {
    path: same,
    lies: same,
    read: (name) => ({ name: 'read_file', args: { path: name } }),
    write: (name, content) => ({ name: 'write_file', args: { path: name, content } }),
    search: (pattern) => ({ name: 'grep_search', args: { pattern } }),
    says: native,
  },
};
