import type { ScriptedRound } from '../../src/model/provider/scripted.js';
import type { Fact } from '../../src/tool/fact.js';
import type { Outcome } from '../../src/tool/outcome.js';
import type { Todo } from '../../src/tool/todo.js';

export const kinds = ['find', 'edit', 'code', 'answer', 'files', 'data', 'commands', 'server', 'care'] as const;
export type Kind = (typeof kinds)[number];

export type Need = 'todos' | 'commands' | 'removals';

/** A small job for a model in a folder of its own, whose result a program can judge. */
export interface Task {
  readonly name: string;
  readonly kind: Kind;
  readonly prompt: string;
  readonly files: Files;
  /** How many requests to the model it may take; 12 when absent. */
  readonly rounds?: number;
  /** What the person answers when the model asks something. */
  readonly reply?: string;
  /** What it cannot be done without: a profile whose tools cannot do that is left out. */
  readonly needs?: Need;
  /** The MCP server `stock` is there. */
  readonly server?: true;
  /** What it did is undone afterwards, and looked at again. */
  readonly undo?: true;
  /** Run in the folder afterwards, with these files added: it has to end with 0. */
  readonly proof?: Proof;
  readonly checks: readonly Check[];
  /** What a good model would say and call, in the default profile: it shows that the task can be solved, and its checks passed. */
  readonly solution: readonly ScriptedRound[];
}

/** Texts by their paths. */
export type Files = Readonly<Record<string, string>>;

export interface Proof {
  readonly files?: Files;
  readonly command: string;
}

/** What is wrong; undefined when nothing is. */
export type Check = (done: Done) => string | undefined;

/** What is left of a task when its turn has ended. */
export interface Done {
  readonly before: Files;
  readonly files: Files;
  /** The files after everything was undone; those that are there where nothing was. */
  readonly undone: Files;
  /** What the model said last. */
  readonly answer: string;
  /** What it asked the person. */
  readonly asked: readonly string[];
  readonly calls: readonly DoneCall[];
  readonly todos: readonly Todo[];
}

export interface DoneCall {
  readonly name: string;
  readonly outcome: Outcome;
  readonly errorType: string;
  readonly facts: readonly Fact[];
}

/** The tasks of one kind. */
export const tasksOf = (kind: Kind, tasks: readonly Omit<Task, 'kind'>[]): readonly Task[] =>
  tasks.map((task) => ({ kind, ...task }));
