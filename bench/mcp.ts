import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { scriptedModel } from '../src/model/provider/scripted.js';
import { parseRuleList } from '../src/policy/rule/rule-list.js';
import { mcpServers } from '../src/session/mcp-servers.js';
import { openSession, type Session } from '../src/session/session.js';
import { createMemoryStore } from '../src/store/memory.js';
import { openSqliteStore } from '../src/store/sqlite.js';
import type { Store } from '../src/store/store.js';
import type { Contender, Done, Scenario, ScenarioOptions } from './scenario.js';
import { roomy } from './toolwright-loop.js';
import { packageFolder } from './versions.js';

/**
 * A call of a real server over stdio: the whole road of it, against the official client and nothing else. A message makes ten
 * calls, one after the other: what a round of the model costs is told by other races. Both start the same program, and neither confines it: the sandbox costs when a server is started, which
 * is not timed for either, and a call goes through the same two pipes in it. Each run has a server of its own, which has
 * answered the same calls before, so that none meets one that is warmer.
 */
export async function mcp({ folder, smoke }: ScenarioOptions): Promise<Scenario> {
  const size = { calls: smoke ? 3 : 200, before: smoke ? 1 : 100 };
  const race = `${size.calls} calls of an MCP server`;
  const path = join(folder, 'mcp.db');
  const memory = 'toolwright, memory';
  const sqlite = 'toolwright, SQLite';
  return {
    races: [
      {
        name: race,
        repetitions: smoke ? 1 : 30,
        contenders: [
          clientAlone(size),
          throughRoad({ name: memory, folder, size, open: async () => createMemoryStore() }),
          throughRoad({
            name: sqlite,
            folder,
            size,
            open: () => openSqliteStore({ path }),
            remove: () => {
              for (const suffix of ['', '-wal', '-shm', '.leases', '.blobs'])
                rmSync(path + suffix, { recursive: true, force: true });
            },
          }),
        ],
      },
    ],
    bars: [
      { race, contender: memory, against: alone, limit: 1.3, says: `${race}, against the client alone` },
      { race, contender: sqlite, against: alone, limit: 1.8, says: `${race} in SQLite, against the client alone` },
    ],
    close: async () => {},
  };
}

const alone = 'the client alone';

interface Size {
  readonly calls: number;
  /** Made before anything is timed. */
  readonly before: number;
}

const server = {
  command: process.execPath,
  args: [join(packageFolder('@modelcontextprotocol/server-everything'), 'dist/index.js')],
};

const messageOf = (index: number): string => `call ${index}`;
const expectedOf = ({ calls }: Size): Done => ({ calls, text: `Echo: ${messageOf(calls - 1)}` });

function clientAlone(size: Size): Contender {
  let client: Client | undefined;
  const callAll = async (count: number): Promise<string> => {
    let text = '';
    for (let index = 0; index < count; index += 1) {
      const result = await client?.callTool({ name: 'echo', arguments: { message: messageOf(index) } });
      const [block] = result?.content ?? [];
      text = block?.type === 'text' ? block.text : '';
    }
    return text;
  };
  return {
    name: alone,
    expected: expectedOf(size),
    async before() {
      client = new Client({ name: 'bench', version: '1' }, {});
      await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
      await client.listTools();
      await callAll(size.before);
    },
    run: async () => ({ calls: size.calls, text: await callAll(size.calls) }),
    after: async () => client?.close(),
  };
}

interface Road {
  readonly name: string;
  readonly folder: string;
  readonly size: Size;
  open(): Promise<Store>;
  remove?(): void;
}

/** Nobody is asked, because rules allow it, after text from outside came in too. */
function throughRoad({ name, folder, size, open, remove }: Road): Contender {
  let store: Store | undefined;
  let session: Session | undefined;
  let calls = 0;
  let text = '';
  let isTimed = false;
  return {
    name,
    expected: expectedOf(size),
    async before() {
      store = await open();
      isTimed = false;
      session = await openSession({
        workspace: folder,
        builtins: false,
        profile: roomy,
        store,
        sandbox: 'off',
        rules,
        model: scriptedModel(roundsOf(size), { record: false }),
        extensions: [mcpServers({ all: server })],
        onQuestion: (question) => {
          if (isTimed) throw new Error(`somebody was asked: ${JSON.stringify(question)}`);
          return question.kind === 'approval' ? { choice: 'once' } : { choice: 'text', text: 'use them' };
        },
      });
      session.on((event) => {
        if (event.type !== 'call-settled' || event.body.outcome !== 'ok') return;
        calls += 1;
        text = event.body.content;
      });
      await session.send('Connect.').result;
    },
    async run() {
      isTimed = true;
      calls = 0;
      await session?.send('Call.').result;
      // What a server says is set apart by a line above it and one below.
      return { calls, text: (JSON.parse(text) as { readonly data: string }).data.split('\n')[1] ?? '' };
    },
    async after() {
      await session?.close();
      await store?.close();
      remove?.();
    },
  };
}

const tool = 'mcp__all__echo';

const { rules } = parseRuleList([{ allow: tool }, { allow: tool, when: { tainted: true } }], {
  layer: 'user',
  file: 'bench',
  line: 1,
});

const roundsOf = ({ calls, before }: Size) => [
  { calls: [{ name: 'mcp_connect', arguments: { server: 'all' } }] },
  ...echoes(before),
  { text: 'connected' },
  ...echoes(calls),
  { text: 'done' },
];

const perRound = 10;

const echoes = (count: number) =>
  Array.from({ length: Math.ceil(count / perRound) }, (_, round) => ({
    calls: Array.from({ length: Math.min(perRound, count - round * perRound) }, (_call, at) => ({
      name: tool,
      arguments: { message: messageOf(round * perRound + at) },
    })),
  }));
