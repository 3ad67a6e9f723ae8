import { createByteTail } from '../../base/byte-tail.js';
import { readHostSign } from './host-sign.js';
import { readPathSign } from './path-sign.js';
import type { Sign } from './sign.js';

export type RefusalWatch = ReturnType<typeof createRefusalWatch>;

/** Of each stream so much of its beginning and of its end is read, once the process has ended: output may be endless. */
const maxPart = 128 * 1024;
/** Of a longer line, the end is read: the error stands there. */
const maxLine = 4096;
/** Lines that may be signs; of more, the first and the last ones. */
const maxLines = 200;
const linesAbove = 4;

/** Keeps what of a process's output may tell of a refusal. */
export function createRefusalWatch() {
  const streams = { stdout: createEnds(), stderr: createEnds() };
  return {
    push: (chunk: Uint8Array, stream: 'stdout' | 'stderr'): void => streams[stream].push(chunk),
    /** What it told; with `strict`, only what nobody could mistake. */
    signs(only?: 'strict'): readonly Sign[] {
      const texts = only === 'strict' ? [streams.stderr] : [streams.stderr, streams.stdout];
      const signs = texts.flatMap((ends) => ends.parts()).flatMap(signsIn);
      return only === 'strict' ? signs.filter((sign) => sign.type === 'path' && sign.strict) : signs;
    },
  };
}

/** The beginning and the end of a stream, byte by byte: characters may lie across chunks. */
function createEnds() {
  const head: Uint8Array[] = [];
  const tail = createByteTail(maxPart);
  let room = maxPart;
  return {
    push(chunk: Uint8Array) {
      // A copy: what is read is read into large pieces, which would be kept with it.
      if (room > 0) head.push(Uint8Array.prototype.slice.call(chunk, 0, room));
      if (chunk.length > room) tail.push(chunk.subarray(room));
      room = Math.max(0, room - chunk.length);
    },
    /** In one piece when nothing is left out between them. */
    parts(): readonly string[] {
      const [first, last] = [Buffer.concat(head), tail.content()];
      return tail.total > maxPart
        ? [first.toString(), Buffer.from(last).toString()]
        : [Buffer.concat([first, last]).toString()];
    },
  };
}

function signsIn(text: string): readonly Sign[] {
  const lines = text.split('\n').map((line) => (line.length > maxLine ? line.slice(-maxLine) : line));
  const likely = lines.flatMap((line, at) => (anySign.test(line) ? [at] : []));
  const read = likely.length <= 2 * maxLines ? likely : [...likely.slice(0, maxLines), ...likely.slice(-maxLines)];
  return read.flatMap((at) => {
    const line = lines[at] ?? '';
    const path = readPathSign(line, lines.slice(Math.max(0, at - linesAbove), at));
    return [path, readHostSign(line)].filter((sign) => sign !== undefined);
  });
}

/** Anything that could be a sign. */
const anySign =
  /read-only file|EROFS|rror 30|rrno 30|resource busy|EBUSY|permission denied|EACCES|DeniedEx|no such|ENOENT|SuchFile|resol|translate host|not known|servname|address assoc|ENOTFOUND|EAI_AGAIN|ENODATA|getaddrinfo|UnknownHost|dns error|unreach|no route|refused|connect to|lookup /i;
