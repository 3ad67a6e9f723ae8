import { spawn } from 'node:child_process';
import { root } from './root.mjs';

/**
 * Runs one step of a check: a line with its time when it is clean, its whole output when it is not. A step may name a
 * pattern of its output that is not clean even when the command says so.
 */
export async function runStep({ name, command: [program, ...args], remark }) {
  const started = performance.now();
  const { code, output } = await run(program, args);
  const clean = code === 0 && (remark === undefined || !remark.test(output));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${clean ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds.padStart(6)} s`);
  if (!clean) console.log(`\n${output.trimEnd()}\n`);
  return clean;
}

function run(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (chunk) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.on('error', (error) => resolve({ code: 1, output: `${output}${program}: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
