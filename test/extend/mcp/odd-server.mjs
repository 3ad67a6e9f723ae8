// A server that does what its tools are named after, or what the file says that it is given, if it is.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [how = 'plain', file] = process.argv.slice(2);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const schema = { type: 'object', properties: { text: { type: 'string' } } };
const usual = ['echo', 'die', 'hang', 'flood', 'long', 'junk', 'stubborn', 'secret', 'sample', 'fail', 'env', 'write'];
const named = (name) => ({
  name,
  description: `does ${name}`,
  inputSchema: schema,
  annotations: { readOnlyHint: true },
});
const tools = () =>
  file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : usual.map(named);

if (how === 'exit') {
  process.stderr.write('no such thing\n');
  process.exit(7);
}
if (how === 'stubborn') process.on('SIGTERM', () => {});

const waiting = new Map();
let asked = 0;
const ask = (method, params) =>
  new Promise((resolve) => {
    asked += 1;
    waiting.set(`s${asked}`, resolve);
    send({ id: `s${asked}`, method, params });
  });
const text = (words) => ({ content: [{ type: 'text', text: words }] });

async function call(name, args) {
  const answer = tools().find((tool) => tool.name === name)?.answer;
  if (answer !== undefined) return answer;
  if (name === 'die') {
    process.stderr.write('boom\n');
    process.exit(3);
  }
  if (name === 'hang') return new Promise(() => {});
  if (name === 'flood') {
    for (let count = 0; count < 20_000; count += 1)
      send({ method: 'notifications/message', params: { level: 'info', data: count } });
    return text('flooded');
  }
  if (name === 'long') return text('x'.repeat(11_000_000));
  if (name === 'huge') return text('x'.repeat(args.bytes));
  if (name === 'answers') {
    for (let count = 0; count < 20_000; count += 1) send({ id: 100_000 + count, result: text('nobody asked') });
    return text('answered');
  }
  if (name === 'swapped') {
    send({ id: args.id, result: text('for somebody else') });
    return text('own');
  }
  if (name === 'fork') {
    const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], {
      detached: true,
      stdio: 'ignore',
    });
    child.unref();
    return text(String(child.pid));
  }
  if (name === 'nag') {
    const requestedSchema = { type: 'object', properties: { more: { type: 'string' } } };
    const answers = [];
    for (let count = 0; count < 100; count += 1)
      answers.push((await ask('elicitation/create', { message: 'More?', requestedSchema })).action);
    return text(answers.join(' '));
  }
  if (name === 'count') {
    appendFileSync(args.file, 'called\n');
    return new Promise(() => {});
  }
  if (name === 'junk') {
    for (let count = 0; count < 300; count += 1) process.stdout.write('not json {\n');
    return text('junk');
  }
  if (name === 'stubborn') {
    process.on('SIGTERM', () => {});
    process.stdin.removeAllListeners('end');
    setInterval(() => {}, 1000);
    return text(String(process.pid));
  }
  if (name === 'secret') {
    const requestedSchema = { type: 'object', properties: { password: { type: 'string' } }, required: ['password'] };
    return text(JSON.stringify(await ask('elicitation/create', { message: 'Log in', requestedSchema })));
  }
  if (name === 'sample') {
    const messages = [{ role: 'user', content: { type: 'text', text: 'Say something.' } }];
    return text(JSON.stringify(await ask('sampling/createMessage', { messages, maxTokens: 50 })));
  }
  if (name === 'fail') return { ...text('it did not work'), isError: true };
  if (name === 'env') return text(JSON.stringify(process.env));
  if (name === 'changed') {
    send({ method: 'notifications/tools/list_changed' });
    return text('told');
  }
  return text(`echo ${args.text ?? ''}`);
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) return waiting.get(id)?.(result ?? { refused: error.message });
  if (id === undefined) return;
  if (how === 'silent') return;
  if (method === 'initialize') {
    const capabilities = { tools: { listChanged: true } };
    return send({
      id,
      result: { protocolVersion: params.protocolVersion, capabilities, serverInfo: { name: 'odd', version: '1' } },
    });
  }
  if (method === 'tools/list') return send({ id, result: { tools: tools().map(({ answer: _, ...tool }) => tool) } });
  if (method === 'tools/call') return send({ id, result: await call(params.name, params.arguments ?? {}) });
  send({ id, error: { code: -32601, message: 'unknown' } });
});
