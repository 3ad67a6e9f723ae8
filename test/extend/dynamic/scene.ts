import type { SessionOptions } from '../../../src/session/options.js';
import { type Approval, bodies, open, play, results } from '../../session/open.js';

export const call = (name: string, args: object) => ({ calls: [{ name, arguments: args }] });

/** What `tool_create` is given. */
export const make = (name: string, implementation: object, properties: object = {}) =>
  call('tool_create', {
    name,
    description: `does ${name}`,
    parameters: { type: 'object', properties },
    implementation,
  });

/** A turn in which each question is answered with yes, unless `refuse` names its tool. */
export async function turn(
  rounds: readonly object[],
  { refuse = [], ...options }: Partial<SessionOptions> & { readonly refuse?: readonly string[] } = {},
) {
  const questions: Approval[] = [];
  const session = await open([...rounds, { text: 'done' }] as never, {
    builtins: true,
    dynamicTools: true,
    exposure: { kind: 'all' },
    onQuestion: (question) => {
      if (question.kind !== 'approval') return { choice: 'deny' };
      questions.push(question);
      return refuse.includes(question.tool) ? { choice: 'deny' } : { choice: 'once' };
    },
    ...options,
  });
  const { events } = await play(session.send('go'));
  const steps = new Set(bodies(events, 'step-admitted').map(({ callId }) => callId));
  const own = events.filter((event) => event.type !== 'call-settled' || !steps.has(event.body.callId));
  return { session, events, questions, answers: results(own) };
}
