import { openSync } from 'node:fs';
import { arch } from 'node:os';
import { keepFile } from '../kept-file.js';
import { type FilteredProcessor, type ModeCall, systemCalls } from './system-calls.js';

export interface FilterOptions {
  /** Root owns the devices of the machine inside too: an access list it gives them would stay. */
  readonly root?: boolean;
  /** Folders may carry the mark that hands their group on, which on a program hands the group to whoever starts it. */
  readonly sharedGroup?: boolean;
}

const kept = new Map<string, number>();

/**
 * A descriptor from which the filter for system calls can be read once, to be closed by the caller; undefined for a
 * processor that has none.
 */
export function openFilter(options: FilterOptions): number | undefined {
  const filter = kept.get(keyOf(options)) ?? keepFilter(options);
  // Opened anew it is read from its beginning, whoever read it before.
  return filter === undefined ? undefined : openSync(`/proc/self/fd/${filter}`, 'r');
}

function keepFilter(options: FilterOptions): number | undefined {
  const filter = seccompFilter(arch(), options);
  if (filter === undefined) return undefined;
  const descriptor = keepFile(filter);
  kept.set(keyOf(options), descriptor);
  return descriptor;
}

const keyOf = ({ root, sharedGroup }: FilterOptions): string => `${root} ${sharedGroup}`;

/**
 * The filter for system calls, as the kernel reads it (see seccomp(2)); undefined for a processor whose calls are not known
 * here. It takes away what a confined process has no use for and what kernels were broken through: mounts, namespaces,
 * other processes' memory, keys, sockets other than local and internet ones, and files that hand their owner's rights to
 * whoever starts them: those would stay behind, and rights are not taken from them outside.
 */
export function seccompFilter(processor: string, options: FilterOptions = {}): Buffer | undefined {
  if (!isFiltered(processor)) return undefined;
  const { root = false, sharedGroup = false } = options;
  const { audit, calls, refused, modes, attributes } = systemCalls[processor];
  const rights = sharedGroup ? setUser : setUser | setGroup;
  return assemble([
    load(offsets.architecture),
    ...unless(audit, [end(refuse(errors.EPERM))]),
    load(offsets.number),
    // Calls of the x32 kind have numbers of their own, for the same doings.
    ...(processor === 'x64' ? [jump(codes.jumpAtLeast, 0x40000000, 0, 1), end(refuse(errors.ENOSYS))] : []),
    ...modes.flatMap((call) => when(call.number, refuseMode(call, rights))),
    ...(root ? attributes.flatMap((number) => when(number, [end(refuse(errors.EOPNOTSUPP))])) : []),
    ...refused.flatMap((number) => when(number, [end(refuse(errors.EPERM))])),
    // Its flags lie in memory, where no filter sees them; C libraries go back to `clone`.
    ...when(calls.clone3, [end(refuse(errors.ENOSYS))]),
    // So do its permissions; programs go back to `openat`.
    ...when(calls.openat2, [end(refuse(errors.ENOSYS))]),
    ...when(calls.clone, [
      load(offsets.argument(0)),
      jump(codes.jumpAnyBit, newNamespaces, 0, 1),
      end(refuse(errors.EPERM)),
      end(allow),
    ]),
    ...when(calls.ioctl, [
      load(offsets.argument(1)),
      ...terminalInput.flatMap((request) => when(request, [end(refuse(errors.EPERM))])),
      end(allow),
    ]),
    ...when(calls.socket, [
      load(offsets.argument(0)),
      ...socketFamilies.flatMap((family) => when(family, [end(allow)])),
      end(refuse(errors.EAFNOSUPPORT)),
    ]),
    end(allow),
  ]);
}

const isFiltered = (processor: string): processor is FilteredProcessor => Object.hasOwn(systemCalls, processor);

/** In `struct seccomp_data`. Of an argument the lower half: what is asked for here is no longer than that. */
const offsets = { number: 0, architecture: 4, argument: (at: number) => 16 + 8 * at };

const errors = { EPERM: 1, ENOSYS: 38, EOPNOTSUPP: 95, EAFNOSUPPORT: 97 };

/** `CLONE_NEWNS`, `…CGROUP`, `…UTS`, `…IPC`, `…USER`, `…PID` and `…NET`. */
const newNamespaces = 0x7e020000;
/** `S_ISUID` and `S_ISGID`. */
const [setUser, setGroup] = [0o4000, 0o2000];
/** `O_CREAT` and the part of `O_TMPFILE` that is its own. */
const makesFile = 0o100 | 0o20000000;
/** `TIOCSTI` and `TIOCLINUX` put text into a terminal as if it had been typed. */
const terminalInput = [0x5412, 0x541c];
/** `AF_UNIX`, `AF_INET`, `AF_INET6` and `AF_NETLINK`. */
const socketFamilies = [1, 2, 10, 16];

const allow = 0x7fff0000;
const refuse = (error: number): number => 0x00050000 | error;

/** Classic BPF: `BPF_LD|BPF_W|BPF_ABS`, `BPF_JMP|…|BPF_K` and `BPF_RET|BPF_K`. */
const codes = { load: 0x20, jumpEqual: 0x15, jumpAtLeast: 0x35, jumpAnyBit: 0x45, end: 0x06 };

interface Instruction {
  readonly code: number;
  readonly value: number;
  /** How many instructions are passed over. */
  readonly ifTrue: number;
  readonly ifFalse: number;
}

const jump = (code: number, value: number, ifTrue: number, ifFalse: number): Instruction => ({
  code,
  value,
  ifTrue,
  ifFalse,
});
const load = (offset: number): Instruction => jump(codes.load, offset, 0, 0);
const end = (action: number): Instruction => jump(codes.end, action, 0, 0);
const when = (value: number, then: readonly Instruction[]): readonly Instruction[] => [
  jump(codes.jumpEqual, value, 0, then.length),
  ...then,
];
const unless = (value: number, then: readonly Instruction[]): readonly Instruction[] => [
  jump(codes.jumpEqual, value, then.length, 0),
  ...then,
];

/** What opens without making a file may have anything in the place of permissions. */
function refuseMode({ mode, flags }: ModeCall, rights: number): readonly Instruction[] {
  const judged = [
    load(offsets.argument(mode)),
    jump(codes.jumpAnyBit, rights, 0, 1),
    end(refuse(errors.EPERM)),
    end(allow),
  ];
  if (flags === undefined) return judged;
  return [load(offsets.argument(flags)), jump(codes.jumpAnyBit, makesFile, 1, 0), end(allow), ...judged];
}

/** Both kinds of processor put the low byte first. */
function assemble(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8);
  for (const [at, { code, value, ifTrue, ifFalse }] of instructions.entries()) {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(ifTrue, at * 8 + 2);
    bytes.writeUInt8(ifFalse, at * 8 + 3);
    bytes.writeUInt32LE(value, at * 8 + 4);
  }
  return bytes;
}
