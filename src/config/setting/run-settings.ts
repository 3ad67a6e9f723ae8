import { defaultGrantDays } from '../../policy/grant/grant.js';
import { modes } from '../../policy/policy.js';
import { keepHours } from '../../sandbox/kept/keep-hours.js';
import { limitRanges } from '../../sandbox/limits/limit-ranges.js';
import { choice, flag, form, integer, object, profileName, text } from './schema-parts.js';
import type { Settings } from './setting.js';

const sandboxLimit = (
  title: string,
  description: string,
  { least, most }: { readonly least: number; readonly most: number },
) => integer(title, description, { minimum: least, maximum: most });

const sandboxLimits = object('Limits of the sandbox', 'What a confined command and all it starts may use.', {
  processes: sandboxLimit(
    'Processes',
    'How many processes and threads at a time; 1024 when absent, more on machines with many processors.',
    limitRanges.processes,
  ),
  memoryMb: sandboxLimit(
    'Memory',
    'How much memory, in MB; three quarters of the machine when absent.',
    limitRanges.memoryMb,
  ),
  fileMb: sandboxLimit('File size', 'How large one file may become, in MB; 8192 when absent.', limitRanges.fileMb),
  openFiles: sandboxLimit(
    'Open files',
    'How many files each process may have open; 4096 when absent.',
    limitRanges.openFiles,
  ),
});

/** What runs unasked, confined how, and what lasts of it. */
export const runSettings = {
  mode: {
    schema: choice('Mode', 'What runs unasked.', modes, 'ask'),
    reader: 'face',
    workspace: { values: ['ask', 'plan'] },
    links: { 'runs unasked': 'cli.md#the-chat-and-run' },
  },
  profile: {
    schema: {
      ...profileName(
        'Profile',
        'How the agent behaves: a built-in profile, or one of a file in the folder profiles beside this file.',
      ),
      default: 'toolwright',
    },
    reader: 'face',
    links: { 'How the agent behaves': 'profiles.md' },
  },
  risk: {
    schema: text(
      'Risk mode',
      'In a profile with risk modes of its own: which one; `toolwright profiles show NAME` tells them. Others pass it over.',
      form('^[a-z][a-z0-9_-]{0,63}$', 'the name of a risk mode'),
    ),
    reader: 'face',
    links: { 'risk modes of its own': 'profiles.md#risk-modes' },
  },
  sandbox: {
    schema: choice('Sandbox', 'off: mode auto may run commands unconfined.', ['required', 'off'], 'required'),
    reader: 'face',
    links: { unconfined: 'sandbox.md#where-there-is-none' },
  },
  sandboxLimits: {
    schema: sandboxLimits,
    reader: 'session',
    links: { 'may use': 'sandbox.md#limits' },
  },
  durable: {
    schema: flag(
      'Survive power loss',
      'What was acknowledged survives a power loss: the record, and changed files with their folders. Slower.',
      false,
    ),
    reader: 'session',
    links: { 'survives a power loss': 'durability.md' },
  },
  readBeforeWrite: {
    schema: flag('Read before write', 'A file that is there is changed only after the model has read it.', false),
    reader: 'session',
    workspace: { values: [true] },
  },
} as const satisfies Settings;

/** How long approvals and commands outlive their session. */
export const lastingSettings = {
  grantDays: {
    schema: integer('Days a grant holds', 'How many days an approval for a project, or for always, holds.', {
      minimum: 1,
      maximum: 365,
      default: defaultGrantDays,
    }),
    reader: 'session',
    links: { holds: 'approvals.md#grants' },
  },
  keepHours: {
    schema: integer('Hours a command is kept', 'How many hours a command may go on after its session; 0: none does.', {
      minimum: 0,
      maximum: keepHours.most,
      default: keepHours.usual,
    }),
    reader: 'session',
    links: { 'go on after its session': 'background.md#kept-after-the-session' },
  },
} as const satisfies Settings;
