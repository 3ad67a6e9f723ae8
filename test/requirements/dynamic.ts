import type { Group } from '../requirements.js';

/** What is promised of tools that a model makes, and of calls that calls make. */
// biome-ignore format: one line a requirement
export const dynamic = {
  'dynamic.steps.road': { says: 'each step of a composite is a call of its own: checked, decided, asked about, recorded, undone' },
  'dynamic.steps.apart': { says: 'steps are no part of the conversation, and a replay of the session leaves them out' },
  'dynamic.steps.bounded': { says: 'tools that call each other in a circle are refused; depth and number of steps are bounded' },
  'dynamic.steps.stop': { says: 'a cancelled turn ends the step that runs, and no other is started' },
  'dynamic.steps.killed': { says: 'a step whose end was never recorded is settled as unknown and not done again' },
  'dynamic.names.give-way': { says: 'a made tool gives way to any other that comes later with its name or one like it' },
  'dynamic.script.tried': { says: 'with an example a script is run once where it can only read; one that fails is no tool' },
  'dynamic.subagents.ceiling': { says: 'a subagent makes no tools, and a made tool does nothing there that its tools do not' },
  'dynamic.templates.inert': { says: 'what is filled into a template is never read as a template again' },
  'dynamic.schema.cheap': { says: 'a schema whose check could take for ever is refused' },
  'dynamic.rules.names': { says: 'a rule that allows a tool by its name allows none that the model made' },
  'dynamic.facts.union': { says: 'the facts of a composite are those of its steps; what depends on an answer is unknown' },
} as const satisfies Group;
