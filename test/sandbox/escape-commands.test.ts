import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readCases } from '../policy/cases/read-cases.js';
import { makeFolders } from '../policy/cases/scene.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { createBoxAt, fact, listen, unproved } from './box.js';

/** The port that stands in the cases. */
const port = 48211;

it.skipIf(needs('bwrap') !== undefined)(
  'commands that would do harm touch nothing outside',
  async () => {
    verifies('sandbox.start.commands');
    const folders = makeFolders();
    onTestFinished(folders.remove);
    const { ws, home, out } = folders;
    const box = createBoxAt({ base: join(out, '..', '..'), ws, home, out });
    for (const path of ['canary', 'tree/a/b', 'tree/c']) box.write(join(out, path));
    for (const path of ['.bashrc', '.ssh/id_rsa', '.ssh/authorized_keys', 'notes/a']) box.write(join(home, path));
    mkdirSync(join(home, '.config'));
    let reached = 0;
    const server = createServer((socket) => {
      reached += 1;
      socket.destroy();
    });
    await listen(server, { port, host: '127.0.0.1' });

    // All of it can be seen, so that it is not for want of seeing that nothing happens.
    const facts = [unproved, fact('read', out, { deep: true }), fact('read', home, { deep: true })];
    const kept = [out, home, join(ws, '.git', 'config'), join(ws, '.git', 'hooks')];
    const before = digest(kept);
    const cases = readCases('command', folders).filter(({ tags }) => tags.includes('sandbox'));
    const succeeded: string[] = [];
    for (const { id, input } of cases) {
      const { end } = await box.run(String(input['command']), { facts, timeoutMs: 10_000 });
      if (end.state !== 'exited' || end.exitCode === 0) succeeded.push(`${id} ${input['command']} ${end.state}`);
      expect(digest(kept), String(input['command'])).toBe(before);
    }
    expect({ succeeded, reached }).toEqual({ succeeded: [], reached: 0 });
    expect(cases.length).toBeGreaterThan(60);
  },
  120_000,
);

/** Names, kinds, permissions, dates and contents. */
function digest(paths: readonly string[]): string {
  const hash = createHash('sha256');
  const look = (path: string): void => {
    const stats = lstatSync(path);
    hash.update(`${path} ${stats.mode} ${stats.mtimeMs} ${stats.nlink} `);
    if (stats.isDirectory()) for (const name of readdirSync(path).sort()) look(join(path, name));
    else if (stats.isSymbolicLink()) hash.update(readlinkSync(path));
    else if (stats.isFile()) hash.update(readFileSync(path));
  };
  for (const path of paths) look(path);
  return hash.digest('hex');
}
