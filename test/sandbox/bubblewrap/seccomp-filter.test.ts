import { describe, expect, it } from 'vitest';
import { seccompFilter } from '../../../src/sandbox/bubblewrap/seccomp-filter.js';
import { verifies } from '../../requirements.js';

interface Call {
  readonly arch: number;
  readonly number: number;
  readonly args?: readonly number[];
}

/** Runs a filter as the kernel does: loads of `struct seccomp_data`, jumps and returns. */
function judge(filter: Buffer, { arch, number, args = [] }: Call): string {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(arch, 4);
  for (const [at, value] of args.entries()) data.writeBigUInt64LE(BigInt(value), 16 + 8 * at);
  let loaded = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const code = filter.readUInt16LE(at);
    const value = filter.readUInt32LE(at + 4);
    if (code === 0x06) return value === 0x7fff0000 ? 'allow' : `error ${value & 0xffff}`;
    if (code === 0x20) loaded = data.readUInt32LE(value);
    else {
      const holds = code === 0x15 ? loaded === value : code === 0x35 ? loaded >= value : (loaded & value) !== 0;
      at += 8 * filter.readUInt8(at + (holds ? 2 : 3));
    }
  }
  return 'fell off the end';
}

const kinds = [
  { name: 'x64', arch: 0xc000003e, read: 0, mount: 165, unshare: 272, ptrace: 101, clone: 56, ioctl: 16, socket: 41 },
  {
    name: 'arm64',
    arch: 0xc00000b7,
    read: 63,
    mount: 40,
    unshare: 97,
    ptrace: 117,
    clone: 220,
    ioctl: 29,
    socket: 198,
  },
] as const;

describe.each(kinds)('the filter for system calls on $name', ({ name, arch, ...calls }) => {
  const filter = seccompFilter(name) ?? Buffer.alloc(0);
  const of = (number: number, ...args: number[]): string => judge(filter, { arch, number, args });

  it('refuses what only an escape needs and allows the rest', () => {
    verifies('sandbox.kernel.calls');
    expect([calls.mount, calls.unshare, calls.ptrace, 425, 428, 442].map((number) => of(number))).toEqual(
      Array(6).fill('error 1'),
    );
    expect(of(calls.read)).toBe('allow');
    // So that C libraries go back to `clone`, whose flags can be seen.
    expect(of(435)).toBe('error 38');
  });

  it('looks at the arguments of those that have other uses', () => {
    expect(of(calls.clone, 0x01200011)).toBe('allow');
    for (const flag of [0x10000000, 0x00020000, 0x40000000, 0x20000000]) {
      expect(of(calls.clone, flag + 17)).toBe('error 1');
    }
    expect([1, 2, 10, 16].map((family) => of(calls.socket, family))).toEqual(Array(4).fill('allow'));
    expect([0, 17, 38, 40, 44].map((family) => of(calls.socket, family))).toEqual(Array(5).fill('error 97'));
    expect(of(calls.ioctl, 0, 0x5401)).toBe('allow');
    expect([0x5412, 0x541c].map((request) => of(calls.ioctl, 0, request))).toEqual(Array(2).fill('error 1'));
    // The kernel takes the lower half only, and so does the filter.
    expect(of(calls.ioctl, 0, 2 ** 32 + 0x5412)).toBe('error 1');
  });

  it('lets no file be made that hands rights to whoever starts it', () => {
    verifies('sandbox.kernel.rights-left');
    const [setUser, setGroup, makes] = [0o4755, 0o2755, 0o101];
    const givers =
      name === 'x64'
        ? { second: [85, 90, 91, 133], third: [259, 268, 452], opens: [[2, 0], [257, 0, 0]] } // biome-ignore format: numbers
        : { second: [52], third: [33, 53, 452], opens: [[56, 0, 0]] };
    const shared = seccompFilter(name, { sharedGroup: true }) ?? Buffer.alloc(0);
    const tries = (mode: number): readonly (readonly [number, ...number[]])[] => [
      ...givers.second.map((number) => [number, 0, mode] as const),
      ...givers.third.map((number) => [number, 0, 0, mode] as const),
      ...givers.opens.map(([number = 0, ...before]) => [number, ...before, makes, mode] as const),
    ];
    for (const [number, ...args] of tries(setUser)) expect(of(number, ...args), String(number)).toBe('error 1');
    for (const [number, ...args] of tries(setGroup)) {
      expect(of(number, ...args), String(number)).toBe('error 1');
      expect(judge(shared, { arch, number, args }), String(number)).toBe('allow');
    }
    for (const [number, ...args] of tries(0o1777)) expect(of(number, ...args), String(number)).toBe('allow');
    // What only opens may have anything there.
    for (const [number = 0, ...before] of givers.opens) expect(of(number, ...before, 0, setUser)).toBe('allow');
    expect(of(437)).toBe('error 38');
  });

  it('lets root give no access list, as the devices of the machine are its own', () => {
    verifies('sandbox.kernel.devices');
    const ofRoot = seccompFilter(name, { root: true }) ?? Buffer.alloc(0);
    for (const number of name === 'x64' ? [188, 189, 190, 463] : [5, 6, 7, 463]) {
      expect(judge(ofRoot, { arch, number })).toBe('error 95');
      expect(of(number)).toBe('allow');
    }
  });

  it('refuses the calls of other processors', () => {
    expect(judge(filter, { arch: 0x40000003, number: calls.read })).toBe('error 1');
    expect(judge(filter, { arch: name === 'x64' ? 0xc00000b7 : 0xc000003e, number: calls.read })).toBe('error 1');
    if (name === 'x64') expect(of(0x40000000 + calls.read)).toBe('error 38');
  });
});

it('there is no filter for processors that are not known', () => {
  expect(seccompFilter('riscv64')).toBeUndefined();
  expect(seccompFilter('constructor')).toBeUndefined();
});
