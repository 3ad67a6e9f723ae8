/** What a process did to a disk, in order, as `strace` saw it. Paths are as the process named them. */
export type DiskStep =
  | { readonly do: 'make'; readonly path: string }
  | { readonly do: 'make-folder'; readonly path: string }
  | { readonly do: 'write'; readonly path: string; readonly at: number; readonly bytes: Buffer }
  | { readonly do: 'cut'; readonly path: string; readonly size: number }
  | { readonly do: 'sync'; readonly path: string }
  | { readonly do: 'rename' | 'link'; readonly path: string; readonly to: string }
  | { readonly do: 'remove'; readonly path: string }
  | { readonly do: 'say'; readonly line: string };

export const traceOptions = (output: string): readonly string[] => [
  ...['strace', '-f', '--seccomp-bpf', '-qq', '-y', '-xx', '-s', '400000', '-o', output],
  ...['-e', 'trace=openat,pwrite64,write,fsync,fdatasync,ftruncate,rename,link,unlink,mkdir'],
];

/** The steps below `folder`, and what was said on stdout. */
export function parseTrace(text: string, folder: string): readonly DiskStep[] {
  const steps: DiskStep[] = [];
  const written = new Map<string, number>();
  const opened = new Map<number, string>();
  for (const line of wholeLines(text)) {
    const call = /^(\w+)\((.*)\)\s+= (-?\d+)(?:<([^>]*)>)?/s.exec(line);
    if (call === null || Number(call[3]) < 0) continue;
    const [, name = '', args = '', number, path = ''] = call;
    const result = Number(number);
    if (name === 'openat') opened.set(result, pathOf(path));
    const step = stepOf({ name, args, result, written, opened });
    if (step !== undefined && (step.do === 'say' || isIn(step.path, folder))) steps.push(step);
  }
  return steps;
}

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** Calls of several threads may lie within each other: each counts when it has ended. */
function* wholeLines(text: string): Generator<string> {
  const begun = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/s.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(rest);
    if (rest.endsWith(' <unfinished ...>')) begun.set(thread, rest.slice(0, -' <unfinished ...>'.length));
    else if (resumed !== null) yield `${begun.get(thread) ?? ''}${resumed[1] ?? ''}`;
    else yield rest;
  }
}

interface SeenCall {
  readonly name: string;
  readonly args: string;
  readonly result: number;
  /** How much was written to each file that is written from its beginning to its end. */
  readonly written: Map<string, number>;
  /** What each descriptor stands for. */
  readonly opened: ReadonlyMap<number, string>;
}

function stepOf({ name, args, result, written, opened }: SeenCall): DiskStep | undefined {
  const texts = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => bytesOf(hex));
  // Names in a folder that is held are reached through its descriptor.
  const named = (index: number): string =>
    (texts[index]?.toString() ?? '').replace(
      /^\/proc\/self\/fd\/(\d+)/,
      (all, held) => opened.get(Number(held)) ?? all,
    );
  const [, descriptor, path = ''] = /^(\d+)<([^>]*)>/s.exec(args) ?? [];
  const numbers = args.split(', ').map(Number);
  switch (name) {
    case 'openat':
      return args.includes('O_CREAT') ? { do: 'make', path: named(0) } : undefined;
    case 'mkdir':
      return { do: 'make-folder', path: named(0) };
    case 'pwrite64':
      return {
        do: 'write',
        path: pathOf(path),
        at: numbers.at(-1) ?? 0,
        bytes: (texts[0] ?? empty).subarray(0, result),
      };
    case 'write': {
      const bytes = (texts[0] ?? empty).subarray(0, result);
      if (descriptor === '1') return { do: 'say', line: bytes.toString().trimEnd() };
      const at = written.get(path) ?? 0;
      written.set(path, at + result);
      return { do: 'write', path: pathOf(path), at, bytes };
    }
    case 'ftruncate':
      return { do: 'cut', path: pathOf(path), size: numbers.at(-1) ?? 0 };
    case 'fsync':
    case 'fdatasync':
      return { do: 'sync', path: pathOf(path) };
    case 'rename':
    case 'link':
      return { do: name, path: named(0), to: named(1) };
    case 'unlink':
      return { do: 'remove', path: named(0) };
    default:
      return undefined;
  }
}

const empty = Buffer.alloc(0);
const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex');
/** With -xx, paths of descriptors are hexadecimal too. */
const pathOf = (text: string): string => (text.startsWith('\\x') ? bytesOf(text).toString() : text);
