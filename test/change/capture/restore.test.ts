import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { absent, type Version } from '../../../src/tool/version.js';
import { verifies } from '../../requirements.js';
import { versionAt } from '../change-scene.js';
import { createCaptureBench, linesOf, unknownFacts } from './capture-bench.js';

type Bench = ReturnType<typeof createCaptureBench>;

/** Files of several kinds, old enough that their times tell of a change. */
function fill({ write, root, run }: Bench): void {
  for (const name of ['a.txt', 'b.txt', 'dir/c.txt', 'dir/sub/d.txt', 'dir/sub/e.bin', 'src/main.c']) write(name);
  write('big.bin', Buffer.alloc(700_000, 7));
  write('empty', '');
  write('it is a "name" $(x)\n.txt', 'odd');
  write('run.sh', '#!/bin/sh\n');
  chmodSync(join(root, 'run.sh'), 0o755);
  mkdirSync(join(root, 'hollow'));
  chmodSync(join(root, 'hollow'), 0o750);
  symlinkSync('a.txt', join(root, 'link'));
  symlinkSync('dir', join(root, 'dirlink'));
  symlinkSync('nowhere', join(root, 'broken'));
  run('find . -exec touch -h -d "2020-01-01" {} +; sleep 0.06');
}

/** What lies at each path, read without any of the code under test. */
const versionsIn = ({ root, tree }: Bench): ReadonlyMap<string, Version> =>
  new Map(Object.keys(tree()).map((path) => [path, versionAt(join(root, path))]));

const commands = [
  'sed -i s/t/T/g a.txt dir/c.txt',
  'sed -i s/a/b/ link',
  'echo more >> link',
  'echo x > a.txt; chmod 600 a.txt',
  'rm a.txt',
  'rm -r dir',
  'rm -r dir hollow; echo now a file > dir',
  'rm dirlink && mkdir dirlink && echo x > dirlink/y',
  'rm -rf -- * .[a-z]*',
  'mv a.txt c.txt',
  'mv dir other && mv b.txt dir',
  'mv big.bin dir/sub/',
  'mv a.txt x && mv b.txt a.txt && mv x b.txt',
  'cp -r dir copied',
  'cp -a . ../outside/all && cp -a ../outside/all inside',
  'mkdir -p q/w/e && touch q/w/e/f',
  'rmdir hollow; mkdir -m 711 hollow',
  'chmod 600 run.sh; chmod 700 dir/sub; chmod u+s a.txt',
  'chmod 711 .',
  'ln -s ../b.txt dir/up; ln -sfn sub dirlink; ln -f a.txt hard',
  'ln -f a.txt b.txt; echo through the link > b.txt',
  'touch a.txt; touch -d 2001-01-01 b.txt',
  'printf "%s" "A.txt" > a.txt; printf "\\n" >> a.txt; touch -d "2020-01-01" a.txt',
  'dd if=/dev/zero of=big.bin bs=1 count=1 conv=notrunc',
  'truncate -s 0 big.bin; truncate -s 100 empty',
  'for i in $(seq 300); do echo $i > "made $i"; done; rm made\\ 1*',
  'mkdir build && for f in src/*.c; do tr a-z A-Z < $f > build/$(basename $f .c).o; done; ls build > build/list',
  'rm "it is a \\"name\\" \\$(x)\n.txt"',
  'find . -type f -exec sh -c "echo changed > \\"\\$1\\"" x {} \\;',
  'tar cf all.tar dir && rm -r dir && tar xf all.tar && rm all.tar',
  'cat a.txt > new && cat new > a.txt',
  'cd dir && rm c.txt && echo x > sub/d.txt && cd .. && mv dir/sub hollow/',
];

describe.each(['descriptor', 'identity'] as const)('captured by %s', (walk) => {
  // How folders are held is the same for every command.
  it.each(walk === 'descriptor' ? commands : commands.slice(0, 12))('%s', async (command) => {
    verifies('capture.command.restores');
    const bench = createCaptureBench({ walk });
    fill(bench);
    const before = bench.tree();
    const versions = versionsIn(bench);
    for (const facts of [undefined, unknownFacts]) {
      const found = await bench.captured(command, facts);
      const after = bench.tree();
      const differing = new Set([...Object.keys(before), ...Object.keys(after)].filter((p) => before[p] !== after[p]));
      const versionsNow = versionsIn(bench);
      expect(found).toEqual({
        paths: [...differing].sort().map((path) => ({
          path,
          before: versions.get(path) ?? absent,
          after: versionsNow.get(path) ?? absent,
        })),
        lost: [],
      });
      await bench.undo(found);
      expect(bench.tree()).toEqual(before);
    }
    bench.captures.close();
  });
});

it('puts back a repository that a commit was made in', async () => {
  verifies('capture.command.restores');
  const bench = createCaptureBench();
  fill(bench);
  bench.git('init', '-q');
  bench.git('add', '.');
  bench.git('commit', '-qm', 'first');
  const before = bench.tree();
  const command = 'sed -i s/a/b/ a.txt && git -c user.name=a -c user.email=a@b commit -qam second && git gc -q';
  const found = await bench.captured(command);
  expect(bench.git('log', '--format=%s')).toBe('second\nfirst\n');
  await bench.undo(found);
  expect(bench.tree()).toEqual(before);
  expect(bench.git('log', '--format=%s')).toBe('first\n');
  expect(bench.git('status', '--porcelain')).toBe('');
  bench.git('fsck', '--strict');
});

it('finds a change that leaves the size and the times of a file as they were', async () => {
  verifies('capture.command.fresh');
  const bench = createCaptureBench();
  for (let round = 0; round < 20; round += 1) {
    bench.write('a.txt', 'first');
    const found = await bench.captured('cat a.txt > /dev/null; printf other > a.txt');
    expect(linesOf(found)).toEqual(['M a.txt']);
    await bench.undo(found);
    expect((await bench.captured('touch a.txt')).paths).toEqual([]);
  }
  bench.write('b.txt', 'first');
  bench.run('touch -d 2020-01-01 b.txt; sleep 0.06');
  const found = await bench.captured(
    'touch -r b.txt ../outside/time; printf other > b.txt; touch -r ../outside/time b.txt',
  );
  expect(linesOf(found)).toEqual(['M b.txt']);
});

it('puts back commands that came one after another, the last first', async () => {
  verifies('capture.command.restores', 'capture.command.touched-only');
  const bench = createCaptureBench();
  fill(bench);
  const trees = [];
  const found = [];
  for (const command of [...commands, ...commands]) {
    trees.push(bench.tree());
    found.push(await bench.captured(command, unknownFacts));
  }
  for (const captured of found.reverse()) {
    await bench.undo(captured);
    expect(bench.tree()).toEqual(trees.pop());
  }
});
