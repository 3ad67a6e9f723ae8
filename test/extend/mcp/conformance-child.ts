// The client that the official suite tests: a session of ours, with a person who agrees to everything and signs in where they are
// told to. It is given the address of the server, and does what the scenario is about.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expandLaunch } from '../../../src/extend/mcp/expand.js';
import { loginKey } from '../../../src/extend/mcp/oauth/login-key.js';
import { createLogins } from '../../../src/extend/mcp/oauth/logins.js';
import { signIn } from '../../../src/extend/mcp/oauth/sign-in.js';
import type { ServerSettings } from '../../../src/extend/named-server.js';
import { noModel } from '../../../src/model/provider/no-model.js';
import { mcpServers } from '../../../src/session/mcp-servers.js';
import { openSession, type Session } from '../../../src/session/session.js';
import { isFailure } from '../../../src/tool/outcome.js';

const url = process.argv.at(-1) ?? '';
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Readonly<Record<string, string>>;
const home = mkdtempSync(join(tmpdir(), 'toolwright-conformance-'));
const env = { PATH: process.env['PATH'], HOME: home };

const { client_id: clientId, client_secret: clientSecret } = context;
const settings: ServerSettings = {
  url,
  oauth: {
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(scenario === 'auth/basic-cimd' && { clientId: 'https://conformance-test.local/client-metadata.json' }),
  },
};

/** So often a person does what they are told. */
const maxLogins = 3;

process.exitCode = (await run()) ? 0 : 1;

async function run(): Promise<boolean> {
  for (let logins = 0; ; logins += 1) {
    const failure = await useTools();
    if (failure === undefined) return true;
    process.stderr.write(`${failure}\n`);
    if (!failure.includes('toolwright servers login suite') || logins === maxLogins || !(await logIn())) return false;
  }
}

/** Connects, and calls every tool; the first failure, if there is one. */
async function useTools(): Promise<string | undefined> {
  const session = await openSession({
    workspace: home,
    env,
    model: noModel(),
    builtins: false,
    extensions: [mcpServers({ suite: settings })],
    onQuestion: (question) =>
      question.kind === 'approval'
        ? { choice: 'once' }
        : { choice: 'text', text: question.text.includes('suite asks:') ? '-' : (question.options[0] ?? '-') },
  });
  try {
    const failure = await called(session, 'mcp_connect', { server: 'suite' });
    if (failure !== undefined) return failure;
    const names = session.listTools().map(({ tool }) => tool.name);
    for (const name of names.filter((one) => one.startsWith('mcp__suite__'))) {
      const failed = await called(session, name, name.endsWith('add_numbers') ? { a: 5, b: 3 } : {});
      if (failed !== undefined) return failed;
    }
    return undefined;
  } finally {
    await session.close();
  }
}

async function called(session: Session, name: string, args: object): Promise<string | undefined> {
  const turn = session.call(name, args);
  await turn.result;
  const settled = await turn.settlement;
  return settled?.outcome === 'ok' ? undefined : (settled?.content ?? 'it was left without an end');
}

async function logIn(): Promise<boolean> {
  const launch = expandLaunch(settings, env);
  if (isFailure(launch) || launch.kind !== 'web') return false;
  const login = await signIn({
    key: loginKey({ name: 'suite', settings }, launch, home),
    launch,
    logins: createLogins(env),
    signal: AbortSignal.timeout(20_000),
    person: {
      allows: async () => true,
      async visit(page) {
        const answer = await fetch(page.url, { redirect: 'manual' });
        const location = answer.headers.get('location');
        return location !== null && (await fetch(location)).ok;
      },
    },
  });
  if (isFailure(login)) process.stderr.write(`${login.message}\n`);
  return !isFailure(login);
}
