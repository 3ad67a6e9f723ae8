/** The kinds of processor whose system calls are known here; names as Node.js has them. */
export type FilteredProcessor = 'x64' | 'arm64';

interface ProcessorCalls {
  /** As `AUDIT_ARCH_…` of the kernel has it. */
  readonly audit: number;
  readonly calls: Readonly<Record<Special, number>>;
  /** Those that give a file its permissions. */
  readonly modes: readonly ModeCall[];
  /** Those that give a file attributes, access lists among them. */
  readonly attributes: readonly number[];
  /** Refused whatever the arguments are. */
  readonly refused: readonly number[];
}

type Special = 'clone' | 'clone3' | 'ioctl' | 'openat2' | 'socket';

export interface ModeCall {
  readonly number: number;
  /** Which argument has the permissions. */
  readonly mode: number;
  /** Which argument says whether a file is made at all; of a call that opens files. */
  readonly flags?: number;
}

/**
 * Those that are refused whatever their arguments are: the number on x64, from the kernel's `syscall_64.tbl`, and on arm64,
 * where it has them, from its generic table, `asm-generic/unistd.h`. Above the ones that every processor has of its own they
 * are the same everywhere.
 */
const refused: Readonly<Record<string, readonly [x64: number, arm64?: number]>> = {
  ptrace: [101, 117],
  syslog: [103, 116],
  quotactl: [179, 60],
  pivot_root: [155, 41],
  adjtimex: [159, 171],
  chroot: [161, 51],
  acct: [163, 89],
  settimeofday: [164, 170],
  mount: [165, 40],
  umount2: [166, 39],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  iopl: [172],
  ioperm: [173],
  create_module: [174],
  init_module: [175, 105],
  delete_module: [176, 106],
  nfsservctl: [180, 42],
  clock_settime: [227, 112],
  kexec_load: [246, 104],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  unshare: [272, 97],
  perf_event_open: [298, 241],
  fanotify_init: [300, 262],
  open_by_handle_at: [304, 265],
  clock_adjtime: [305, 266],
  setns: [308, 268],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  finit_module: [313, 273],
  kexec_file_load: [320, 294],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  move_mount: [429, 429],
  open_tree: [428, 428],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_tree_attr: [467, 467],
  quotactl_fd: [443, 443],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  pidfd_getfd: [438, 438],
};

/** fchmodat2 */
const sharedModes: readonly ModeCall[] = [{ number: 452, mode: 2 }];
const setxattrat = 463;

export const systemCalls: Readonly<Record<FilteredProcessor, ProcessorCalls>> = {
  x64: {
    audit: 0xc000003e,
    calls: { clone: 56, clone3: 435, ioctl: 16, openat2: 437, socket: 41 },
    // openat, open, creat, chmod, fchmod, mknod, mknodat, fchmodat.
    modes: [
      { number: 257, mode: 3, flags: 2 },
      { number: 2, mode: 2, flags: 1 },
      { number: 85, mode: 1 },
      { number: 90, mode: 1 },
      { number: 91, mode: 1 },
      { number: 133, mode: 1 },
      { number: 259, mode: 2 },
      { number: 268, mode: 2 },
      ...sharedModes,
    ],
    attributes: [188, 189, 190, setxattrat],
    refused: Object.values(refused).map(([number]) => number),
  },
  arm64: {
    audit: 0xc00000b7,
    calls: { clone: 220, clone3: 435, ioctl: 29, openat2: 437, socket: 198 },
    // openat, mknodat, fchmod, fchmodat.
    modes: [
      { number: 56, mode: 3, flags: 2 },
      { number: 33, mode: 2 },
      { number: 52, mode: 1 },
      { number: 53, mode: 2 },
      ...sharedModes,
    ],
    attributes: [5, 6, 7, setxattrat],
    refused: Object.values(refused).flatMap(([, number]) => number ?? []),
  },
};
