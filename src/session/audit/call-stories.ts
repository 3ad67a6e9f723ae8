import { defined } from '../../base/defined.js';
import type { Decision } from '../../policy/policy.js';
import type { Answer, AnswerOrigin } from '../../run/question.js';
import type { Fact } from '../../tool/fact.js';
import type { Outcome } from '../../tool/outcome.js';
import type { SessionRecord } from '../event.js';

/** What a session tells of one decision beside the verdict itself. */
export interface CallStory {
  readonly tool?: string;
  /** What the call would have done when it was decided about. */
  readonly facts?: readonly Fact[];
  readonly answer?: { readonly choice: Answer['choice'] } & Partial<AnswerOrigin>;
  readonly outcome?: Outcome;
}

/** Gathers the stories of calls from the events of a session, taken in their order. */
export type CallStories = ReturnType<typeof createCallStories>;

export function createCallStories() {
  const calls = new Map<string, { tool?: string; facts?: readonly Fact[]; seqs: number[]; over: boolean }>();
  const stories = new Map<number, { -readonly [Key in keyof CallStory]: CallStory[Key] }>();

  function callOf(callId: string) {
    const known = calls.get(callId) ?? { seqs: [], over: false };
    calls.set(callId, known);
    return known;
  }

  function begin(callId: string, seq: number): void {
    const call = callOf(callId);
    call.seqs.push(seq);
    stories.set(seq, defined({ tool: call.tool, facts: call.facts }));
  }

  return {
    take(event: SessionRecord) {
      if (event.type === 'call-admitted' || event.type === 'step-admitted')
        callOf(event.body.callId).tool = event.body.name;
      if (event.type === 'call-planned') callOf(event.body.callId).facts = event.body.facts;
      if (event.type === 'call-decided' || event.type === 'call-refused') begin(event.body.callId, event.seq);
      if (event.type === 'approval-answered') {
        const story = stories.get(callOf(event.body.callId).seqs.at(-1) ?? 0);
        const { answer, origin } = event.body;
        if (story !== undefined) story.answer = { choice: answer.choice, ...origin };
      }
      if (event.type === 'call-settled') {
        const call = callOf(event.body.callId);
        call.over = true;
        const last = stories.get(call.seqs.at(-1) ?? 0);
        if (last !== undefined) last.outcome = event.body.outcome;
      }
    },
    /** Of the decision, or the refusal, that is the event with this number. */
    of: (seq: number): CallStory => stories.get(seq) ?? {},
    /** Whether the end of this call was told. */
    isOver: (callId: string): boolean => calls.get(callId)?.over === true,
  };
}

/** What made a verdict: rules with their places, grants, or else what judged; nothing when nothing spoke against the call. */
export function deciders({ verdict, because = [] }: Pick<Decision, 'verdict' | 'because'>): readonly string[] {
  const found = because
    .filter((judgement) => judgement.verdict === verdict)
    .map(({ source, rule, grant }) => {
      if (rule !== undefined) return `${rule.text} (${rule.origin.file}:${rule.origin.line})`;
      return grant === undefined ? source : `grant ${grant}`;
    });
  return [...new Set(found)];
}
