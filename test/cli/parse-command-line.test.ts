import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { exitCodes, exitMeanings } from '../../src/cli/exit-code.js';
import { renderHelp } from '../../src/cli/help.js';
import { parseCommandLine } from '../../src/cli/parse-command-line.js';
import { verifies } from '../requirements.js';

function refusal(...args: string[]): string {
  try {
    parseCommandLine(args);
  } catch (error) {
    expect(error).toMatchObject({ code: 'bad-usage' });
    return (error as Error).message;
  }
  throw new Error(`accepted: ${args.join(' ')}`);
}

describe('parseCommandLine', () => {
  it('reads a command with its options, wherever they stand', () => {
    const line = parseCommandLine(['-C', 'dir', 'run', '--json', 'do it', '--model=m', '--on-ask', 'wait=5m']);
    if (line.type !== 'run') throw new Error('not a command');
    expect(line.command.name).toBe('run');
    expect(line.invocation.arguments).toEqual(['do it']);
    expect(line.invocation.text('directory')).toBe('dir');
    expect(line.invocation.text('model')).toBe('m');
    expect(line.invocation.flag('json')).toBe(true);
    expect(line.invocation.text('mode')).toBeUndefined();
  });

  it('takes the four modes and no other word', () => {
    verifies('core.policy.mode-flag');
    for (const mode of ['ask', 'edit', 'plan', 'auto']) {
      const line = parseCommandLine(['--mode', mode]);
      expect(line.type === 'run' && line.invocation.text('mode')).toBe(mode);
    }
    expect(refusal('--mode', 'edti')).toMatch(/edti.*edit/s);
  });

  it.each([
    [[], ''],
    [['sessions'], 'sessions'],
    [['sessions', 'list'], 'sessions list'],
    [['sessions', 'show', 'x'], 'sessions show'],
    [['--session', 'last'], ''],
    [['run', '-'], 'run'],
    [['run', '--', '--not-an-option'], 'run'],
  ])('finds the command of %j', (args, name) => {
    const line = parseCommandLine(args);
    expect(line.type === 'run' && line.command.name).toBe(name);
  });

  it.each([
    ['config path', 'config --path'],
    ['config schema', 'config --schema'],
    ['profiles diff a b', 'profiles show a b'],
    ['profiles schema', 'profiles --schema'],
    ['policy test --rules r', 'policy check --examples --rules r'],
    ['servers logout docs', 'servers login --logout docs'],
    ['sessions rescue --store s new.db', 'sessions repair --rescue --store s new.db'],
    ['-C dir config path --json', '-C dir config --path --json'],
    ['man', 'help man'],
    ['help policy test', 'help policy check'],
    ['policy test --help', 'help policy check'],
  ])('reads %j, as earlier versions had it, as %j', (old, today) => {
    const read = (line: string) => {
      const parsed = parseCommandLine(line.split(' '));
      if (parsed.type !== 'run') return parsed;
      const { command, invocation } = parsed;
      const options = command.options.map(({ name }) => [name, invocation.texts(name), invocation.flag(name)]);
      return { name: command.name, arguments: invocation.arguments, options };
    };
    expect(read(old)).toEqual(read(today));
  });

  it('reads words of earlier versions as commands only where they stand as such', () => {
    expect(parseCommandLine(['run', 'man'])).toMatchObject({ type: 'run', command: { name: 'run' } });
    expect(parseCommandLine(['sessions', 'show', 'man'])).toMatchObject({ command: { name: 'sessions show' } });
    expect(refusal('constructor')).toContain('There is no command toolwright constructor.');
    expect(commands.map(({ name }) => name)).not.toContain('config path');
  });

  it.each([
    [['--help'], ''],
    [['run', '--help'], 'run'],
    [['help', 'sessions', 'show'], 'sessions show'],
    [['sessions', '-h'], 'sessions'],
    [['nonsense', '--help'], ''],
  ])('takes %j as a wish for help', (args, topic) => {
    expect(parseCommandLine(args)).toEqual({ type: 'help', topic });
  });

  it('suggests the nearest flag for one nobody knows', () => {
    verifies('core.bad-input.unknown-flag');
    expect(refusal('run', '--modell', 'x', 'hi')).toBe(
      '--modell is no option of toolwright run. Did you mean --model?\nSee: toolwright run --help',
    );
    expect(refusal('--base-ur', 'x')).toContain('Did you mean --base-url?');
    expect(refusal('--zzzzzz')).toBe('--zzzzzz is no option.\nSee: toolwright --help');
    expect(refusal('-x')).toContain('-x is no option');
  });

  it('says where a flag belongs that another command knows', () => {
    expect(refusal('tools', '--on-ask', 'deny')).toContain('It belongs to: toolwright run.');
  });

  it('suggests the nearest command for one nobody knows', () => {
    verifies('core.bad-input.unknown-command');
    expect(refusal('sesions')).toBe(
      'There is no command toolwright sesions. Did you mean: toolwright sessions\nSee: toolwright --help',
    );
    expect(refusal('sessions', 'delet', 'x')).toContain('Did you mean: toolwright sessions delete');
    expect(refusal('fix the bug please')).toContain('toolwright run "…"');
  });

  it.each([
    [['run', '--model'], '--model needs a value'],
    [['run', '--model', '--json', 'hi'], '--model needs a value'],
    [['run', '--json=yes', 'hi'], '--json takes no value'],
    [['--mode', 'askk'], 'use ask, edit, plan, auto. Did you mean ask?'],
    [['run', 'two', 'words', 'more'], 'Put the prompt in quotes'],
    [['sessions', 'show'], 'needs ID'],
    [['tools', 'extra'], 'does not know what to do with extra'],
  ])('refuses %j', (args, message) => {
    expect(refusal(...args)).toContain(message);
  });

  it('shows no control character of what it refuses', () => {
    expect(refusal('bad\u001b[2J')).not.toContain('\u001b');
  });
});

describe('the help', () => {
  it('names every command and every flag of it', () => {
    const whole = renderHelp('all');
    for (const { name, options } of commands) {
      expect(whole).toContain(`toolwright ${name}`.trim());
      const own = name === '' ? whole : renderHelp(name);
      for (const option of options) expect(own).toContain(`--${option.name}`);
    }
  });

  it('tells the exit codes the program uses', () => {
    verifies('core.run.exit-documented');
    const help = renderHelp('run');
    for (const [code, meaning] of exitMeanings) expect(help).toMatch(new RegExp(`^  ${code} +${meaning}$`, 'm'));
    expect(exitMeanings.map(([code]) => code)).toEqual(Object.values(exitCodes));
    expect(new Set(Object.values(exitCodes)).size).toBe(exitMeanings.length);
  });
});
