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

/** Numbers above the ones that every processor has of its own are the same everywhere. */
const shared = {
  move_mount: 429,
  open_tree: 428,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  mount_setattr: 442,
  open_tree_attr: 467,
  quotactl_fd: 443,
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  pidfd_getfd: 438,
};

/** From the kernel's `syscall_64.tbl`. */
const x64 = {
  ptrace: 101,
  syslog: 103,
  quotactl: 179,
  pivot_root: 155,
  adjtimex: 159,
  chroot: 161,
  acct: 163,
  settimeofday: 164,
  mount: 165,
  umount2: 166,
  swapon: 167,
  swapoff: 168,
  reboot: 169,
  iopl: 172,
  ioperm: 173,
  create_module: 174,
  init_module: 175,
  delete_module: 176,
  nfsservctl: 180,
  clock_settime: 227,
  kexec_load: 246,
  add_key: 248,
  request_key: 249,
  keyctl: 250,
  unshare: 272,
  perf_event_open: 298,
  fanotify_init: 300,
  open_by_handle_at: 304,
  clock_adjtime: 305,
  setns: 308,
  process_vm_readv: 310,
  process_vm_writev: 311,
  kcmp: 312,
  finit_module: 313,
  kexec_file_load: 320,
  bpf: 321,
  userfaultfd: 323,
};

/** From the kernel's generic table, `asm-generic/unistd.h`. */
const arm64 = {
  umount2: 39,
  mount: 40,
  pivot_root: 41,
  nfsservctl: 42,
  chroot: 51,
  quotactl: 60,
  acct: 89,
  unshare: 97,
  kexec_load: 104,
  init_module: 105,
  delete_module: 106,
  clock_settime: 112,
  syslog: 116,
  ptrace: 117,
  reboot: 142,
  settimeofday: 170,
  adjtimex: 171,
  add_key: 217,
  request_key: 218,
  keyctl: 219,
  swapon: 224,
  swapoff: 225,
  perf_event_open: 241,
  fanotify_init: 262,
  open_by_handle_at: 265,
  clock_adjtime: 266,
  setns: 268,
  process_vm_readv: 270,
  process_vm_writev: 271,
  kcmp: 272,
  finit_module: 273,
  bpf: 280,
  userfaultfd: 282,
  kexec_file_load: 294,
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
    refused: [...Object.values(x64), ...Object.values(shared)],
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
    refused: [...Object.values(arm64), ...Object.values(shared)],
  },
};
