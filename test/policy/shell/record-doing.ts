import type { CommandContext } from '../../../src/policy/shell/command-context.js';
import type { EffectSink, Input, Reach, RunOptions } from '../../../src/policy/shell/program.js';
import { findProgram } from '../../../src/policy/shell/programs.js';
import { literal, type Word } from '../../../src/policy/shell/word.js';

/** What a program reports of itself, one line each: `read src/a.ts`, `run git log`, `unknown the option …`. */
export function recordDoing(words: readonly (string | Word)[], options: Recording = {}): readonly string[] {
  const [name = '', ...args] = words.map((word) => (typeof word === 'string' ? literal(word) : word));
  const lines: string[] = [];
  const program = findProgram(typeof name === 'string' ? name : (name.text ?? ''));
  if (program === undefined) return ['no such program'];
  program(args, doingInto(lines, options));
  return lines;
}

interface Recording {
  readonly input?: Input;
  readonly scene?: Partial<CommandContext>;
}

function doingInto(lines: string[], { input = { kind: 'none' }, scene = {} }: Recording): EffectSink {
  const say =
    (verb: string) =>
    (what: Word | string, { deep, followsLinks }: Reach = {}): void =>
      void lines.push(
        `${verb} ${typeof what === 'string' ? what : shown(what)}${deep === true ? ' deep' : ''}${followsLinks === true ? ' links' : ''}`,
      );
  return {
    context: {
      root: '/ws',
      cwd: '/ws',
      home: '/home/me',
      env: {},
      resolve: (path) => ({ given: path, path, shown: path, inside: path.startsWith('/ws'), kind: 'file', size: 1 }),
      readBytes: () => undefined,
      readText: () => undefined,
      links: () => [],
      list: () => undefined,
      ...scene,
    },
    cwd: '/ws',
    input,
    read: say('read'),
    write: say('write'),
    delete: say('delete'),
    move: say('move'),
    net: say('net'),
    process: say('process'),
    secret: say('secret'),
    env: say('env'),
    unknown: say('unknown'),
    inline: say('inline'),
    unread: say('unread'),
    forbid: say('forbid'),
    run: (words, options) => lines.push(`run ${words.map(shown).join(' ')}${tail(options)}`),
    script: (text, options) => lines.push(`script ${shown(text)}${tail(options)}`),
  };
}

const shown = ({ text, note }: Word): string => text ?? `<${note ?? 'unknown'}>`;

function tail({ transparent, cwd, assignments = [] }: RunOptions = {}): string {
  const set = assignments.map(({ name, value }) => ` ${name}=${shown(value)}`).join('');
  return `${transparent === true ? ' transparent' : ''}${cwd === undefined ? '' : ` in ${cwd === null ? '?' : shown(cwd)}`}${set}`;
}
