import type { Instructions } from '../../agent/instructions.js';
import type { Profile } from '../../agent/profile.js';
import type { Dialect } from '../../dialect/dialect.js';
import { lenientActionFence } from '../../dialect/format/action-fence/action-fence.js';
import { promptedModel } from '../../model/prompted-model.js';
import { renderActionResults, renderYipsResult } from './action-results.js';
import { yipsChecklist } from './checklist.js';
import { renderProtocolPrompt } from './protocol-prompt.js';
import { yipsApproval, yipsLimits } from './yips-data.js';
import { yipsSurface } from './yips-surface.js';
import { yipsVocabulary } from './yips-vocabulary.js';

/** Its envelopes, with the protocol prompt and the results of the profile. */
const yipsProtocol: Dialect = {
  ...lenientActionFence,
  renderPrompt: renderProtocolPrompt,
  renderResults: renderActionResults,
};

/** An agent that works by fenced envelopes, one action after another. Where no person is, it is the gateway's. */
export const yipsProfile: Profile = {
  name: 'yips',
  ...yipsLimits,
  order: 'sequential',
  exposure: { kind: 'all' },
  surface: yipsSurface,
  capabilities: ['staging'],
  keepsStaged: true,
  vocabulary: ({ places, attended }) => yipsVocabulary({ places, face: attended ? 'terminal' : 'gateway' }),
  noPerson: 'deny',
  instructionFiles: ['CODE.md'],
  instructions: 'nearest',
  notesAs: 'system',
  unreadable: 'ends',
  emptyAnswer: '(no response)',
  subagents: { depth: 1, instructions: false, withheld: 'denied' },
  approval: yipsApproval,
  messages: { dialect: yipsProtocol, checklist: yipsChecklist },
  wrapModel: (model) => promptedModel(model, { dialect: yipsProtocol, promptApart: true }),
  renderResult: renderYipsResult,
  renderSystem: ({ instructions }) => renderCodeContext(instructions),
};

/** The message that tells of CODE.md; nothing where there is none. */
function renderCodeContext([code]: readonly Instructions[]): string {
  if (code === undefined) return '';
  const doubt = code.untrusted === true ? ', which nobody vouches for' : '';
  return `# CODE.md from ${code.path}${doubt}\n\n${code.text}`;
}
