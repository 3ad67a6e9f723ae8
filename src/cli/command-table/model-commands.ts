import type { CommandEntry } from '../command.js';
import { dialect, directory, json, naming, option, profile, store, thinking, toolsFile } from '../command-options.js';

/** Tools, models and what they write. */
export const modelCommands: readonly CommandEntry[] = [
  {
    name: 'tools',
    summary: 'list the tools and what they cost in tokens',
    options: [
      directory,
      profile,
      store,
      option('--json', 'print them as OpenAI functions, each with its state and tokens'),
    ],
    load: async () => (await import('../tools-command.js')).toolsCommand,
  },
  {
    name: 'skills',
    summary: 'list the skills available here, and any problems',
    options: [directory, store, json],
    notes: ['Exits 1 if any skill is unusable.'],
    load: async () => (await import('../skills/skills-command.js')).skillsCommand,
  },
  {
    name: 'agents',
    summary: 'list the agents available here, and any problems',
    options: [directory, store, json],
    notes: ['Exits 1 if any agent file is unusable.'],
    load: async () => (await import('../agents/agents-command.js')).agentsCommand,
  },
  {
    name: 'models',
    summary: 'list models, what they can do, and which one is used',
    options: [
      directory,
      store,
      json,
      option('--all', 'include every model of a server, and providers that are not set up'),
    ],
    load: async () => (await import('../models/models-command.js')).modelsCommand,
  },
  {
    name: 'probe',
    summary: 'send a model a few small prompts to find out how it calls tools',
    arguments: [{ name: 'MODEL', required: false, kind: 'model' }],
    options: [directory, store, ...naming, json, option('--save', 'save the finding in your config, unasked')],
    notes: ['Exits 6 if no way of calling tools works or the model cannot be reached.'],
    load: async () => (await import('../probe/probe-command.js')).probeCommand,
  },
  {
    name: 'parse',
    summary: "read the calls in a model's message and print them as JSON",
    options: [
      dialect,
      toolsFile,
      option('--chunk N', 'read the text in pieces of N characters, as a stream brings it'),
      thinking,
      option('--jsonl', 'read one request a line, and print one answer a line'),
    ],
    notes: [
      'The text comes on stdin. What is printed has the members dialect, text, reasoning, calls (id, name, arguments), problems and repairs (code, message, at).',
      'With --jsonl a line is an object with the members id, text, dialect, tools, chunk and thinking; all but text may be left out, and the options stand for what is. The answer carries the same id, or an error. Exits 1 if a line could not be read.',
    ],
    load: async () => (await import('../dialects/parse-command.js')).parseCommand,
  },
];

/** How agents behave. */
export const profileCommands: readonly CommandEntry[] = [
  {
    name: 'profiles',
    summary: 'list profiles: the built-in ones and your own',
    options: [json, option('--schema', 'print the JSON Schema of a profile file, for editors')],
    notes: [
      'Your own profiles are files NAME.json in the folder profiles beside your config.json. Exits 1 if any of them is unusable.',
    ],
    load: async () => (await import('../profiles/profiles-commands.js')).listCommand,
  },
  {
    name: 'profiles show',
    summary: 'show every setting of a profile, or those that another one has differently',
    arguments: [
      { name: 'NAME', required: true, kind: 'profile' },
      { name: 'OTHER', required: false, kind: 'profile' },
    ],
    options: [option('--json', 'print JSON, with every value whole')],
    load: async () => (await import('../profiles/profiles-commands.js')).showCommand,
  },
];
