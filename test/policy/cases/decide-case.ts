import { builtinTools } from '../../../src/builtin/builtin-tools.js';
import { createPolicy } from '../../../src/policy/create-policy.js';
import type { Mode } from '../../../src/policy/policy.js';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import { createMask } from '../../../src/policy/secret/create-mask.js';
import { createPreview } from '../../../src/session/preview-calls.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { type Folders, type PolicyCase, secretValue } from './read-cases.js';
import { type Fixture, makeFixture } from './scene.js';
import { caseVerdict, type ScoredCase } from './score.js';

const modes: Readonly<Record<string, Mode>> = { 'auto-edit': 'edit', yolo: 'auto', default: 'ask' };

/** The mode a case names, in our words. */
export const caseMode = (mode: string | undefined): Mode => modes[mode ?? ''] ?? ((mode ?? 'ask') as Mode);

export interface AskedCall {
  readonly tool: string;
  readonly arguments: object;
}

const secrets = createMask({ secrets: [{ name: 'API_KEY', value: secretValue }] });

/** A tool of a server, which reads all that it is given. */
export const serverTool = defineTool({
  name: 'docs__search',
  description: 'searches',
  parameters: { type: 'object' },
  source: 'mcp',
  effects: 'outside',
  run: () => null,
});

/** The verdict of the policy on the call a case stands for. */
export async function decideCase(one: PolicyCase, asked: AskedCall, folders: Folders): Promise<ScoredCase> {
  const { mode, rules, interactive, fixture, tainted } = one.input as {
    readonly mode?: string;
    readonly rules?: unknown;
    readonly interactive?: boolean;
    readonly fixture?: readonly Fixture[];
    readonly tainted?: boolean;
  };
  const env = makeFixture(fixture ?? [], folders);
  const parsed = rules === undefined ? undefined : parseRuleList(rules, { layer: 'user', file: 'case', line: 1 });
  if (parsed !== undefined && parsed.problems.length > 0) throw new Error(`${one.id}: ${parsed.problems[0]?.message}`);
  const policy = createPolicy({
    places: { root: folders.ws, home: folders.home, own: [] },
    secrets,
    ...(parsed !== undefined && { rules: parsed.rules }),
  });
  const look = createPreview({
    workspace: folders.ws,
    tools: [...builtinTools, serverTool],
    policy: tainted === undefined ? policy : { decide: (input) => policy.decide({ ...input, tainted }) },
    mode: caseMode(mode),
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folders.home, ...env },
    sandboxed: true,
  });
  const preview = await look({ name: asked.tool, arguments: JSON.stringify(asked.arguments) });
  if (preview.type === 'refused') return { one, got: 'deny', reasons: [preview.message] };
  const { verdict, reasons } = preview.decision;
  return { one, got: verdict === 'ask' && interactive === false ? 'deny' : caseVerdict(verdict), reasons };
}
