import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../src/base/digest.js';
import { hashFiles, readWorkspaceContent } from '../../src/config/workspace-content.js';
import { verifies } from '../requirements.js';
import { asOrdinaryUser } from '../support/ordinary-user.js';

function scene(files: Readonly<Record<string, string>> = {}): { readonly root: string; at(name: string): string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-content-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const at = (name: string): string => join(root, '.toolwright', name);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(at(name), '..'), { recursive: true });
    writeFileSync(at(name), text);
  }
  return { root, at };
}

const hashOf = (root: string): string => {
  const content = readWorkspaceContent(root);
  return content.state === 'content' ? content.hash : content.state;
};

it('reads every file below .toolwright with its bytes, sorted', () => {
  verifies('models.trust.content');
  const { root, at } = scene({ 'config.json': '{}', 'tools/b.json': 'B', 'tools/a.json': '', 'tools.txt': 'x' });
  symlinkSync('/etc/passwd', at('link'));
  const file = (path: string, text: string) => ({
    path,
    size: text.length,
    sha256: sha256(text),
    bytes: Buffer.from(text),
  });
  const files = [
    file('config.json', '{}'),
    { ...file('link', '/etc/passwd'), link: true as const },
    file('tools.txt', 'x'),
    file('tools/a.json', ''),
    file('tools/b.json', 'B'),
  ];
  expect(readWorkspaceContent(root)).toEqual({ state: 'content', hash: hashFiles(files), files });
});

it('is nothing without files', () => {
  const { root, at } = scene();
  expect(readWorkspaceContent(root)).toEqual({ state: 'nothing' });
  mkdirSync(at('empty/empty'), { recursive: true });
  expect(readWorkspaceContent(root)).toEqual({ state: 'nothing' });
});

it('has another hash for every difference, and the same for the same', () => {
  verifies('models.trust.content');
  const { root, at } = scene({ a: '1', b: '2' });
  const seen = [hashOf(root)];
  const then = (change: () => void): void => {
    change();
    seen.push(hashOf(root));
  };
  then(() => writeFileSync(at('a'), '12'));
  then(() => writeFileSync(at('a'), '3'));
  then(() => renameSync(at('a'), at('c')));
  then(() => writeFileSync(at('d'), ''));
  then(() => rmSync(at('b')));
  then(() => symlinkSync('x', at('b')));
  then(() => {
    rmSync(at('b'));
    writeFileSync(at('b'), 'x');
  });
  expect(new Set(seen).size).toBe(seen.length);
  expect(hashOf(root)).toBe(seen.at(-1));
});

it('follows no link, neither of the folder nor in it', () => {
  verifies('models.trust.bounded');
  const outside = scene({ 'secret.txt': 'secret' });
  const { root, at } = scene({ 'config.json': '{}' });
  symlinkSync(join(outside.root, '.toolwright'), at('folder'));
  symlinkSync('..', at('up'));
  const content = readWorkspaceContent(root);
  expect(content.state === 'content' && content.files.map(({ path }) => path)).toEqual(['config.json', 'folder', 'up']);
  const linked = scene();
  symlinkSync(join(outside.root, '.toolwright'), join(linked.root, '.toolwright'));
  expect(readWorkspaceContent(linked.root)).toEqual({
    state: 'unreadable',
    message: `${join(linked.root, '.toolwright')} cannot be used: it is a link. Put a folder there, or remove it.`,
  });
});

it('refuses what is too much', () => {
  verifies('models.trust.bounded');
  const { root } = scene({ a: '12345', b: '12345', 'c/d/e': '' });
  const limits = { maxEntries: 10, maxBytes: 10, maxDepth: 3 };
  const why = (over: object): string => {
    const content = readWorkspaceContent(root, { ...limits, ...over });
    return content.state === 'unreadable' ? content.message.slice(content.message.indexOf(':') + 2) : content.state;
  };
  expect(why({})).toBe('content');
  expect(why({ maxEntries: 4 })).toBe('it holds more than 4 files. Move what is not for Toolwright.');
  expect(why({ maxBytes: 9 })).toBe('it holds more than 9 B. Move what is not for Toolwright.');
  expect(why({ maxDepth: 1 })).toBe('folders are nested deeper than 1 levels. Keep it flat.');
});

it('refuses pipes and sockets, and never waits for one', async () => {
  verifies('models.trust.bounded');
  const pipe = scene({ a: '' });
  execFileSync('mkfifo', [pipe.at('pipe')]);
  expect(readWorkspaceContent(pipe.root)).toEqual({
    state: 'unreadable',
    message: `${join(pipe.root, '.toolwright')} cannot be used: "pipe" is no regular file: it is a pipe (FIFO). Remove it.`,
  });
  const socket = scene({ a: '' });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(socket.at('sock'), resolve));
  const content = readWorkspaceContent(socket.root);
  await new Promise((resolve) => server.close(resolve));
  expect(content).toMatchObject({ state: 'unreadable', message: expect.stringContaining('"sock" is no regular file') });
});

it('tells of what is no folder, a bad name and a file it may not read', async () => {
  verifies('models.trust.bounded');
  const file = scene();
  writeFileSync(join(file.root, '.toolwright'), '');
  expect(readWorkspaceContent(file.root)).toMatchObject({ message: expect.stringContaining('it is no folder.') });
  const name = scene({ a: '' });
  writeFileSync(Buffer.concat([Buffer.from(name.at('x')), Buffer.from([0xff])]), '');
  expect(readWorkspaceContent(name.root)).toMatchObject({ message: expect.stringContaining('is not UTF-8. Rename') });
  const closed = scene({ 'a b': '' });
  chmodSync(closed.at('a b'), 0);
  await asOrdinaryUser(closed.root, () => {
    expect(readWorkspaceContent(closed.root)).toMatchObject({
      message: expect.stringContaining('"a b" cannot be read. Change its rights, or remove it.'),
    });
  });
});
