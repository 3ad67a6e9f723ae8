import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandTable } from '../../../src/cli/commands.js';
import { examples, files, variables } from '../../../src/cli/environment.js';
import { exitMeanings } from '../../../src/cli/exit-code.js';
import { renderManPage } from '../../../src/cli/man/man-page.js';
import { helpOf } from '../../../src/cli/option-words.js';
import { verifies } from '../../requirements.js';
import { builtCli } from '../../support/built-cli.js';
import { needs } from '../../support/needs.js';
import { runCli } from '../../support/spawn-cli.js';
import { hostileTable } from '../completion/hostile-table.js';

const page = renderManPage({ table: commandTable, version: '1.2.3' });

const formatters = [
  ['mandoc', ['-mman', '-Tascii', '-O', 'width=1000']],
  ['groff', ['-man', '-ww', '-Tascii', '-P-cbou', '-rLL=1000n']],
] as const;

/** The page as a reader sees it, one line a paragraph, without overstrikes; a formatter that says anything fails. */
function format(program: 'mandoc' | 'groff', args: readonly string[], roff: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { input: roff, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const parts = stdout.split('\b');
  return parts.map((part, at) => (at < parts.length - 1 ? part.slice(0, -1) : part)).join('');
}

const flat = (text: string): string => text.replaceAll('…', '...').replaceAll(/\s+/g, ' ');

describe.each(formatters)('the manual page, as %s shows it', (program, args) => {
  const missing = needs(program) !== undefined;

  it.skipIf(missing)('has every command, option, exit code, variable, file and example', () => {
    verifies('models.face.man-page');
    const shown = flat(format(program, args, page));
    for (const { name, options, summary } of commandTable.commands) {
      if (name !== '') expect(shown).toContain(`toolwright ${name}`);
      if (name !== '') expect(shown).toContain(flat(`${summary.slice(1)}.`));
      for (const option of options) expect(shown).toContain(`--${option.name}`);
    }
    for (const option of commandTable.commands[0]?.options ?? []) expect(shown).toContain(flat(`${helpOf(option)}.`));
    for (const [code, says] of exitMeanings) expect(shown).toContain(`${code} ${says}.`);
    for (const [name, says] of [...variables, ...files]) expect(shown).toContain(flat(`${name} ${says}.`));
    for (const [line] of examples) expect(shown).toContain(flat(line));
  });

  it.skipIf(missing)('shows odd words to the letter', () => {
    verifies('models.face.man-page');
    const shown = flat(format(program, args, renderManPage({ table: hostileTable, version: '0' })));
    const nasty = hostileTable.commands[1]?.options[2]?.help ?? '';
    expect(shown).toContain(flat(`--loud ${nasty}.`));
    expect(shown).toContain(flat(`.TH ${nasty}`));
    expect(shown).toContain('.leading dot');
    expect(shown).toContain(".verbatim dot 'quote");
  });
});

describe('the manual page', () => {
  it('has the sections people look for, in their order', () => {
    verifies('models.face.man-page');
    const wanted =
      'NAME SYNOPSIS DESCRIPTION COMMANDS OPTIONS EXIT_STATUS FILES ENVIRONMENT EXAMPLES SEE_ALSO'.replaceAll('_', ' ');
    expect([...page.matchAll(/^\.SH (.*)$/gm)].map(([, title]) => title).join(' ')).toBe(wanted);
    expect(page.startsWith('.TH TOOLWRIGHT 1 "" "toolwright 1.2.3" "User Commands"\n')).toBe(true);
  });

  it.skipIf(needs('mandoc') !== undefined)('gives a linter nothing to say but that it bears no date', () => {
    verifies('models.face.man-page');
    for (const table of [commandTable, hostileTable]) {
      const roff = renderManPage({ table, version: '1.2.3' });
      const { stdout } = spawnSync('mandoc', ['-mman', '-Tlint'], { input: roff, encoding: 'utf8' });
      const remarks = stdout.split('\n').filter((line) => line !== '' && !line.includes('missing date'));
      expect(remarks).toEqual([]);
    }
  });

  it('is built, and printed by the program, the same each time', async () => {
    verifies('models.face.man-installed');
    const { code, stdout, stderr } = await runCli(['man'], { cwd: '/' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const built = join(dirname(await builtCli()), 'man', 'toolwright.1');
    expect(readFileSync(built, 'utf8')).toBe(stdout);
    const { version: named } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(stdout).toContain(`"toolwright ${named}"`);
  });
});
