import { defined } from '../../../base/defined.js';
import { objectOf } from '../../../schema/object-of.js';
import type { BackgroundCommand, KeptStart } from '../../../tool/background.js';
import type { RunContext } from '../../../tool/context.js';
import { defineTool } from '../../../tool/define-tool.js';
import { changesNothing, type Fact } from '../../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../../tool/outcome.js';
import type { Undoable } from '../../../tool/plan.js';
import type { Place } from '../../../tool/port.js';
import { traits } from '../../traits.js';
import { overhead } from '../command-end.js';
import { planCommandLine } from '../command-plan.js';
import { commandTeller, describeCommand, noBackground } from './describe-command.js';
import type { Keeping } from './plan-keep.js';

const defaultWaitMs = 1000;
const maxWaitMs = 10_000;
const maxWrites = 20;

export const startCommand = defineTool({
  ...commandTeller,
  ...traits.runCommands,
  name: 'start_command',
  title: 'Start command',
  description:
    'Starts one bash command line that goes on in the background (a server, a watcher, a long build) and gives its id and first output. ' +
    'Read on with poll_command, answer it with write_command, end it with stop_command. It ends with the session, unless keep is true.',
  parameters: objectOf({
    command: { type: 'string', description: 'The command line.' },
    'cwd?': { type: 'string', description: 'The folder to run it in. Default ".", the workspace.' },
    'wait_ms?': {
      type: 'integer',
      minimum: 0,
      maximum: maxWaitMs,
      description: `How long to wait for its first output. Default ${defaultWaitMs}.`,
    },
    'keep?': {
      type: 'boolean',
      description:
        'Whether it goes on after the session, until it is stopped or its deadline comes. Asked about each time. The workspace is read-only to it. Default false.',
    },
    'writes?': {
      type: 'array',
      items: { type: 'string' },
      maxItems: maxWrites,
      description: 'With keep: folders of the workspace that it may write to all the same.',
    },
  }),

  async plan(args, ctx) {
    const planned = await planCommandLine(args, ctx);
    if ('refusal' in planned) return planned.refusal;
    const { place } = planned;
    const keeping =
      args.keep === undefined && args.writes === undefined
        ? endsWithSession
        : (await import('./plan-keep.js')).planKeep(args, ctx);
    if (isFailure(keeping)) return keeping;
    const facts = [...planned.facts, ...keeping.facts];
    const { hours } = keeping;
    return {
      facts,
      preview: {
        kind: 'command',
        command: args.command,
        cwd: place.shown,
        background: true,
        ...defined({ keptHours: hours }),
      },
      basis: place.path,
      ...(!changesNothing(facts) && { undo: notUndone }),
      carry: { place, facts },
    };
  },

  async run(args, ctx, carry: { readonly place: Place; readonly facts: readonly Fact[] } | ToolFailure) {
    if (isFailure(carry)) return carry;
    const { background } = ctx;
    if (background === undefined) return noBackground();
    const { place, facts } = carry;
    const folder = ctx.workspace.hold(place);
    if (isFailure(folder)) return folder;
    const given = {
      command: args.command,
      cwd: place.shown,
      facts,
      maxChars: Math.max(500, ctx.resultLimit - overhead),
    };
    const start = args.keep === true ? (await import('./plan-keep.js')).startKept : startHeld;
    const starting = start(given, folder.path, ctx);
    const started = await starting.finally(() => folder.close());
    if (isFailure(started)) return started;
    const news = await background.read(started.id, { waitMs: args.wait_ms ?? defaultWaitMs, signal: ctx.signal });
    if (isFailure(news)) return news;
    const result = describeCommand(started, news);
    if (started.end?.process.state === 'failed') return fail('io_error', `The command ${result.ended}.`);
    if (result.state === 'running' || result.exit_code === 0) return result;
    return fail('io_error', `It ended at once, with exit code ${result.exit_code}.`, result);
  },
});

const endsWithSession: Keeping = { facts: [] };

async function startHeld(
  given: Omit<KeptStart, 'process'>,
  cwd: string,
  { background, change, process, signal }: RunContext,
): Promise<BackgroundCommand | ToolFailure> {
  if (background === undefined) return noBackground();
  const { command, facts } = given;
  const capture = await change.capture(facts, { signal, background: true });
  return background.start({
    ...given,
    capture,
    launch: (onOutput) => process.start({ command, cwd, facts, onOutput }),
  });
}

const notUndone: Undoable = {
  possible: false,
  why: 'it goes on beside other calls: what it changes is not kept',
};
