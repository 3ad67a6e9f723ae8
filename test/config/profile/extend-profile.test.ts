import { expect, it } from 'vitest';
import { extendProfile } from '../../../src/config/profile/extend-profile.js';
import type { ProfileSettings } from '../../../src/config/profile/profile-schema.js';
import { profileTools } from '../../../src/config/profile/profile-tools.js';
import { seedLimits } from '../../../src/profile/seed/seed-data.js';
import { toolwrightProfile } from '../../../src/profile/toolwright.js';
import { verifies } from '../../requirements.js';

const extend = (own: Omit<ProfileSettings, 'extends'>, base = toolwrightProfile) =>
  extendProfile(base, 'mine', { extends: base.name, ...own });
const scene = { workspace: '/ws', mode: 'ask', instructions: [{ path: 'AGENTS.md', text: 'Be kind.' }] };

it('changes what it says, and leaves all else as it is', () => {
  verifies('profiles.file.extends');
  expect(extend({})).toEqual({ ...toolwrightProfile, name: 'mine' });
  const changed = {
    order: 'sequential',
    usualMode: 'plan',
    instructionFiles: ['NOTES.md'],
    instructions: 'nearest',
    notesAs: 'system',
    unreadable: 'ends',
  } as const;
  expect(extend(changed)).toEqual({ ...toolwrightProfile, name: 'mine', ...changed });
  expect(extend({ noPerson: 'park' }).noPerson).toBe('park');
  expect(extend({ noPerson: 'wait=2m' }).noPerson).toEqual({ waitMs: 120_000 });
  expect(extend({ exposure: { kind: 'all' } }).exposure).toEqual({ kind: 'all' });
  expect(extend({ exposure: { pinned: ['glob'] } }).exposure).toMatchObject({
    kind: 'lazy',
    pinned: expect.arrayContaining(['read_file', 'glob']),
  });
});

it('changes limits and thresholds, of which 0 takes one away', () => {
  verifies('profiles.file.limits');
  const { limits, loops } = extend({
    limits: { rounds: 4, atLimit: 'return', resultChars: 500 },
    loops: { redundant: { refuse: 2 }, drift: { warn: 0 }, endAfter: 0, pivot: { after: 0 }, refusal: 'No.' },
  });
  expect(limits).toEqual({ ...toolwrightProfile.limits, rounds: 4, atLimit: 'return', resultChars: 500 });
  const { endAfter: _end, pivot: _pivot, ...kept } = toolwrightProfile.loops ?? { refusal: '', warning: '' };
  expect(loops).toEqual({ ...kept, redundant: { warn: 3, refuse: 2 }, drift: {}, refusal: 'No.' });
  expect(extend({ loops: { endAfter: 7 } }).loops).toEqual({ ...toolwrightProfile.loops, endAfter: 7 });
  expect(extend({ loops: { watched: false } })).not.toHaveProperty('loops');
  const { loops: _loops, ...unwatched } = { ...toolwrightProfile, ...seedLimits };
  expect(extend({ loops: { repetition: { refuse: 3 }, pivot: { after: 1 } } }, unwatched).loops).toMatchObject({
    repetition: { of: 'call', refuse: 3 },
    pivot: { after: 1, code: 'automatic_pivot' },
    refusal: toolwrightProfile.loops?.refusal,
  });
});

it('leaves out tools', () => {
  verifies('profiles.file.tools');
  const names = (own: Omit<ProfileSettings, 'extends'>, base = toolwrightProfile) =>
    profileTools(extend(own, base)).map(({ name }) => name);
  const all = profileTools(toolwrightProfile).map(({ name }) => name);
  expect(names({ tools: { only: ['grep', 'read_file'] } })).toEqual(['read_file', 'grep']);
  expect(names({ tools: { without: ['run_command'] } })).toEqual(all.filter((name) => name !== 'run_command'));
  expect(names({ tools: { only: [] } })).toEqual([]);
  const less = extend({ tools: { without: ['grep'] } });
  expect(names({ tools: { only: ['grep', 'glob'] } }, less)).toEqual(['glob']);
});

it('adds to the system message, or replaces it', () => {
  verifies('profiles.file.system');
  const added = extend({ system: { add: 'Work in {workspace}, mode {mode}: $& $1.' } }).renderSystem(scene);
  expect(added).toBe(`${toolwrightProfile.renderSystem(scene)}\n\nWork in /ws, mode ask: $& $1.`);
  const replaced = extend({ system: { replace: 'You are a reviewer.' } }).renderSystem(scene);
  expect(replaced).toBe('You are a reviewer.\n\nInstructions from AGENTS.md:\nBe kind.');
});

it('changes the words of approvals, and not what they give', () => {
  verifies('profiles.file.approval');
  const { approval } = extend({
    approval: {
      title: 'Run {tool}?',
      waitMs: 1000,
      choices: { once: { words: ['j', 'ja'], label: 'ja' }, deny: { label: 'nein' } },
    },
  });
  expect(approval).toEqual({
    ...toolwrightProfile.approval,
    title: 'Run {tool}?',
    waitMs: 1000,
    choices: toolwrightProfile.approval.choices.map((choice) => {
      if (choice.gives === 'once') return { words: ['j', 'ja'], label: 'ja', gives: 'once' };
      return choice.gives === 'deny' ? { ...choice, label: 'nein' } : choice;
    }),
  });
});
