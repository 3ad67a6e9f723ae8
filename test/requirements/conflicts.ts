import type { Group } from '../requirements.js';

/** Where the five systems disagree, each profile keeps its own way on one engine. */
// biome-ignore format: one line a requirement
export const conflicts = {
  'conflicts.calls.several': { says: 'a profile takes one envelope of many actions, all calls, or the last call of a message' },
  'conflicts.calls.order': { says: 'a profile runs calls in sequence, safe ones concurrently, singly, or by tick' },
  'conflicts.calls.unknown-tool': { says: 'a profile drops, answers or ends on an unknown tool, and the drop is recorded' },
  'conflicts.calls.unknown-answered': { says: 'every admitted call to an unknown tool is answered in every profile' },
  'conflicts.calls.malformed': { says: 'a malformed call ends the turn, is answered, counts as the answer or stays as text, by profile' },
  'conflicts.calls.call-id': { says: 'a call id is required, given by the provider, or made of turn and name, hex or index, by profile' },
  'conflicts.calls.duplicate-id': { says: 'a repeated id keeps the first with a warning in yips and is idempotent in seed' },
  'conflicts.calls.non-object-arguments': { says: 'arguments that are no object drop, fail, pass, warn or become empty, by profile' },
  'conflicts.calls.tool-call-json': { says: 'the lenient and the strict reading of tool_call JSON live side by side' },
  'conflicts.calls.code-fences': { says: 'calls inside code fences are read where the profile says so' },

  'conflicts.results.channel': { says: 'results go back as system messages, tool messages or one user message, by profile' },
  'conflicts.results.status-words': { says: 'results speak in statuses, isError, ERROR text, codes or error types, by profile' },
  'conflicts.results.rejection': { says: 'a rejection reads as denied, rejected, do not retry or permission_denied, by profile' },
  'conflicts.results.no-match': { says: 'a search without a match is a result in every profile' },
  'conflicts.results.output-cap': { says: 'each profile has its own cap on output' },
  'conflicts.results.reasoning': { says: 'reasoning text is plain, separate, collapsed or a provider field, by profile' },

  'conflicts.loop.limit': { says: 'each profile has its own limit of rounds and calls and its own end at the limit' },
  'conflicts.loop.limit-reset': { says: 'each profile resets its limits where it says' },
  'conflicts.loop.repeats': { says: 'repeats pivot, block, abort or pass, by profile' },
  'conflicts.loop.after-result': { says: 'a profile chains after a result, or asks for an answer' },
  'conflicts.loop.exposure': { says: 'tools are shown as prompt text, native schemas by group, or a lazy index, by profile' },
  'conflicts.loop.ollama': { says: 'Ollama is used by prompt text, XML prompt or native tools, by profile' },

  'conflicts.approval.risk-words': { says: 'each profile speaks of risk in its own words over the same verdicts' },
  'conflicts.approval.shell': { says: 'a command is asked by danger and place, always, or as dangerous, by profile' },
  'conflicts.approval.workspace-write': { says: 'a write in the workspace is staged, automatic by scope, confirmed, allowed or asked, by profile' },
  'conflicts.approval.no-person': { says: 'with no person a question denies, parks or waits, by profile' },
  'conflicts.approval.lifetime': { says: 'an approval lasts one call, a session, or as a kept rule, by profile' },
  'conflicts.approval.audit': { says: 'each profile gives the audit its system had' },
  'conflicts.approval.audit-order': { says: 'seed judges the risk before it audits the request' },

  'conflicts.files.edit-primitive': { says: 'edits are by exact text, flexible text or line range, by profile' },
  'conflicts.files.stale': { says: 'stale files are caught by hash at apply, by expected hash or by a prior read, by profile' },
  'conflicts.files.write-file': { says: 'write_file stages in yips and writes elsewhere after permission' },
  'conflicts.files.paths': { says: 'each profile keeps its own path rules over the one resolver' },
  'conflicts.files.line-base': { says: 'lines count from 0 or 1, by profile' },
  'conflicts.files.search': { says: 'search is ripgrep, regex, path substring or literal with stars, by profile' },
  'conflicts.files.command-timeout': { says: 'command timeouts have the default, maximum and unit of their profile' },
  'conflicts.files.name-clashes': { says: 'tools with the same name in several profiles keep the shape of their own' },

  'conflicts.delegation.kinds': { says: 'delegation is an action, subtasks, a task tool or none, by profile' },
  'conflicts.delegation.permission': { says: 'a delegated agent obeys policy and never gets more than its creator' },
  'conflicts.delegation.skill-meaning': { says: 'skill means a built-in action, a SKILL.md bundle or an instruction, by profile' },
  'conflicts.delegation.recovery': { says: 'recovery after a crash is at least as good as the system had it' },
} as const satisfies Group;
