import { expect, it } from 'vitest';
import { readFile } from '../../../src/builtin/file/read-file.js';
import { writeFile } from '../../../src/builtin/file/write-file.js';
import { runCommand } from '../../../src/builtin/shell/run-command.js';
import { findDialect } from '../../../src/dialect/find-dialect.js';
import { readMessage } from '../../../src/dialect/read-message.js';
import { type ScriptedRound, scriptedModel } from '../../../src/model/provider/scripted.js';
import { createBareProcesses } from '../../../src/sandbox/bare-process.js';
import { openSession } from '../../../src/session/session.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import type { Tool } from '../../../src/tool/tool.js';
import { type CaseVerdict, caseVerdicts, type Folders, readCases } from './read-cases.js';
import { makeFolders } from './scene.js';
import { expectScore, type ScoredCase } from './score.js';

const parameters = { type: 'object', properties: {}, additionalProperties: false } as const;
const tools: readonly Tool[] = [
  readFile,
  writeFile,
  { ...runCommand, name: 'shell' },
  defineTool({ name: 'list_tools', description: 'lists tools', parameters, effects: 'none', run: () => [] }),
];

interface Envelope {
  readonly channel: 'structured' | 'text' | 'tool_result';
  readonly text?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly calls_gen?: { readonly times: number; readonly call: { readonly name: string; readonly arguments: string } };
  readonly finish?: 'length';
}

it('decides what the model wrote in the corpus', async () => {
  const folders = makeFolders();
  const scored: ScoredCase[] = [];
  for (const one of readCases('envelope', folders)) {
    const { verdicts, count } = await playEnvelope(one.input as unknown as Envelope, folders);
    const strictest = Math.max(...verdicts.map((verdict) => caseVerdicts.indexOf(verdict)), -1);
    const got: CaseVerdict = caseVerdicts[strictest] ?? 'deny';
    if (one.assert?.['calls'] !== undefined) expect([one.id, count]).toEqual([one.id, one.assert['calls']]);
    scored.push({ one, got, reasons: [] });
  }
  folders.remove();
  expect(scored.length).toBeGreaterThan(15);
  expectScore(scored);
}, 120_000);

interface Played {
  /** What became of each call. None when nothing was called. */
  readonly verdicts: readonly CaseVerdict[];
  readonly count: number;
}

async function playEnvelope(input: Envelope, { ws, home }: Folders): Promise<Played> {
  const page = defineTool({ name: 'page', description: 'a page', parameters, effects: 'none', run: () => input.text });
  const session = await openSession({
    model: scriptedModel(roundsOf(input)),
    workspace: ws,
    env: { HOME: home },
    builtins: false,
    tools: [...tools, page],
    process: {
      ...createBareProcesses({ env: {} }),
      sandboxed: true,
      run: async () => ({ state: 'exited', exitCode: 0 }),
    },
  });
  const verdicts: CaseVerdict[] = [];
  let count = 0;
  for await (const event of session.send('go')) {
    if (event.type === 'call-admitted') count += 1;
    if (event.type === 'call-decided')
      verdicts.push(event.body.verdict === 'ask' ? 'confirm' : event.body.verdict === 'deny' ? 'deny' : 'allow');
    if (event.type === 'call-refused') verdicts.push('deny');
  }
  await session.close();
  // The call that brought the page is the test's own; what the page says must call nothing.
  return input.channel === 'tool_result' ? { verdicts: verdicts.slice(1), count: count - 1 } : { verdicts, count };
}

function roundsOf({ channel, text = '', calls, calls_gen, finish }: Envelope): readonly ScriptedRound[] {
  const last = { text: 'done' };
  // Written calls are in `<tool_call>` here, the format of y-agent: what is not is none.
  if (channel === 'text') return [{ calls: readMessage(text, { dialect: findDialect('y_agent'), tools }).calls }, last];
  if (channel === 'tool_result') return [{ calls: [{ name: 'page', arguments: {} }] }, last];
  const many = Array.from({ length: calls_gen?.times ?? 0 }, (_, index) => ({ ...calls_gen?.call, id: `c${index}` }));
  const all = [...(calls ?? []), ...many] as ScriptedRound['calls'];
  return [{ ...(all !== undefined && { calls: all }), ...(finish !== undefined && { stop: finish }) }, last];
}
