import type { Profile } from '../src/agent/profile.js';
import { scriptedModel } from '../src/model/provider/scripted.js';
import { toolwrightProfile } from '../src/profile/toolwright.js';
import type { SessionOptions } from '../src/session/options.js';
import { openSession, type Session } from '../src/session/session.js';
import { defineTool } from '../src/tool/define-tool.js';
import type { Tool } from '../src/tool/tool.js';
import { createEcho, type Echo, echo, type Script } from './echo-script.js';
import type { Contender } from './scenario.js';

/** The default profile with room for the script: every check is made, none strikes. */
export const roomy: Profile = {
  ...toolwrightProfile,
  limits: { ...toolwrightProfile.limits, rounds: 1000, callsPerRound: 1000, callsPerTurn: 1000 },
};

export interface ToolwrightOptions {
  readonly name?: string;
  readonly script: Script;
  readonly workspace: string;
  /** True: the tool answers a promise, and is watched by a timer. */
  readonly asynchronous?: boolean;
}

export function toolwright({ name, script, workspace, asynchronous }: ToolwrightOptions): Contender {
  const work = createEcho();
  const tool = echoTool(work, asynchronous);
  const open = () => openFor({ model: scriptedModel(script.rounds, { record: false }), workspace, tools: [tool] });
  return { name: name ?? 'toolwright', expected: script.expected, ...turnOf({ open, work, prompt: script.prompt }) };
}

export interface TurnOptions {
  readonly work: Echo;
  readonly prompt: string;
  open(): Promise<Session>;
}

/** One turn of a session, with somebody who watches. Opening the session and closing it are not timed: a loop has neither. */
export function turnOf({ work, prompt, open }: TurnOptions): Required<Pick<Contender, 'before' | 'run' | 'after'>> {
  let session: Session | undefined;
  let events = 0;
  let struck: string | undefined;
  return {
    async before() {
      work.runs = 0;
      events = 0;
      struck = undefined;
      session = await open();
      session.on(({ type }) => {
        events += 1;
        if (type === 'guard-warned' || type === 'guard-tripped') struck = type;
      });
    },
    async run() {
      if (session === undefined) throw new Error('the session is not open');
      const end = await session.send(prompt).result;
      if (end.reason !== 'answered' || events === 0) throw new Error(`the turn ended as ${end.reason}: ${end.message}`);
      if (struck !== undefined) throw new Error(`a check struck: ${struck}`);
      return { calls: work.runs, text: end.text };
    },
    async after() {
      await session?.close();
    },
  };
}

export interface OpenForOptions extends Pick<SessionOptions, 'model' | 'workspace' | 'tools' | 'store'> {
  /** The system message, where it is to be that of the others. */
  readonly system?: string;
}

export function openFor({ system, ...options }: OpenForOptions): Promise<Session> {
  const own: Profile = system === undefined ? roomy : { ...roomy, renderSystem: () => system };
  return openSession({ ...options, builtins: false, profile: own });
}

export function echoTool(work: Echo, asynchronous = false): Tool {
  return defineTool({
    ...echo,
    effects: 'none',
    run: asynchronous ? async ({ text }) => work.run(text) : ({ text }) => work.run(text),
  });
}
