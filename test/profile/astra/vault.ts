import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ScriptedRound } from '../../../src/model/provider/scripted.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { type Approval, bodies, newFolder, open, play } from '../../session/open.js';

export interface VaultOptions extends Partial<SessionOptions> {
  readonly files?: Readonly<Record<string, string>>;
  /** What the person says to every question; they are there unless it is `nobody`. */
  readonly says?: 'once' | 'deny' | 'nobody';
}

/** A session of the profile over a vault with these files; the model says these texts in turn. */
export async function openVault(says: readonly (string | ScriptedRound)[], options: VaultOptions = {}) {
  const { files = {}, says: answer = 'once', ...more } = options;
  const workspace = newFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  const asked: Approval[] = [];
  const session = await open(
    says.map((round) => (typeof round === 'string' ? { text: round } : round)),
    {
      workspace,
      builtins: true,
      profile: 'astra',
      ...(answer !== 'nobody' && {
        onQuestion: (question) => {
          if (question.kind === 'approval') asked.push(question);
          return { choice: answer };
        },
      }),
      ...more,
    },
  );
  return {
    session,
    workspace,
    asked,
    read: (path: string) => readFileSync(join(workspace, path), 'utf8'),
    /** What a turn brought: its end, its events and what the model was told of its calls. */
    async ask(text = 'go') {
      const { events, end, types } = await play(session.send(text));
      const told = bodies(events, 'call-settled').map(({ content }) => content);
      const problems = bodies(events, 'message-problem').map(({ code }) => code);
      return { events, end, types, told, problems };
    },
    /** The messages of the last request, without the system message. */
    last: () => (session.requests.at(-1)?.messages ?? []).slice(1),
  };
}

/** A call as the document writes it. */
export const block = (name: string, args?: object): string =>
  `<tool_call>\n${JSON.stringify({ name, ...(args !== undefined && { arguments: args }) })}\n</tool_call>`;
