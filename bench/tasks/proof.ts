import { noModel } from '../../src/model/provider/no-model.js';
import { openSession } from '../../src/session/session.js';
import type { TaskFolder } from './folder.js';
import type { RunTaskOptions } from './run-task.js';
import type { Proof } from './task.js';

/** What the model wrote is run as confined as its own commands are: in a session that no model speaks in. */
export async function proofProblem(
  { files = {}, command }: Proof,
  { folder, options: { sandbox, env } }: { readonly folder: TaskFolder; readonly options: RunTaskOptions },
): Promise<string | undefined> {
  folder.add(files);
  const session = await openSession({
    workspace: folder.path,
    model: noModel(),
    sandbox,
    env,
    onQuestion: (question) =>
      question.kind === 'approval' && (question.sandboxed || sandbox === 'off')
        ? { choice: 'once' }
        : { choice: 'deny' },
  });
  try {
    const proved = `{ ${command}; } && printf 'proof-%s' passed`;
    const settlement = await session.call('run_command', { command: proved, timeout_ms: 20_000 }).settlement;
    return settlement?.content.includes('proof-passed') === true ? undefined : `\`${command}\` fails`;
  } finally {
    await session.close();
  }
}
