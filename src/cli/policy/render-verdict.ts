import type { Decision, Judgement, Mode, Verdict } from '../../policy/policy.js';
import type { CallPreview } from '../../session/preview-calls.js';
import type { Fact } from '../../tool/fact.js';
import { safeLine, safeText } from '../safe-text.js';
import type { Style } from '../view/style.js';

export interface ExplainedVerdict {
  readonly tool: string;
  readonly mode: Mode;
  readonly preview: CallPreview;
  /** The same where nothing confines commands. */
  readonly unconfined: CallPreview;
  readonly otherModes: readonly { readonly mode: Mode; readonly verdict: Verdict }[];
  /** Rules that would let it run unasked, all of them together. */
  readonly suggested: readonly string[];
}

const words: Readonly<Record<Verdict, string>> = {
  allow: 'it runs unasked',
  notify: 'it runs and is told',
  ask: 'a person is asked',
  deny: 'it is denied',
};

/** For a person. */
export function renderVerdict(explained: ExplainedVerdict, style: Style): string {
  const { preview, tool, mode } = explained;
  if (preview.type === 'refused')
    return `${style.red('✗')} ${safeText(`${tool} comes to no verdict: ${preview.message}`)}`;
  const { decision } = preview;
  const paint = decision.verdict === 'deny' ? style.red : decision.verdict === 'ask' ? style.yellow : style.green;
  return [
    `${style.bold('Verdict')}  ${paint(decision.verdict)}: in mode ${mode} ${words[decision.verdict]}`,
    `${style.bold('Level')}    ${decision.level}`,
    section('Because', (decision.because ?? []).map(becauseLine), style),
    section('Without a sandbox', unconfinedLines(explained, decision.verdict), style),
    section('Facts', factLines(preview.facts), style),
    section('What would change it', changes(explained, decision), style),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const maxFacts = 50;

function factLines(facts: readonly Fact[]): readonly string[] {
  const lines = facts.slice(0, maxFacts).map(factLine);
  return facts.length > maxFacts ? [...lines, `… and ${facts.length - maxFacts} more: --json shows them all`] : lines;
}

function unconfinedLines({ unconfined }: ExplainedVerdict, verdict: Verdict): readonly string[] {
  if (unconfined.type === 'refused' || unconfined.decision.verdict === verdict) return [];
  const { decision } = unconfined;
  return [`${decision.verdict}: ${decision.reasons.join('; ')}`];
}

function section(title: string, lines: readonly string[], style: Style): string {
  if (lines.length === 0) return '';
  return [style.bold(title), ...lines.map((line) => `  ${safeLine(line)}`)].join('\n');
}

function becauseLine({ source, reason, rule }: Judgement): string {
  const place = rule === undefined ? '' : ` (${rule.origin.file}:${rule.origin.line})`;
  return `${titles[source]}: ${reason}${place}`;
}

const titles: Readonly<Record<Judgement['source'], string>> = {
  floor: 'floor',
  rule: 'rule',
  grant: 'grant',
  protected: 'protected path',
  secret: 'secret',
  taint: 'taint',
  sandbox: 'sandbox',
  mode: 'mode',
  tool: 'tool',
  person: 'the person',
};

function factLine({ kind, target, where, known, note, proved, deep }: Fact): string {
  const place = where === 'outside' && kind !== 'exec' ? ' (outside the workspace)' : '';
  const sure = proved === true ? ', understood' : known ? '' : ', not known';
  return `${kind} ${target}${deep === true ? ' and below' : ''}${place}${sure}${note === undefined ? '' : `: ${note}`}`;
}

function changes({ otherModes, suggested }: ExplainedVerdict, { verdict, because = [] }: Decision): readonly string[] {
  if (verdict === 'allow') return allowedChanges(because);
  if (because.some(({ source }) => source === 'floor')) return ['nothing: this is not done in any mode, by any rule'];
  if (because.some(({ source }) => source === 'secret')) return ['only other arguments: no mode and no rule allows it'];
  const rules = because.flatMap(({ rule }) =>
    rule === undefined ? [] : [`without the rule at ${rule.origin.file}:${rule.origin.line} it is judged anew`],
  );
  const always = because.some(({ source }) => source === 'protected')
    ? ['no rule lets it run unasked, and no mode']
    : [];
  const modes = otherModes
    .filter((other) => other.verdict !== verdict)
    .map((other) => `mode ${other.mode}: ${other.verdict}`);
  return [...rules, ...always, ...suggestions(suggested), ...modes];
}

function suggestions(suggested: readonly string[]): readonly string[] {
  if (suggested.length === 0) return [];
  const rules = suggested.map((rule) => `{"allow": ${JSON.stringify(rule)}}`).join(', ');
  return [suggested.length === 1 ? `a rule such as ${rules}: allow` : `the rules ${rules} together: allow`];
}

const allowedChanges = (because: readonly Judgement[]): readonly string[] =>
  because.flatMap(({ rule }) =>
    rule === undefined ? [] : [`without the rule at ${rule.origin.file}:${rule.origin.line} the mode decides`],
  );
