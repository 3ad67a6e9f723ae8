import { cutEnd } from '../../../base/text.js';
import { objectOf } from '../../../schema/object-of.js';
import type { BackgroundCommand } from '../../../tool/background.js';
import type { PlanContext } from '../../../tool/context.js';
import { defineTool } from '../../../tool/define-tool.js';
import type { Fact } from '../../../tool/fact.js';
import { fail, isFailure } from '../../../tool/outcome.js';
import { traits } from '../../traits.js';
import { lineFacts } from '../command-plan.js';
import { noBackground } from './describe-command.js';

const maxText = 64 * 1024;

export const writeCommand = defineTool({
  ...traits.runCommands,
  name: 'write_command',
  title: 'Write to command',
  description:
    'Writes text to the input of a background command, as if it was typed: end a line with \\n. ' +
    'With end true its input ends there. Read what it answers with poll_command.',
  capabilities: ['process'],
  parameters: objectOf({
    id: { type: 'string', description: 'As start_command gave it.' },
    text: { type: 'string', description: 'What to write.' },
    'end?': { type: 'boolean', description: 'Whether nothing more follows. Default false.' },
  }),
  result: objectOf({ id: { type: 'string' }, taken: { type: 'boolean' }, 'hint?': { type: 'string' } }),

  async plan({ id, text }, ctx) {
    if (ctx.background === undefined) return noBackground();
    const command = ctx.background.find(id);
    if (isFailure(command)) return command;
    if (command.end !== undefined) return fail('stale', `${id} has ended: nothing reads its input.`);
    if (text.length > maxText)
      return fail(
        'validation_failed',
        `The text has ${text.length} characters, at most ${maxText} can be written at once.`,
      );
    return {
      facts: await inputFacts(text, command, ctx),
      preview: { kind: 'text', text: `To ${id} (${command.command}):\n${text}` },
      basis: id,
      undo: { possible: false, why: 'what a command does with its input is not kept' },
    };
  },

  async run({ id, text, end = false }, { background }) {
    if (background === undefined) return noBackground();
    const written = await background.write(id, { text, end });
    if (isFailure(written)) return written;
    return written === 'taken' ? { id, taken: true } : { id, taken: false, hint: 'It gets the rest as it reads.' };
  },
});

const maxTold = 500;

/**
 * Only the command knows what the text means to it: a shell runs it. It is never proved to be harmless, what it would do
 * as a command line counts as well, and so do the hosts that the command may reach.
 */
export async function inputFacts(
  text: string,
  command: Pick<BackgroundCommand, 'id' | 'command' | 'facts'>,
  ctx: PlanContext,
): Promise<readonly Fact[]> {
  const input: Fact = {
    kind: 'exec',
    target: cutEnd(text, maxTold),
    where: 'nowhere',
    known: false,
    words: [null],
    note: `it is read by ${command.id}, \`${cutEnd(command.command, 100)}\``,
  };
  const asLine = text.trim() === '' || text.includes('\0') ? [] : await lineFacts(text, ctx.workspace.root, ctx);
  const shifted = asLine.map((fact) => (fact.by === undefined || fact.by < 0 ? fact : { ...fact, by: fact.by + 1 }));
  const hosts = command.facts.filter(({ kind }) => kind === 'net').map(({ by: _, ...fact }) => fact);
  return [input, ...shifted, ...hosts];
}
