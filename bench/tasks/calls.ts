import type { ScriptedRound } from '../../src/model/provider/scripted.js';

/** A round of a solution: `[name, arguments]` for each call. */
export const calls = (...made: readonly (readonly [name: string, args: object])[]): ScriptedRound => ({
  calls: made.map(([name, args]) => ({ name, arguments: args })),
});

/** The last round of a solution. */
export const says = (text: string): ScriptedRound => ({ text });

export const read = (path: string) => ['read_file', { path }] as const;
export const write = (path: string, content: string) => ['write_file', { path, content }] as const;
export const edit = (path: string, old_text: string, new_text: string) =>
  ['edit_file', { path, old_text, new_text }] as const;
export const run = (command: string) => ['run_command', { command }] as const;
