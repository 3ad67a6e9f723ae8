import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseApproval } from '../../../src/agent/parse-approval.js';
import type { ScriptedCall, ScriptedRound } from '../../../src/model/provider/scripted.js';
import type { HarnessResult } from '../../../src/profile/local-harness/harness-result.js';
import { localHarnessApproval } from '../../../src/profile/local-harness/local-harness-data.js';
import type { Answer, Question } from '../../../src/run/question.js';
import type { SessionEvent } from '../../../src/session/event.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import type { Tool } from '../../../src/tool/tool.js';
import { type Approval, bodies, newFolder, open, play } from '../../session/open.js';

type Files = Readonly<Record<string, string | Buffer>>;

/** A new folder with these files. */
export function folderWith(files: Files): string {
  const folder = newFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A session of LocalHarness over a scripted model. Its home is an empty folder. */
export const openHarness = (
  rounds: readonly ScriptedRound[],
  { files = {}, ...options }: Partial<SessionOptions> & { readonly files?: Files } = {},
) =>
  open(rounds, {
    builtins: true,
    profile: 'local-harness',
    workspace: folderWith(files),
    env: { HOME: newFolder() },
    ...options,
  });

/** A user who types these lines at the prompts, the last one again and again. */
export function typing(...lines: readonly string[]) {
  const asked: Approval[] = [];
  const onQuestion = (question: Question): Answer => {
    if (question.kind !== 'approval') throw new Error(`${question.tool} asks something else`);
    const line = lines[Math.min(asked.length, lines.length - 1)] ?? '';
    asked.push(question);
    const parsed = parseApproval(line, localHarnessApproval, question);
    if (parsed.type === 'choose') return { choice: parsed.scope, rules: question.offers[0]?.rules ?? [] };
    if (parsed.type === 'answer') return parsed.answer;
    throw new Error(`${line} is no answer`);
  };
  return { asked, onQuestion };
}

/** A tool of the host that takes the project away: what looks at it then is a failure of the file system. */
export const goneTool = (workspace: string): Tool =>
  defineTool({
    name: 'gone',
    description: 'takes the project away',
    parameters: { type: 'object', properties: {} },
    effects: 'none',
    run: () => {
      rmSync(workspace, { recursive: true });
      return 'ok';
    },
  });

export const call = (name: string, args: object | string = {}): ScriptedCall => ({ name, arguments: args });

export const harnessResults = (events: readonly SessionEvent[]): readonly HarnessResult[] =>
  bodies(events, 'call-settled').map(({ content }) => JSON.parse(content) as HarnessResult);

/** The results of calls that are made one after the other, each allowed. */
export async function callHarness(
  calls: readonly ScriptedCall[],
  options: Parameters<typeof openHarness>[1] = {},
): Promise<readonly HarnessResult[]> {
  const session = await openHarness([{ calls }, { text: 'Done.' }], { ...typing('1'), ...options });
  const { events } = await play(session.send('go'));
  await session.close();
  return harnessResults(events);
}
