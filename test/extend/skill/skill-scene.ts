import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty workspace and an empty home, gone when the test ends. */
export function createSkillScene() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-skill-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, 'project');
  const home = join(base, 'home');
  mkdirSync(root);
  mkdirSync(home);
  return { base, root, home, env: { HOME: home } };
}

export function writeFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Writes a skill that is as it should be, named like its folder. */
export function writeSkill(folder: string, { description = 'Does it.', body = 'Do it well.', more = '' } = {}): void {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  writeFile(join(folder, 'SKILL.md'), `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n${body}\n`);
}
