import { expect, it } from 'vitest';
import { createMask } from '../../src/policy/secret/create-mask.js';
import { maskedBlobs, maskedProcesses } from '../../src/run/masked-ports.js';
import { createBareProcesses } from '../../src/sandbox/bare-process.js';
import { createMemoryBlobs } from '../../src/store/memory-blobs.js';
import type { ProcessStart } from '../../src/tool/port.js';
import { verifies } from '../requirements.js';

const value = 'kx-test-7d1f0c2a9b8e4f60';
const [head, tail] = [value.slice(0, 11), value.slice(11)];
const mask = createMask({ secrets: [{ name: 'API_KEY', value }] });

function processes() {
  const counts: number[] = [];
  const heard: [string, string][] = [];
  const port = maskedProcesses(createBareProcesses({ env: { PATH: process.env['PATH'] } }), {
    mask,
    onMasked: (count) => counts.push(count),
  });
  const onOutput: NonNullable<ProcessStart['onOutput']> = (chunk, stream) =>
    void heard.push([stream, Buffer.from(chunk).toString()]);
  const said = (wanted: string): string =>
    heard
      .filter(([stream]) => stream === wanted)
      .map(([, text]) => text)
      .join('');
  return { port, counts, heard, onOutput, said };
}

it('masks what a process prints, also in pieces and beside the other stream, and loses nothing', async () => {
  verifies('secret.exit.output');
  const { port, counts, onOutput, said } = processes();
  const command = `printf 'a %s' ${head}; sleep 0.1; printf 'err ${head}' >&2; sleep 0.1; printf '%s b\n' ${tail}; printf 'or not\n' >&2; printf ${head}`;
  const end = await port.run({ command, cwd: '/', timeoutMs: 20_000, onOutput });
  expect(end).toEqual({ state: 'exited', exitCode: 0 });
  expect(said('stdout')).toBe(`a [masked:API_KEY] b\n${head}`);
  expect(said('stderr')).toBe(`err ${head}or not\n`);
  expect(counts).toEqual([1]);
});

it('passes on what was held back when a process is ended', async () => {
  verifies('secret.exit.output');
  const { port, counts, onOutput, said } = processes();
  const end = await port.run({ command: `printf ${head}; sleep 60`, cwd: '/', timeoutMs: 500, onOutput });
  expect(end.state).toBe('timed-out');
  expect(said('stdout')).toBe(head);
  expect(counts).toEqual([]);
});

it('masks what a process prints that goes on', async () => {
  verifies('secret.exit.output');
  const { port, counts, onOutput, said } = processes();
  const running = await port.start({ command: 'cat', cwd: '/', onOutput });
  await running.write(`x ${head}`);
  await running.write(`${tail} y`);
  running.end();
  await running.ended;
  expect(said('stdout')).toBe('x [masked:API_KEY] y');
  expect(counts).toEqual([1]);
});

it('leaves programs of our own and servers to the tools that read them', async () => {
  verifies('secret.exit.output');
  const { port, onOutput, said } = processes();
  await port.run({ command: ['printf', value], cwd: '/', timeoutMs: 20_000, own: true, onOutput });
  await (await port.start({ command: ['printf', value], cwd: '/', profile: 'server', onOutput })).ended;
  expect(said('stdout')).toBe(value + value);
});

it('keeps blobs masked, written whole or in pieces, and reads what lies there', async () => {
  verifies('secret.exit.blobs');
  const raw = createMemoryBlobs();
  const blobs = maskedBlobs(raw, mask);
  const text = async (address: string): Promise<string> => Buffer.from((await blobs.read(address)) ?? []).toString();
  expect(await text(await blobs.write(`a ${value}`))).toBe('a [masked:API_KEY]');
  expect(await text(await blobs.write(Buffer.from(`b ${value}`)))).toBe('b [masked:API_KEY]');
  const writer = blobs.writer();
  for (const piece of ['c ', head, tail, ' d', head]) writer.write(Buffer.from(piece));
  const { address } = await writer.end();
  expect(await text(address)).toBe(`c [masked:API_KEY] d${head}`);
  const binary = Uint8Array.from([0, 255, 254, 10, 0]);
  expect(await blobs.read(await blobs.write(binary))).toEqual(Buffer.from(binary));
  expect(await text(await raw.write(value))).toBe(value);
});
