import { calls, says } from '../calls.js';
import { answerHas, changesOnly, jsonIs, toolUsed } from '../checks.js';
import { tasksOf } from '../task.js';

/** What only the tools of an MCP server know. */
export const serverTasks = tasksOf('server', [
  {
    name: 'ask-a-server',
    prompt: 'How many pieces of the part P-114 are there? The server stock knows. Answer with the number.',
    files: { 'parts.txt': 'P-113 hinge\nP-114 bolt\nP-115 nut\n' },
    server: true,
    checks: [toolUsed(/lookup_part/i), answerHas(/\b3417\b|\b3[,. {2}]417\b/), changesOnly()],
    solution: [
      calls(['mcp_connect', { server: 'stock' }]),
      calls(['tool_search', { server: 'stock' }]),
      calls(['mcp__stock__lookup_part', { part: 'P-114' }]),
      says('There are 3417 pieces of P-114.'),
    ],
  },
  {
    name: 'server-to-file',
    rounds: 16,
    prompt:
      'order.txt lists parts. Ask the server stock for the price of each, and write prices.json: an object with the price of each part as a number, by its name.',
    files: { 'order.txt': 'P-115\nP-113\n' },
    server: true,
    checks: [
      toolUsed(/lookup_part/i),
      jsonIs('prices.json', { 'P-115': 0.35, 'P-113': 4.2 }),
      changesOnly('prices.json'),
    ],
    solution: [
      calls(['read_file', { path: 'order.txt' }], ['mcp_connect', { server: 'stock' }]),
      calls(['tool_search', { server: 'stock' }]),
      calls(['mcp__stock__lookup_part', { part: 'P-115' }], ['mcp__stock__lookup_part', { part: 'P-113' }]),
      calls(['write_file', { path: 'prices.json', content: '{ "P-115": 0.35, "P-113": 4.2 }\n' }]),
      says('prices.json has both prices.'),
    ],
  },
]);
