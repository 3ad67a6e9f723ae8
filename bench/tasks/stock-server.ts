import type { ServerSettings } from '../../src/extend/named-server.js';

/** A small MCP server with one tool. It has its data from a variable, so that no file of the task holds the answer. */
export const stockServer: ServerSettings = {
  command: process.execPath,
  args: [
    '-e',
    `const stock = JSON.parse(process.env.STOCK);
const send = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
const tool = {
  name: 'lookup_part',
  description: 'Gives how many pieces of a part there are, and what one costs.',
  inputSchema: { type: 'object', properties: { part: { type: 'string', description: 'Such as P-100.' } }, required: ['part'] },
};
const look = ({ part }) => (stock[part] ? JSON.stringify({ part, ...stock[part] }) : 'There is no part ' + part);
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') send(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'stock', version: '1' } });
  else if (method === 'tools/list') send(id, { tools: [tool] });
  else if (method === 'tools/call') send(id, { content: [{ type: 'text', text: look(params.arguments) }] });
  else if (id !== undefined) send(id, {});
});`,
  ],
  env: {
    STOCK: JSON.stringify({
      'P-113': { pieces: 12, price: 4.2 },
      'P-114': { pieces: 3417, price: 0.4 },
      'P-115': { pieces: 90, price: 0.35 },
    }),
  },
};
