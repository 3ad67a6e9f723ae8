import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Folders } from './read-cases.js';

/** What a case finds: `{file, text}`, `{symlink, to}`, `{gitconfig: 'a.b=c'}` and the like. */
export type Fixture = { readonly [verb: string]: string | number };

/** A workspace that is a clean repository, a home and a third folder, all of them new. */
export function makeFolders(): Folders & { remove(): void } {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'cases-')));
  const folders = { ws: join(base, 'a', 'ws'), home: join(base, 'b', 'home'), out: join(base, 'c', 'out') };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  execFileSync('git', ['init', '-q', folders.ws], { env: { PATH: process.env['PATH'], HOME: folders.home } });
  mkdirSync(join(folders.ws, 'src'));
  writeFileSync(join(folders.ws, 'src', 'index.ts'), 'export {};\n');
  writeFileSync(join(folders.ws, 'src', 'a.ts'), 'a\n');
  writeFileSync(join(folders.ws, 'package.json'), '{}\n');
  return { ...folders, remove: () => rmSync(base, { recursive: true, force: true }) };
}

/** Makes what the case finds, and answers the variables it sets. */
export function makeFixture(fixture: readonly Fixture[], { ws }: Folders): Record<string, string> {
  const env: Record<string, string> = {};
  for (const verb of fixture) makeOne(verb, ws, env);
  return env;
}

function makeOne(verb: Fixture, ws: string, env: Record<string, string>): void {
  const [kind = '', name = ''] = Object.entries(verb)[0] ?? [];
  const path = resolve(ws, String(name));
  if (kind !== 'env' && kind !== 'gitconfig') mkdirSync(dirname(path), { recursive: true });
  const to = String(verb['to'] ?? '');
  switch (kind) {
    case 'file':
      writeFileSync(path, String(verb['text'] ?? ''), { mode: Number(verb['mode'] ?? 0o644) });
      return;
    case 'dir':
      mkdirSync(path, { recursive: true });
      return;
    case 'symlink':
      symlinkSync(to, path);
      return;
    case 'hardlink':
      mkdirSync(dirname(resolve(ws, to)), { recursive: true });
      writeFileSync(resolve(ws, to), 'x', { flag: 'a' });
      linkSync(resolve(ws, to), path);
      return;
    case 'fifo':
      execFileSync('mkfifo', [path]);
      return;
    case 'socket':
      execFileSync('node', [
        '-e',
        `require('net').createServer().listen(${JSON.stringify(path)}, () => process.exit())`,
      ]);
      return;
    case 'sparse':
      writeFileSync(path, '');
      truncateSync(path, Number(verb['bytes'] ?? 0));
      return;
    case 'gitconfig': {
      const [key = '', ...value] = String(name).split('=');
      execFileSync('git', ['-C', ws, 'config', key, value.join('=')], {
        env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
      });
      return;
    }
    case 'barerepo': {
      execFileSync('git', ['init', '-q', '--bare', path], { env: { PATH: process.env['PATH'], HOME: '/nonexistent' } });
      const [key = '', ...value] = String(verb['config'] ?? '').split('=');
      if (key !== '')
        execFileSync('git', ['-C', path, 'config', key, value.join('=')], {
          env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
        });
      return;
    }
    case 'env': {
      const [key = '', ...value] = String(name).split('=');
      env[key] = value.join('=');
      return;
    }
    default:
  }
}
