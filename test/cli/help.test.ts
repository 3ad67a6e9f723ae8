import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/cli.js';
import { commands } from '../../src/cli/commands.js';
import { examples, files, variables } from '../../src/cli/environment.js';
import { renderHelp } from '../../src/cli/help.js';
import { parseCommandLine } from '../../src/cli/parse-command-line.js';
import { verifies } from '../requirements.js';
import { hostileTable } from './completion/hostile-table.js';
import { fakeHost } from './fake-host.js';

const topics = ['', 'all', 'environment', ...commands.map(({ name }) => name).filter((name) => name !== '')];
const families = new Set(topics.map((topic) => topic.split(' ')[0] ?? ''));

async function cli(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { host, written } = fakeHost({ cwd: '/' });
  const code = await runCli(args, host);
  return { code, ...written };
}

describe('toolwright help', () => {
  it.each([...new Set([...topics, ...families])])('tells of %j, in three ways', async (topic) => {
    verifies('models.face.help');
    const words = topic.split(' ').filter((word) => word !== '');
    const asked = await cli('help', ...words);
    expect(asked).toEqual({ code: 0, stdout: `${renderHelp(topic)}\n`, stderr: '' });
    expect(await cli(...words, '--help')).toEqual(asked);
    expect(await cli(...words, '-h')).toEqual(asked);
  });

  it('refuses what there is no help of, with the nearest topic', async () => {
    verifies('models.face.help');
    expect(await cli('help', 'sesions')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'toolwright: There is no command toolwright sesions. Did you mean: toolwright help sessions\nSee: toolwright --help\n',
    });
    expect((await cli('help', 'sessions', 'shwo')).stderr).toContain('Did you mean: toolwright help sessions show');
    expect((await cli('help', 'sessions', 'list')).stdout).toBe(`${renderHelp('sessions')}\n`);
    expect((await cli('help', 'completion', 'bash')).stdout).toBe(`${renderHelp('completion')}\n`);
    expect((await cli('help', 'help')).stdout).toBe(`${renderHelp('')}\n`);
  });

  it('tells of a family whose first word is no command, and asks for one more word', () => {
    verifies('models.face.help');
    expect(parseCommandLine(['help', 'odd'], hostileTable)).toEqual({ type: 'help', topic: 'odd' });
    expect(parseCommandLine(['odd', '--help'], hostileTable)).toEqual({ type: 'help', topic: 'odd' });
    const help = renderHelp('odd', { table: hostileTable });
    expect(help).toContain("toolwright odd set A:'B [FILE…]");
    expect(help).toContain('toolwright help odd COMMAND tells more');
    expect(() => parseCommandLine(['odd'], hostileTable)).toThrow('toolwright odd needs one more word: set, get.');
    expect(() => parseCommandLine(['odd', 'ste'], hostileTable)).toThrow('Did you mean: toolwright odd set');
  });

  it('tells of the variables and files of the program', () => {
    verifies('models.face.help');
    const help = renderHelp('environment');
    for (const [name] of [...variables, ...files]) expect(help).toContain(`  ${name}`);
    for (const [line] of examples) expect(renderHelp('all')).toContain(`  ${line}\n`);
  });
});

describe('toolwright --help', () => {
  const shown = renderHelp('').split('\n');
  const words = [...renderHelp('').matchAll(/^ {2}(?:[A-Z]\w+ +| {10})([a-z]+) {2,}/gm)].map(([, word = '']) => word);

  it('fits on one screen with the prompt below it, and has at most 20 commands', () => {
    verifies('models.face.help');
    expect(shown.length).toBeLessThanOrEqual(23);
    expect(shown.filter((line) => line.length > 80)).toEqual([]);
    expect(words.length).toBeGreaterThan(10);
    expect(words.length).toBeLessThanOrEqual(20);
    const known = commands.map(({ name }) => name.split(' ')[0]);
    for (const word of words) expect(known).toContain(word);
  });

  it('names options of the chat, and where every command is listed', () => {
    verifies('models.face.help');
    const options = commands[0]?.options ?? [];
    for (const [flag = '', name] of renderHelp('').matchAll(/(?:-C|--([a-z]+)) [A-Z]+/g))
      expect(options.some((option) => `-${option.short}` === flag.split(' ')[0] || option.name === name)).toBe(true);
    expect(renderHelp('')).toContain('-C DIR, --session ID, --mode MODE, --model NAME\n');
    expect(renderHelp('')).toContain('help all');
  });
});

