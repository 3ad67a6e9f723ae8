import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { commands, everywhere } from '../../src/cli/commands.js';
import { exitMeanings } from '../../src/cli/exit-code.js';
import { renderHelp } from '../../src/cli/help.js';
import { verifies } from '../requirements.js';
import { runCli } from '../support/spawn-cli.js';
import { codeBlocks, listPages, listWrittenPages, readPage, root, tableCodes } from './markdown.js';

const cli = readPage('docs/cli.md');
const firstWords = ['help', ...commands.map(({ name }) => name.split(' ')[0])];
const flags = new Set([...everywhere, ...commands.flatMap(({ options }) => options)].map(({ name }) => `--${name}`));

it('says in five lines what it is, then the two commands', () => {
  verifies('core.ground.readme');
  const [title, , ...lines] = readPage('README.md').split('\n');
  expect(title).toBe('# Toolwright');
  expect(lines.indexOf('')).toBe(5);
  expect(codeBlocks(readPage('README.md'))[0]).toEqual({ language: 'sh', text: 'npm ci\nnpm start\n' });
});

it('has the pages that belong to the project', () => {
  verifies('core.ground.agents', 'core.ground.docs', 'core.ground.license', 'standing.docs.changelog');
  expect(readPage('AGENTS.md').split('\n').length).toBeLessThanOrEqual(121);
  expect(readPage('docs/architecture.md')).toMatch(
    /admit ▶ resolve ▶ check ▶ guard ▶ plan ▶ decide ▶ approve ▶ execute ▶ settle/,
  );
  expect(readPage('LICENSE')).toMatch(/^MIT License\n/);
  const { version } = JSON.parse(readPage('package.json')) as { version: string };
  expect(readPage('CHANGELOG.md')).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')}$`, 'm'));
});

it('tells of each decision what, why and what was given up', () => {
  verifies('core.ground.docs');
  const decisions = listPages().filter((page) => /^docs\/decisions\/\d{4}-/.test(page));
  expect(decisions.length).toBeGreaterThan(0);
  const index = readPage('docs/decisions/README.md');
  for (const page of decisions) {
    expect(readPage(page).match(/\*\*(What|Why|What we gave up)\.\*\*/g), page).toHaveLength(3);
    expect(index).toContain(`(${page.slice('docs/decisions/'.length)})`);
  }
});

it('links only to what exists', () => {
  verifies('standing.docs.links-true');
  const broken = listPages().flatMap((page) =>
    [...readPage(page).matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page} → ${target}`),
  );
  expect(broken).toEqual([]);
});

it('names no command and no flag of toolwright that does not exist', () => {
  verifies('standing.docs.commands-true');
  for (const page of listWrittenPages()) {
    for (const line of codeLines(readPage(page)).filter((code) => /\btoolwright\b/.test(code))) {
      for (const [flag] of line.matchAll(/(?<=\s)--[a-z][a-z-]*/g)) expect(flags, `${page}: ${line}`).toContain(flag);
      const [, word] = /(?:^|\$ |\| )toolwright ([a-z]+)\b/.exec(line) ?? [];
      if (word !== undefined) expect(firstWords, `${page}: ${line}`).toContain(word);
    }
  }
});

it('names no script of the project that does not exist', () => {
  verifies('standing.docs.commands-true', 'core.ground.scripts');
  const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> };
  for (const page of listWrittenPages()) {
    for (const [, name = ''] of readPage(page).matchAll(/npm (?:run )?(start|test|(?<=run )[a-z-]+)/g)) {
      expect(Object.keys(scripts), page).toContain(name);
    }
  }
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['build', 'check', 'test', 'bench', 'requirements']));
});

it('has every command and flag in the help and in the docs', () => {
  verifies('core.ground.cli-help');
  const codes = tableCodes(cli).join('\n');
  for (const { name, options } of commands) {
    expect(renderHelp('all'), name).toContain(`toolwright ${name}`.trim());
    expect(codes, name).toContain(`toolwright ${name}`.trim());
    for (const option of options) {
      expect(renderHelp(name === '' ? 'run' : name), option.name).toContain(`--${option.name}`);
      expect(codes, option.name).toContain(`--${option.name}`);
      if (option.short !== undefined) expect(codes, option.name).toContain(`-${option.short}\n--${option.name}`);
    }
  }
});

it('has every command of the chat', async () => {
  verifies('core.ground.cli-help');
  const { stdout } = await runCli(['--store', 'memory'], { cwd: tmpdir(), input: '/help\n' });
  const forms = [...stdout.matchAll(/^ {2}(\/\S.*?) {2,}/gm)].map(([, form = '']) => form);
  expect(forms.length).toBeGreaterThan(0);
  expect(tableCodes(cli).filter((code) => code.startsWith('/'))).toEqual(forms);
});

it('has the exit codes of the program', () => {
  verifies('core.run.exit-documented');
  const documented = [...cli.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, code, meaning]) => [Number(code), meaning]);
  expect(documented).toEqual(exitMeanings);
  for (const [code, meaning] of exitMeanings)
    expect(renderHelp('run')).toMatch(new RegExp(`^ +${code} +${meaning}$`, 'm'));
});

/** The lines of code blocks, and what stands in backticks. */
function codeLines(markdown: string): string[] {
  const blocks = codeBlocks(markdown).filter(({ language }) => language !== 'ts');
  const inline = [...markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)];
  return [...blocks.flatMap(({ text }) => text.split('\n')), ...inline.map(([, code = '']) => code)];
}
