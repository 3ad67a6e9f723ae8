import type { ApprovalStyle } from '../../agent/approval-style.js';
import type { TurnEnd } from '../../agent/event.js';
import type { OnAsk, Question } from '../../run/question.js';
import type { SessionEvent } from '../../session/event.js';
import type { Host } from '../host.js';
import { safeLine, safeText } from '../safe-text.js';
import { offerLines } from '../view/offer-text.js';
import { renderQuestion } from '../view/question-text.js';
import type { Style } from '../view/style.js';
import { createTurnView } from '../view/turn-view.js';

/** How a run is told to whoever started it. */
export interface RunOutput {
  show(event: SessionEvent): void;
  end(end: TurnEnd, sessionId: string): void;
}

/** Every event as one JSON line on stdout. */
export function jsonOutput({ stdout, stderr, outputGone }: Host): RunOutput {
  return {
    show(event) {
      if (!outputGone()) stdout.write(`${JSON.stringify(event)}\n`);
    },
    end({ message }) {
      if (message !== undefined) stderr.write(`toolwright: ${safeText(message)}\n`);
    },
  };
}

/** The answer on stdout, everything else on stderr. */
export function textOutput(
  { stdout, stderr, outputGone }: Host,
  options: {
    readonly style: Style;
    readonly onAsk: OnAsk;
    readonly workspace: string;
    /** How the profile asks. */
    readonly approval: ApprovalStyle;
    /** The command line that goes on with the session. */
    readonly goOn: string;
  },
): RunOutput {
  const { style, onAsk, workspace, approval, goOn } = options;
  const note = (line: string): void => {
    stderr.write(`${line}\n`);
  };
  const answer = (text: string): void => {
    if (!outputGone()) stdout.write(text);
  };
  const view = createTurnView({ sink: { answer, note }, style, verbose: () => false });
  return {
    show(event) {
      view.show(event);
      if (event.type !== 'approval-requested') return;
      note(renderQuestion(event.body, { style, workspace, approval }));
      for (const line of ruleLines(onAsk, event.body, style)) note(`  ${line}`);
    },
    end(end, sessionId) {
      view.end(end);
      if (end.reason === 'parked') note(`To be asked again: ${goOn}`);
      else note(style.dim(`session ${sessionId}`));
    },
  };
}

function answerForm(question: Question): string {
  if (question.kind === 'approval') return '"choice":"once"';
  return question.several === true ? '"choice":"several","texts":["…"]' : '"choice":"text","text":"…"';
}

function ruleLines(onAsk: OnAsk, question: Question, style: Style): readonly string[] {
  if (typeof onAsk !== 'object') return [`nobody is there to answer; --on-ask is ${onAsk}`];
  const { id } = question;
  const answer = answerForm(question);
  const forms = `{"id":"${id}",${answer}} or {"id":"${id}","choice":"deny"}`;
  const offers = question.kind === 'approval' ? question.offers : [];
  return [
    `waiting up to ${onAsk.waitMs / 1000} s for a line on stdin: ${forms}`,
    ...offers.flatMap((offer) => [
      `to make it last: {"id":"${id}","choice":"session"|"project"|"always","rules":${safeLine(JSON.stringify(offer.rules), { strict: true })}}`,
      ...offerLines(offer, '  ', style).slice(1),
    ]),
  ];
}
