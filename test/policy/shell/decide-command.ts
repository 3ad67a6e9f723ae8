import { builtinTools } from '../../../src/builtin/builtin-tools.js';
import { createPolicy } from '../../../src/policy/create-policy.js';
import type { Verdict } from '../../../src/policy/policy.js';
import { createPreview } from '../../../src/session/preview-calls.js';
import type { Folders } from '../cases/read-cases.js';
import { secretVariable } from './fuzz-scene.js';

/** The variables commands are decided with, and run with. */
export const fuzzEnv = (home: string): Readonly<Record<string, string>> => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: home,
  ...secretVariable,
});

/** What becomes of commands in mode `ask`. */
export function commandDecider({ ws, home }: Folders): (command: string) => Promise<Verdict | 'refused'> {
  const look = createPreview({
    workspace: ws,
    tools: builtinTools,
    policy: createPolicy({ places: { root: ws, home, own: [] } }),
    mode: 'ask',
    env: fuzzEnv(home),
    sandboxed: true,
  });
  return async (command) => {
    const preview = await look({ name: 'run_command', arguments: JSON.stringify({ command }) });
    return preview.type === 'decided' ? preview.decision.verdict : 'refused';
  };
}
