import type { CommandSpec } from '../command.js';
import { dialect, directory, json, naming, profile, store, thinking, toolsFile } from '../command-options.js';

/** Tools, models and what they write. */
export const modelCommands: readonly CommandSpec[] = [
  {
    name: 'tools',
    summary: 'list the tools: which of them are sent with requests, and what that costs',
    arguments: [],
    options: [
      directory,
      profile,
      store,
      { name: 'json', help: 'print them as OpenAI functions, each with its state and tokens' },
    ],
    load: async () => (await import('../tools-command.js')).toolsCommand,
  },
  {
    name: 'skills',
    summary: 'list the skills a model is told of here, and tell what is wrong with others',
    arguments: [],
    options: [directory, store, json],
    notes: ['It ends with 1 when a skill cannot be used, else with 0.'],
    load: async () => (await import('../skills/skills-command.js')).skillsCommand,
  },
  {
    name: 'agents',
    summary: 'list the agents that can be delegated to here, and tell what is wrong with others',
    arguments: [],
    options: [directory, store, json],
    notes: ['It ends with 1 when a file defines an agent that cannot be used, else with 0.'],
    load: async () => (await import('../agents/agents-command.js')).agentsCommand,
  },
  {
    name: 'models',
    summary: 'list the models at hand, what they can do, and which one would answer',
    arguments: [],
    options: [
      directory,
      store,
      json,
      { name: 'all', help: 'list every model of a server, and the providers that are not set up' },
    ],
    load: async () => (await import('../models/models-command.js')).modelsCommand,
  },
  {
    name: 'probe',
    summary: 'send a model a handful of small prompts and tell what it really does with tools',
    arguments: [{ name: 'MODEL', required: false, kind: 'model' }],
    options: [directory, store, ...naming, json, { name: 'save', help: 'save the finding in your config, unasked' }],
    notes: [
      'It ends with 0 when a way of calling tools works, and with 6 when none does or the model cannot be reached.',
    ],
    load: async () => (await import('../probe/probe-command.js')).probeCommand,
  },
  {
    name: 'parse',
    summary: 'read the calls out of a message of a model, and print them as JSON',
    arguments: [],
    options: [
      dialect,
      toolsFile,
      { name: 'chunk', value: 'N', help: 'read the text in pieces of N characters, as a stream brings it' },
      thinking,
      { name: 'jsonl', help: 'read one request a line, and print one answer a line' },
    ],
    notes: [
      'The text comes on stdin. What is printed has the members dialect, text, reasoning, calls (id, name, arguments), problems and repairs (code, message, at).',
      'With --jsonl a line is an object with the members id, text, dialect, tools, chunk and thinking; all but text may be left out, and the options stand for what is. The answer carries the same id, or an error. It ends with 1 when a line could not be read.',
    ],
    load: async () => (await import('../dialects/parse-command.js')).parseCommand,
  },
];
