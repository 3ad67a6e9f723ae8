import { expect, it } from 'vitest';
import type { ServerSettings } from '../../../src/extend/named-server.js';
import { call, connecting, oddServer, type Played, playCalls, seenStore, toolsFile } from '../../extend/mcp/scene.js';
import { verifies } from '../../requirements.js';
import { type CaseVerdict, type PolicyCase, readCases, secretValue } from './read-cases.js';
import { makeFolders } from './scene.js';

type Input = Readonly<Record<string, unknown>>;

it('comes to the verdicts of the corpus on servers and what they do', async () => {
  verifies('mcp.policy.cases', 'mcp.results.bounded');
  const folders = makeFolders();
  const cases = readCases('mcp', folders);
  const wrong: unknown[] = [];
  for (const one of cases) {
    const got = await judge(one);
    const order: readonly CaseVerdict[] = ['allow', 'confirm', 'deny'];
    const [least, most] = [order.indexOf(one.expect), order.indexOf(one.max ?? one.expect)];
    if (order.indexOf(got) < least || order.indexOf(got) > most) wrong.push([one.id, got, one.expect, one.why]);
  }
  folders.remove();
  expect(cases.length).toBeGreaterThan(13);
  expect(wrong).toEqual([]);
}, 120_000);

/** `allow`: it was done unasked. `confirm`: the person was asked. `deny`: it was not done, or could not be. */
async function judge({ input, id }: PolicyCase): Promise<CaseVerdict> {
  const judges: Readonly<Record<string, (input: Input) => Promise<CaseVerdict>>> = {
    connect: judgeConnect,
    list_changed: judgeChange,
    tools: judgeTools,
    call: judgeCall,
    result: judgeResult,
    request: judgeRequest,
    lifecycle: judgeLifecycle,
  };
  const found = judges[String(input['event'])];
  if (found === undefined) throw new Error(`${id} has an unknown event`);
  return found(input);
}

const verdictOf = ({ questions, results }: Played): CaseVerdict => {
  if (results.at(-1)?.success !== true) return 'deny';
  return questions.length > 0 ? 'confirm' : 'allow';
};

/** In mode auto, where only what is asked about in every mode is asked about. */
async function judgeConnect({ server, url, approved_command: approved, command }: Input): Promise<CaseVerdict> {
  const settings = (words: unknown): ServerSettings => {
    const [script, how] = oddServer().args ?? [];
    return { command: process.execPath, args: [String(script), String(how), ...(words as readonly string[]).slice(1)] };
  };
  const name = String(server);
  if (url !== undefined)
    return verdictOf(await playCalls([connecting(name)], { servers: { [name]: { url: String(url) } }, mode: 'auto' }));
  if (approved === undefined)
    return verdictOf(await playCalls([connecting(name)], { servers: { [name]: oddServer() }, mode: 'auto' }));
  const store = await seenStore(settings(approved));
  return verdictOf(await playCalls([connecting()], { servers: { odd: settings(command) }, store, mode: 'auto' }));
}

async function judgeChange({ before, after }: Input): Promise<CaseVerdict> {
  const file = toolsFile([before as object]);
  const settings = oddServer('plain', { tools: file.path });
  const store = await seenStore(settings);
  file.write([after as object]);
  const name = `mcp__odd__${(after as { readonly name: string }).name}`;
  return verdictOf(await playCalls([call(name), call(name)], { servers: { odd: settings }, store, mode: 'auto' }));
}

async function judgeTools({ tools }: Input): Promise<CaseVerdict> {
  const whole = (tools as readonly object[]).map((tool) => ({ inputSchema: { type: 'object' }, ...tool }));
  const settings = oddServer('plain', { tools: toolsFile(whole).path });
  const played = await playCalls([connecting()], { servers: { odd: settings }, mode: 'auto' });
  const shown = played.questions.find(({ kind }) => kind === 'input');
  if (shown?.kind === 'input' && /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(shown.text)) return 'allow';
  return played.offered.some((name) => name.startsWith('mcp__odd__')) ? verdictOf(played) : 'deny';
}

const env = { PATH: process.env['PATH'], API_KEY: secretValue };

async function judgeCall({ tool, args = {}, display }: Input): Promise<CaseVerdict> {
  const definition = { name: String(tool), inputSchema: { type: 'object' }, ...(display as object | undefined) };
  const settings = oddServer('plain', { tools: toolsFile([definition]).path });
  const store = await seenStore(settings, { env });
  const name = `mcp__odd__${String(tool)}`;
  const played = await playCalls([call(name, args as object)], { servers: { odd: settings }, store, env });
  const [asked] = played.questions;
  return asked !== undefined && asked.tool !== name ? 'allow' : verdictOf(played);
}

async function judgeResult({ resource_link: uri, bytes }: Input): Promise<CaseVerdict> {
  const link = { content: [{ type: 'resource_link', uri, name: 'x' }] };
  const tools = [
    {
      name: uri === undefined ? 'huge' : 'link',
      inputSchema: { type: 'object' },
      ...(uri !== undefined && { answer: link }),
    },
  ];
  const settings = oddServer('plain', { tools: toolsFile(tools).path });
  const store = await seenStore(settings);
  const played = await playCalls([call(`mcp__odd__${tools[0]?.name}`, { bytes: Number(bytes) })], {
    servers: { odd: settings },
    store,
  });
  const said = JSON.stringify(played.results);
  if (bytes !== undefined) return said.length < 1_048_576 ? 'deny' : 'allow';
  return said.includes('not looked at') ? 'deny' : 'allow';
}

async function judgeRequest(): Promise<CaseVerdict> {
  const store = await seenStore(oddServer());
  const { results } = await playCalls([call('mcp__odd__sample')], { store });
  return String(results[0]?.data).includes('refused') ? 'deny' : 'allow';
}

async function judgeLifecycle({ hang }: Input): Promise<CaseVerdict> {
  if (hang !== undefined) {
    const settings = oddServer('plain', { callTimeoutMs: 200 });
    const store = await seenStore(settings);
    return verdictOf(await playCalls([call('mcp__odd__hang')], { servers: { odd: settings }, store }));
  }
  const settings = oddServer('stubborn');
  const store = await seenStore(settings);
  const { results } = await playCalls([call('mcp__odd__stubborn')], { servers: { odd: settings }, store });
  try {
    process.kill(Number(results[0]?.data), 0);
    return 'deny';
  } catch {
    return 'allow';
  }
}
