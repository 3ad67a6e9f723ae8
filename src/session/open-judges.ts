import { answerInStyle } from '../agent/approval-style.js';
import { createGivenAnswers } from '../run/given-answers.js';
import { createOpenQuestions } from '../run/question.js';
import type { Opening } from './opening.js';
import { createMode, lastMode } from './session-mode.js';
import type { SessionPlace } from './session-place.js';
import { placesOf } from './session-places.js';
import { createSessionPolicy } from './session-policy.js';
import { createRisk, lastRiskMode } from './session-risk.js';
import type { SessionStream } from './session-stream.js';
import { createSessionTaint } from './session-taint.js';

/** What says what may be done in a session: the policy, the mode, what has come in, and the person. */
export type SessionJudges = ReturnType<typeof openJudges>;

export function openJudges(
  { id, store, options, past, binding }: Opening,
  { place, stream }: { readonly place: SessionPlace; readonly stream: SessionStream },
) {
  const { profile, workspace, mask, clock, log } = place;
  const onAsk = options.onAsk ?? (options.onQuestion === undefined ? (profile.noPerson ?? 'deny') : 'person');
  const risk = binding?.risk ?? createRisk(profile, { given: options.riskMode, last: lastRiskMode(past) });
  const context = { store, sessionId: id, workspace: workspace.root, profile, onAsk, secrets: mask, clock, log, risk };
  return {
    risk,
    deciding: binding?.deciding ?? createSessionPolicy(options, context),
    mode: createMode(options.mode ?? lastMode(past) ?? profile.usualMode ?? 'ask', binding?.mode),
    taint: createSessionTaint({
      places: placesOf(options, workspace.root),
      untrusted: options.untrusted ?? [],
      mask: (text) => mask.text(text).text,
      record: stream.record,
    }),
    /** Who answers questions. */
    onAsk,
    questions:
      binding?.questions ??
      createOpenQuestions(onAsk, {
        forms: options.forms,
        taken: (answer, question) => answerInStyle(answer, question, profile.approval),
      }),
    given: createGivenAnswers(),
  };
}
