import { createSandbox } from '../../src/sandbox/create-sandbox.js';

/** A process of its own that runs one confined command and prints how it went: it can be killed, or be another user's. */
interface Drive {
  readonly root: string;
  readonly home: string;
  readonly command: string;
  readonly limits?: { readonly processes?: number };
}

const { root, home, command, limits = {} } = JSON.parse(process.argv[2] ?? '') as Drive;
const port = createSandbox({
  env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  root,
  home,
  own: [],
  mode: () => 'edit',
  hosts: () => [],
  limits,
});
let output = '';
const end = await port.run({
  command,
  cwd: root,
  timeoutMs: 30_000,
  onOutput: (chunk) => {
    if (output.length < 10_000) output += Buffer.from(chunk).toString();
  },
});
process.stdout.write(JSON.stringify({ end, output, sandboxed: port.sandboxed }));
