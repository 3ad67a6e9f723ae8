import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { analyseCommand } from '../../../src/policy/shell/analyse-command.js';
import { createCommandContext } from '../../../src/policy/shell/create-command-context.js';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'folder-')));
const root = join(base, 'ws');
const home = join(base, 'home');
mkdirSync(join(root, 'src'), { recursive: true });
mkdirSync(join(root, 'a', 'b', 'c'), { recursive: true });
mkdirSync(home);
symlinkSync('a/b/c', join(root, 'link'));
writeFileSync(join(root, 'x'), '1');
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** What the last command reads: a path, and a question mark where that is only a guess. */
async function lastRead(command: string): Promise<string | undefined> {
  const facts = await analyseCommand(command, createCommandContext({ root, cwd: root, home, env: { PATH: '/bin' } }));
  const read = facts.findLast(({ kind }) => kind === 'read');
  return read && `${read.target.replace(base, '')}${read.known ? '' : '?'}`;
}

describe('the folder a command runs in', () => {
  it.each([
    ['cd src; cat ../x', 'x'],
    ['cd src && cat ../x', 'x'],
    ['cd src || exit 1; cat ../x', 'x'],
    ['cd src && cd ..; cat x', 'x'],
    ['cd -P -- src; cat ../x', 'x'],
    ['cd src 2>/dev/null; cat ../x', 'x'],
    ['command cd ..; cat x', '/x'],
    ['builtin cd ..; cat x', '/x'],
    ['eval "cd .."; cat x', '/x'],
    ['(cd src); cat x', 'x'],
    ['cd src & cat x', 'x'],
    ['cd src && ls & cat x', 'x'],
    ['/bin/cd src; cat x', 'x'],
    ['cd link; cat ../../x', 'a/x'],
    ['cd src; cd ..; cat x', 'x'],
  ])('%s', async (command, read) => {
    expect(await lastRead(command)).toBe(read);
  });

  it.each([
    ['true || cd src; cat ../x', '/ws/x?'],
    ['false && cd src; cat ../x', '/ws/x?'],
    ['ls && cd src; cat ../x', '/ws/x?'],
    ['true || cd src && cat ../x', '/ws/x?'],
    ['if true; then cd src; fi; cat ../x', '/ws/x?'],
    ['f() { cd src; }; f; cat ../x', '/ws/x?'],
    ['cd src <no; cat ../x', '/ws/x?'],
    ['cd src >&7; cat ../x', '/ws/x?'],
    ['{ cd src; } <no; cat ../x', '/ws/x?'],
    ['pushd src; cat ../x', '/ws/x?'],
    ['cd no; cat ../x', '/ws/x?'],
    ['cd src -P; cat ../x', '/ws/x?'],
    ['cd $DIR; cat x', '/home/x?'],
    [`: "\${CDPATH:=/}"; cd src; cat ../x`, '/ws/x?'],
    [`[ -n "\${CDPATH[0]=/}" ]; cd src; cat ../x`, '/ws/x?'],
    ['cd link; cd ..; cat x', '/ws/a/b/x?'],
    ['cd link/..; cat x', '/ws/x?'],
  ])('is only guessed at: %s', async (command, read) => {
    expect(await lastRead(command)).toBe(read);
  });
});
