import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findControlGroups, openControlGroups } from '../../../src/sandbox/limits/control-group.js';
import { groupPlaces } from '../../../src/sandbox/limits/group-place.js';
import { reachedLimits } from '../../../src/sandbox/limits/reached-limits.js';
import { prlimitWords, resourceLimits, ulimitLine } from '../../../src/sandbox/limits/resource-limits.js';
import { temporaryFolder } from '../../builtin/tool-harness.js';
import { verifies } from '../../requirements.js';

const limits = { processes: 10, memoryMb: 20, fileMb: 3, openFiles: 40 };

describe('where control groups are made', () => {
  const first = (name: string, root = '/') =>
    `30 23 0:28 ${root} /sys/fs/cgroup/${name} rw,relatime shared:1 - cgroup cgroup rw,${name}`;
  const second = '40 23 0:30 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate';

  it('is below the own group in version 1', () => {
    verifies('sandbox.limits.groups');
    const view = (path: string, root: boolean) => ({
      cgroup: `3:pids:${path}\n2:memory:${path}\n0::/\n`,
      mountinfo: `${first('pids')}\n${first('memory')}\n`,
      root,
    });
    const folders = (path: string, root = true) => groupPlaces(view(path, root)).map(({ folder }) => folder);
    expect(groupPlaces(view('/user.slice/session-1.scope', true))).toEqual([
      { version: 1, folder: '/sys/fs/cgroup/pids/user.slice/session-1.scope', limits: ['processes'] },
      { version: 1, folder: '/sys/fs/cgroup/memory/user.slice/session-1.scope', limits: ['memory'] },
    ]);
    expect(folders('/')).toEqual(['/sys/fs/cgroup/pids', '/sys/fs/cgroup/memory']);
    expect(folders('/made-by/another-manager')).toEqual([]);
    expect(folders('/made-by/another-manager', false)).toHaveLength(2);
    expect(folders('/../elsewhere')).toEqual([]);
  });

  it('is seen from the mount of a container', () => {
    verifies('sandbox.limits.groups');
    const mountinfo = first('pids', '/docker/abc');
    const places = (path: string) => groupPlaces({ cgroup: `3:pids,x:${path}`, mountinfo, root: true });
    expect(places('/docker/abc')).toEqual([{ version: 1, folder: '/sys/fs/cgroup/pids', limits: ['processes'] }]);
    expect(places('/docker/other')).toEqual([]);
  });

  it('is beside the own group in version 2', () => {
    verifies('sandbox.limits.groups');
    const places = (path: string, root: boolean) => groupPlaces({ cgroup: `0::${path}\n`, mountinfo: second, root });
    const both = ['processes', 'memory'] as const;
    const slice = '/user.slice/user-1.slice/user@1.service/app.slice';
    expect(places(`${slice}/run-1.scope`, false)).toEqual([
      { version: 2, folder: `/sys/fs/cgroup${slice}`, own: `/sys/fs/cgroup${slice}/run-1.scope`, limits: both },
    ]);
    expect(places('/', true)).toEqual([{ version: 2, folder: '/sys/fs/cgroup', limits: both }]);
    expect(places('/another/manager', true)).toEqual([]);
    expect(groupPlaces({ cgroup: '', mountinfo: '', root: true })).toEqual([]);
  });

  it('takes version 2 for what version 1 does not count', () => {
    verifies('sandbox.limits.groups');
    const places = groupPlaces({ cgroup: '3:pids:/\n0::/\n', mountinfo: `${first('pids')}\n${second}`, root: true });
    expect(places.map(({ version, limits: counted }) => [version, counted])).toEqual([
      [1, ['processes']],
      [2, ['memory']],
    ]);
  });
});

it('makes no groups where they would bind nothing', () => {
  verifies('sandbox.limits.groups');
  const folder = temporaryFolder();
  const place = { version: 2, folder, limits: ['processes'] } as const;
  expect(openControlGroups([place]).limits).toEqual([]);
  expect(openControlGroups([{ ...place, folder: join(folder, 'missing') }]).limits).toEqual([]);
  writeFileSync(join(folder, 'file'), '');
  expect(openControlGroups([{ ...place, folder: join(folder, 'file') }]).limits).toEqual([]);
});

it('puts no process into a group that is gone', async () => {
  verifies('sandbox.limits.groups');
  const groups = findControlGroups();
  if (groups.limits.length === 0) return expect(groups.make(limits).reached()).toEqual([]);
  const group = groups.make(limits);
  expect(group.reached()).toEqual([]);
  await group.remove();
  await expect(group.add(999_999_999)).rejects.toThrow();
});

it('leaves to each process what no group counts', () => {
  verifies('sandbox.limits.open-files');
  const each = resourceLimits(limits, ['processes']);
  expect(each).toEqual([
    { name: 'core', value: 0 },
    { name: 'fsize', value: 3 * 2 ** 20 },
    { name: 'nofile', value: 40 },
    { name: 'data', value: 20 * 2 ** 20 },
  ]);
  expect(ulimitLine(each)).toBe('ulimit -c 0 -f 3072 -n 40 -d 20480');
  expect(prlimitWords(each)).toEqual(['--core=0', '--fsize=3145728', '--nofile=40', '--data=20971520', '--']);
  expect(resourceLimits(limits, ['processes', 'memory']).map(({ name }) => name)).toEqual(['core', 'fsize', 'nofile']);
  const most = resourceLimits({ ...limits, openFiles: 10 ** 15 }, ['processes', 'memory']);
  expect(most.find(({ name }) => name === 'nofile')?.value).toBeLessThan(10 ** 15);
});

it('tells which limits were reached', () => {
  verifies('sandbox.limits.memory', 'sandbox.limits.file-size');
  const told = (end: Parameters<typeof reachedLimits>[0], grouped: readonly ('processes' | 'memory')[] = []) =>
    reachedLimits(end, { limits, grouped }).map((sentence) => sentence.split('.')[0]);
  expect(told({ state: 'exited', exitCode: 137 }, ['processes', 'memory'])).toEqual([
    'It ran into the limit of 10 processes at a time',
    'It ran into the limit of 20 MB of memory',
  ]);
  expect(told({ state: 'signalled', signal: 'SIGXFSZ' })).toEqual(['It ran into the limit of 3 MB for one file']);
  expect(told({ state: 'exited', exitCode: 0 })).toEqual([]);
  expect(told({ state: 'timed-out' })).toEqual([]);
});
