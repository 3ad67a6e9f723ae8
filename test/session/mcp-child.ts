// Calls a tool of an MCP server that notes the call and does not answer, and kills itself as soon as that is noted.
import { existsSync } from 'node:fs';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { mcpServers } from '../../src/session/mcp-servers.js';
import { openSession } from '../../src/session/session.js';

const [store = '', workspace = '', script = '', tools = '', noted = ''] = process.argv.slice(2);

const session = await openSession({
  model: scriptedModel([
    { calls: [{ name: 'mcp_connect', arguments: { server: 'odd' } }] },
    { calls: [{ name: 'mcp__odd__count', arguments: { file: noted } }] },
    { text: 'Done.' },
  ]),
  store,
  workspace,
  builtins: false,
  sandbox: 'off',
  exposure: { inactiveCalls: 'run' },
  extensions: [mcpServers({ odd: { command: process.execPath, args: [script, 'plain', tools] } })],
  onQuestion: (question) =>
    question.kind === 'approval' ? { choice: 'once' } : { choice: 'text', text: question.options[0] ?? '' },
});
process.stdout.write(`${session.id}\n`);
setInterval(() => existsSync(noted) && process.kill(process.pid, 'SIGKILL'), 10);
await session.send('count').result;