describe('the width of the help', () => {
  it.each([40, 57, 80, 100])('is kept to at %i columns', (width) => {
    verifies('models.face.help-width');
    for (const topic of topics) {
      const lines = renderHelp(topic, { width }).split('\n');
      const tooWide = lines.filter((line) => line.length > width && !isOneWord(line) && !isVerbatim(line));
      expect(tooWide, topic).toEqual([]);
    }
  });

  it('is that of the terminal, 80 where there is none, and never absurd', async () => {
    verifies('models.face.help-width');
    const atWidth = async (columns: number | undefined): Promise<string> => {
      const { host, written } = fakeHost({ cwd: '/' });
      Object.assign(host.stdout, columns === undefined ? {} : { isTTY: true, columns });
      await runCli(['run', '--help'], host);
      return written.stdout.trimEnd();
    };
    expect(await atWidth(undefined)).toBe(renderHelp('run', { width: 80 }));
    expect(await atWidth(60)).toBe(renderHelp('run', { width: 60 }));
    expect(await atWidth(0)).toBe(renderHelp('run', { width: 80 }));
    expect(await atWidth(3)).toBe(renderHelp('run', { width: 40 }));
    expect(await atWidth(4000)).toBe(renderHelp('run', { width: 120 }));
  });

  /** A left part, or a word that cannot be broken. */
  const isOneWord = (line: string): boolean => !line.trim().includes(' ') || /^ {2,6}\S+(?: \S+)?$/.test(line);
  const verbatim = new Set([
    ...examples.map(([line]) => line),
    ...commands.flatMap(({ notes = [] }) => notes.flatMap((note) => note.split('\n').map((line) => line.trim()))),
    ...commands.flatMap(({ name, arguments: wanted }) =>
      wanted.map(({ choices }) => `toolwright ${name} ${choices?.join('|')}`),
    ),
  ]);
  const isVerbatim = (line: string): boolean => verbatim.has(line.trim());
});

describe('an option that may be given again', () => {
  const line = (...args: string[]) => {
    const parsed = parseCommandLine(['odd', 'set', 'a', ...args], hostileTable);
    if (parsed.type !== 'run') throw new Error('not a command');
    return parsed.invocation;
  };

  it('keeps every value in order; text is the last one', () => {
    verifies('models.face.options-again');
    const given = line('--header', 'one', '-H', 'two', '--header=three', '--loud');
    expect(given.texts('header')).toEqual(['one', 'two', 'three']);
    expect(given.text('header')).toBe('three');
    expect(given.flag('loud')).toBe(true);
    expect(line().texts('header')).toEqual([]);
    expect(line('--loud').texts('loud')).toEqual([]);
    expect(renderHelp('odd set', { table: hostileTable })).toContain('may be given again');
  });

  it('and an argument that may be is taken as often as it comes', () => {
    verifies('models.face.options-again');
    expect(line('b', 'c', 'd').arguments).toEqual(['a', 'b', 'c', 'd']);
  });
});

it('checks an argument that has choices', async () => {
  expect((await cli('completion', 'zhs')).stderr).toBe(
    'toolwright: toolwright completion zhs: use bash, zsh, fish. Did you mean zsh?\nSee: toolwright completion --help\n',
  );
  expect((await cli('completion')).stderr).toContain('toolwright completion needs bash|zsh|fish.');
});
