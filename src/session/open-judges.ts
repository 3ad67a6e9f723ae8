import { answerInStyle } from '../agent/approval-style.js';
import { createGivenAnswers, type GivenAnswers } from '../run/given-answers.js';
import { createOpenQuestions, type OnAsk, type OpenQuestions } from '../run/question.js';
import { lastMode } from './last-mode.js';
import type { Opening } from './opening.js';
import { createMode, type SessionMode } from './session-mode.js';
import type { SessionPlace } from './session-place.js';
import { placesOf } from './session-places.js';
import { createSessionPolicy, type SessionPolicy } from './session-policy.js';
import type { SessionStream } from './session-stream.js';
import { createSessionTaint, type SessionTaint } from './session-taint.js';

/** What says what may be done in a session: the policy, the mode, what has come in, and the person. */
export interface SessionJudges {
  readonly deciding: SessionPolicy;
  readonly mode: SessionMode;
  readonly taint: SessionTaint;
  /** Who answers questions. */
  readonly onAsk: OnAsk;
  readonly questions: OpenQuestions;
  readonly given: GivenAnswers;
}

interface JudgesContext {
  readonly place: SessionPlace;
  readonly stream: SessionStream;
}

export function openJudges(
  { id, store, options, past, binding }: Opening,
  { place, stream }: JudgesContext,
): SessionJudges {
  const { profile, workspace, mask, clock, log } = place;
  const onAsk = options.onAsk ?? (options.onQuestion === undefined ? (profile.noPerson ?? 'deny') : 'person');
  const context = { store, sessionId: id, workspace: workspace.root, profile, onAsk, secrets: mask, clock, log };
  return {
    deciding: binding?.deciding ?? createSessionPolicy(options, context),
    mode: createMode(options.mode ?? lastMode(past) ?? profile.usualMode ?? 'ask', binding?.mode),
    taint: createSessionTaint({
      places: placesOf(options, workspace.root),
      untrusted: options.untrusted ?? [],
      mask: (text) => mask.text(text).text,
      record: stream.record,
    }),
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
