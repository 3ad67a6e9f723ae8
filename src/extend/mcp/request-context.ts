import type { RunContext } from '../../tool/context.js';
import { isFailure } from '../../tool/outcome.js';

/** The call during which a server asks, and how often it has. */
export interface AskingCall {
  readonly ctx: Pick<RunContext, 'ask' | 'model' | 'signal'>;
  /** How many more questions the person is asked for the server; none once they have said no. */
  questionsLeft: number;
}

/** Of one call: more is no question, but a nuisance. */
const maxQuestions = 30;

export const askingCall = (ctx: AskingCall['ctx']): AskingCall => ({ ctx, questionsLeft: maxQuestions });

/** What a server's request is answered with. */
export interface RequestContext {
  readonly server: string;
  readonly call: AskingCall;
  hasSecret(text: string): boolean;
}

/** Asks the person for a server; undefined when they do not answer, or are not asked any more. */
export async function askFor(
  { call }: Pick<RequestContext, 'call'>,
  question: { readonly text: string; readonly options?: readonly string[] },
): Promise<string | undefined> {
  if (call.questionsLeft <= 0) return undefined;
  call.questionsLeft -= 1;
  const answer = await call.ctx.ask.ask(question);
  if (!isFailure(answer)) return answer.text;
  // Who has said no is not asked by that server again in this call.
  call.questionsLeft = 0;
  return undefined;
}
