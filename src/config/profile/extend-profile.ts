import type { ApprovalChoice, ApprovalStyle } from '../../agent/approval-style.js';
import type { NoPerson, Profile, Surface } from '../../agent/profile.js';
import { defined } from '../../base/defined.js';
import { builtinTools } from '../../builtin/builtin-tools.js';
import { instructionLines } from '../../profile/instruction-lines.js';
import { toolwrightLimits } from '../../profile/toolwright-limits.js';
import type { LoopRules } from '../../run/guard/loop-rules.js';
import { exposureOf } from '../../tool/catalog/exposure.js';
import { namesOf } from '../../tool/former-names.js';
import type { ProfileSettings } from './profile-schema.js';

/** A profile with some settings changed: everything else stays as the one it extends has it. */
export function extendProfile(base: Profile, name: string, own: ProfileSettings): Profile {
  const { order, usualMode, instructionFiles, instructions, notesAs, unreadable } = own;
  const { loops: _base, ...rest } = base;
  const loops = loopsOf(base.loops, own.loops);
  return {
    ...rest,
    name,
    limits: { ...base.limits, ...own.limits },
    ...defined({ loops, order }),
    ...(own.scopes !== undefined && base.scopes !== undefined && { scopes: { ...base.scopes, ...own.scopes } }),
    ...(own.exposure !== undefined && { exposure: exposureOf(base.exposure ?? { kind: 'all' }, own.exposure) }),
    ...(own.tools !== undefined && { surface: surfaceOf(base.surface, own.tools) }),
    ...(own.noPerson !== undefined && { noPerson: parseNoPerson(own.noPerson) }),
    ...defined({ usualMode, instructionFiles, instructions, notesAs, unreadable }),
    ...(own.approval !== undefined && { approval: approvalOf(base.approval, own.approval) }),
    ...(own.system !== undefined && { renderSystem: systemOf(base, own.system) }),
  };
}

/** 0 stands for never. */
function loopsOf(base: LoopRules | undefined, own: ProfileSettings['loops']): LoopRules | undefined {
  if (own === undefined) return base;
  const { watched = true, endAfter, pivot, ...words } = own;
  if (!watched) return undefined;
  const { refusal, warning, pivot: usualPivot } = toolwrightLimits.loops;
  const from: LoopRules = base ?? { refusal, warning };
  const { endAfter: baseEnd, pivot: basePivot, ...kept } = from;
  const end = endAfter ?? baseEnd ?? 0;
  const turning = { ...usualPivot, ...basePivot, ...(basePivot === undefined && { after: 0 }), ...pivot };
  return {
    ...kept,
    refusal: words.refusal ?? from.refusal,
    warning: words.warning ?? from.warning,
    ...thresholds(from, own),
    ...(end > 0 && { endAfter: end }),
    ...(turning.after > 0 && { pivot: turning }),
  };
}

function thresholds(base: LoopRules, own: NonNullable<ProfileSettings['loops']>): Partial<LoopRules> {
  const { of = base.repetition?.of ?? 'call', ...repetition } = own.repetition ?? {};
  return {
    ...(own.redundant && { redundant: counted({ ...base.redundant, ...own.redundant }) }),
    ...(own.repetition && { repetition: { of, ...counted({ ...base.repetition, ...repetition }) } }),
    ...(own.oscillation && { oscillation: counted({ ...base.oscillation, ...own.oscillation }) }),
    ...(own.drift && { drift: counted({ ...base.drift, ...own.drift }) }),
  };
}

const counted = ({ warn = 0, refuse = 0 }: { readonly warn?: number; readonly refuse?: number }) => ({
  ...(warn > 0 && { warn }),
  ...(refuse > 0 && { refuse }),
});

function surfaceOf(base: Surface | undefined, { only, without = [] }: NonNullable<ProfileSettings['tools']>): Surface {
  const all: Surface = base ?? ((builtin) => builtinTools.flatMap(({ name }) => builtin(name) ?? []));
  const isIn = (list: readonly string[], tool: string): boolean => namesOf(tool).some((name) => list.includes(name));
  const isLeft = (tool: string): boolean => (only === undefined ? !isIn(without, tool) : isIn(only, tool));
  return (builtin, context) => all(builtin, context).filter(({ name }) => isLeft(name));
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

function parseNoPerson(text: string): NoPerson {
  if (text === 'deny' || text === 'abort' || text === 'park') return text;
  const [, count, unit = 's'] = /^wait=(\d+)([smh])$/.exec(text) ?? [];
  return { waitMs: Number(count) * (units[unit] ?? 1000) };
}

function approvalOf(base: ApprovalStyle, own: NonNullable<ProfileSettings['approval']>): ApprovalStyle {
  const { choices: changed = {}, ...words } = own;
  const choices = base.choices.map((choice): ApprovalChoice => {
    const { label = choice.label, words: [first, ...others] = choice.words } = changed[choice.gives] ?? {};
    return { ...choice, label, words: first === undefined ? choice.words : [first, ...others] };
  });
  return { ...base, ...words, choices };
}

function systemOf(base: Profile, { add, replace }: NonNullable<ProfileSettings['system']>): Profile['renderSystem'] {
  const fill = (text: string, { workspace, mode }: { readonly workspace: string; readonly mode: string }): string =>
    text.replaceAll('{workspace}', () => workspace).replaceAll('{mode}', () => mode);
  if (replace !== undefined)
    return (context) => [fill(replace, context), ...instructionLines(context.instructions)].join('\n');
  return (context) => `${base.renderSystem(context)}\n\n${fill(add ?? '', context)}`;
}
