import { defined } from '../base/defined.js';
import type { Mask } from '../policy/secret/mask.js';
import type { BlobPort, ProcessPort, ProcessStart } from '../tool/port.js';

/** Blobs whose content is masked before it is kept. What is read is what lies there. */
export function maskedBlobs(blobs: BlobPort, mask: Mask): BlobPort {
  return {
    size: (address) => blobs.size(address),
    read: (address) => blobs.read(address),
    write: (content, options) =>
      blobs.write(typeof content === 'string' ? mask.text(content).text : maskedBytes(content, mask), options),
    writer() {
      const writer = blobs.writer();
      const stream = mask.stream();
      const write = (chunk: Uint8Array): void => {
        if (chunk.length > 0) writer.write(chunk);
      };
      return {
        write: (chunk) => write(stream.push(chunk)),
        end() {
          write(stream.end());
          return writer.end();
        },
        discard: () => writer.discard(),
      };
    },
  };
}

function maskedBytes(content: Uint8Array, mask: Mask): Uint8Array {
  const stream = mask.stream();
  const parts = [stream.push(content), stream.end()];
  return stream.count === 0 ? content : Buffer.concat(parts);
}

interface Masking {
  readonly mask: Mask;
  /** Told, once a process has ended, how many secrets were masked in what it printed. */
  onMasked(count: number): void;
}

/** Processes whose output is masked before anybody sees it. */
export function maskedProcesses(port: ProcessPort, masking: Masking): ProcessPort {
  return {
    // What is handed over is masked by who takes it.
    ...defined({ handOver: port.handOver }),
    get sandboxed() {
      return port.sandboxed;
    },
    get env() {
      return port.env ?? {};
    },
    async run(request) {
      const output = maskedOutput(request, masking);
      try {
        return await port.run(output === undefined ? request : { ...request, onOutput: output.take });
      } finally {
        output?.end();
      }
    },
    async start(request) {
      const output = maskedOutput(request, masking);
      if (output === undefined) return port.start(request);
      const running = await port.start({ ...request, onOutput: output.take });
      return { ...running, ended: running.ended.finally(output.end) };
    },
  };
}

type OnOutput = NonNullable<ProcessStart['onOutput']>;

interface MaskedOutput {
  readonly take: OnOutput;
  /** Passes on what was held back. */
  end(): void;
}

/**
 * Each stream is masked by itself, and what one holds back does not hold up the other. What a program of our own prints,
 * or a server, is read word for word, and masked in the result of the call; what goes to a terminal is masked where its screen
 * is read, on which a secret may stand in pieces.
 */
function maskedOutput(request: ProcessStart, { mask, onMasked }: Masking): MaskedOutput | undefined {
  const { onOutput, own, profile, terminal } = request;
  if (onOutput === undefined || own === true || profile === 'server' || terminal !== undefined) return undefined;
  const streams = { stdout: mask.stream(), stderr: mask.stream() };
  const pass: OnOutput = (chunk, name) => {
    if (chunk.length > 0) onOutput.call(request, chunk, name);
  };
  return {
    take: (chunk, name) => pass(streams[name].push(chunk), name),
    end() {
      pass(streams.stdout.end(), 'stdout');
      pass(streams.stderr.end(), 'stderr');
      const { stdout, stderr } = streams;
      if (stdout.count + stderr.count > 0) onMasked(stdout.count + stderr.count);
    },
  };
}
