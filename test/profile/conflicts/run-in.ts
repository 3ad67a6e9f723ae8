import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ScriptedRequest, type ScriptedRound, scriptedModel } from '../../../src/model/provider/scripted.js';
import type { Answer } from '../../../src/run/question.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { openSession } from '../../../src/session/session.js';
import { type Approval, bodies, newFolder, play } from '../../session/open.js';
import { type Call, type System, systems, words } from './systems.js';

export interface SceneOptions extends Partial<SessionOptions> {
  readonly files?: Readonly<Record<string, string>>;
  /** What the person says to every question. */
  readonly person?: 'yes' | 'no' | 'nobody';
  /** The name of the model: it tells its provider. */
  readonly modelName?: string;
}

/** The outcome of each system, by name. */
export async function inEach<T>(outcome: (system: System) => Promise<T>): Promise<Record<System, T>> {
  const cells: [System, T][] = [];
  for (const system of systems) cells.push([system, await outcome(system)]);
  return Object.fromEntries(cells) as Record<System, T>;
}

/** What the model says, perhaps by what it was sent. */
type Round = ScriptedRound | ((sent: Pick<ScriptedRequest, 'messages'>) => ScriptedRound);

/** A session of the system in a new workspace; the model says these rounds, and then that it is done. */
export async function openIn(system: System, rounds: readonly Round[], options: SceneOptions = {}) {
  const { files = {}, person = 'yes', modelName = 'ollama/scripted', ...more } = options;
  const { workspace = newFolder() } = options;
  for (const [name, text] of Object.entries(files)) {
    const path = join(workspace, words[system].lies(name));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const asked: Approval[] = [];
  const said = (request: Pick<ScriptedRequest, 'messages'>, at: number): ScriptedRound => {
    const round = rounds[at] ?? done;
    return typeof round === 'function' ? round(request) : round;
  };
  const model = scriptedModel(said, { name: modelName });
  const answer: Answer = { choice: person === 'yes' ? 'once' : 'deny' };
  const session = await openSession({
    workspace,
    model,
    profile: system,
    exposure: { inactiveCalls: 'run' },
    // A home of its own: what is remembered there is for nobody else.
    env: { HOME: newFolder(), PATH: process.env['PATH'] },
    ...(person !== 'nobody' && {
      onQuestion: (question) => {
        if (question.kind === 'approval') asked.push(question);
        return answer;
      },
    }),
    ...more,
  });
  onTestFinished(() => session.close());
  return { session, workspace, model, asked };
}

const done: ScriptedRound = { text: 'Done.' };

/** One turn of the system with these rounds: what was called, what became of it and what the model was told. */
export async function runIn(system: System, rounds: readonly Round[], options: SceneOptions = {}) {
  const { session, workspace, model, asked } = await openIn(system, rounds, options);
  const { events, end } = await play(session.send('go'));
  const settled = bodies(events, 'call-settled');
  return {
    session,
    workspace,
    events,
    end,
    asked: asked.map(({ tool }) => tool),
    admitted: bodies(events, 'call-admitted'),
    decided: bodies(events, 'call-decided'),
    problems: bodies(events, 'message-problem'),
    settled,
    outcomes: settled.map(({ outcome }) => outcome),
    told: settled.map(({ content }) => content),
    requests: model.requests,
    /** The roles of what follows the first answer in the second request. */
    after: (model.requests[1]?.messages ?? []).slice(model.requests[0]?.messages.length ?? 0).map(({ role }) => role),
    read: (path: string): string | undefined => {
      try {
        return readFileSync(join(workspace, path), 'utf8');
      } catch {
        return undefined;
      }
    },
  };
}

/** A message with these calls, in the words of the system. */
export const says = (system: System, ...calls: readonly Call[]): ScriptedRound => words[system].says(calls);
