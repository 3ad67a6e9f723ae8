import { onTestFinished } from 'vitest';
import { type ScriptedRounds, scriptedModel } from '../../../src/model/provider/scripted.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { openSession } from '../../../src/session/session.js';
import { bodies, newFolder, play } from '../../session/open.js';

export const done = { text: 'done' };

export const called = (name: string, args: object = {}) => ({ calls: [{ name, arguments: args }] });

interface YOptions extends Partial<SessionOptions> {
  /** What the model is called: its provider stands before the slash. */
  readonly modelName?: string;
}

/** A session in the profile over a scripted model; closed when the test ends. */
export async function openY(rounds: ScriptedRounds, { modelName = 'openai/gpt-5', ...options }: YOptions = {}) {
  const model = scriptedModel(rounds, { name: modelName });
  const workspace = options.workspace ?? newFolder();
  const session = await openSession({ model, profile: 'y-agent', ...options, workspace });
  onTestFinished(() => session.close());
  return { session, model, workspace };
}

/** What a model reads of a call. */
export interface Told {
  readonly success?: boolean;
  readonly content?: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly string[];
  readonly metadata?: object;
  readonly error?: string;
  readonly code?: string;
  readonly details?: unknown;
  readonly retryable?: boolean;
}

/** A turn of these calls, one in a round, whatever is active; questions are answered with yes unless the options say otherwise. */
export async function runY(
  calls: readonly { calls: readonly { name: string; arguments: object }[] }[],
  options: YOptions = {},
) {
  const questions: unknown[] = [];
  const scene = await openY([...calls, done], {
    exposure: { inactiveCalls: 'run' },
    onQuestion: (question) => {
      questions.push(question);
      return { choice: 'once' };
    },
    ...options,
  });
  const { events, end } = await play(scene.session.send('go'));
  const told = bodies(events, 'call-settled').map(({ content }) => JSON.parse(content) as Told);
  return { ...scene, events, end, told, questions };
}
