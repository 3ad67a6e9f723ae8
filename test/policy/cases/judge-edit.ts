import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Clock } from '../../../src/base/clock.js';
import type { ModelRequest } from '../../../src/model/model.js';
import { type ScriptedCall, type ScriptedRound, scriptedModel } from '../../../src/model/provider/scripted.js';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import type { Answer, Question } from '../../../src/run/question.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { openSession } from '../../../src/session/session.js';
import { openStore } from '../../../src/store/open-store.js';
import type { ToolResult } from '../../../src/tool/outcome.js';
import { caseMode } from './decide-case.js';
import type { CaseVerdict, Folders, PolicyCase } from './read-cases.js';
import { type Fixture, makeFixture } from './scene.js';

/** An edit of the corpus: which change, by which tools, and what happens meanwhile. */
export interface EditInput {
  readonly phase: 'stage' | 'apply';
  /** One of the tools that change at once; absent: the two phases. */
  readonly tool?: 'write' | 'edit' | 'append' | 'delete' | 'move';
  readonly path: string;
  readonly to?: string;
  readonly before?: string | null;
  readonly after?: string;
  readonly adds?: string;
  readonly old?: string;
  readonly new?: string;
  readonly replace_all?: boolean;
  readonly recursive?: boolean;
  readonly fixture?: readonly Fixture[];
  /** What somebody else does, and when: after the first phase unless said otherwise. */
  readonly then?: readonly Fixture[];
  readonly when?: 'while-asked' | 'between-uses';
  /** What somebody else did is taken back before the second use. */
  readonly restore?: boolean;
  /** How often it is applied; the last time counts. */
  readonly uses?: number;
  /** All uses in one message. */
  readonly together?: boolean;
  /** How long after the first phase, or while the question waits. */
  readonly minutes?: number;
  readonly minutes_asked?: number;
  readonly wall?: 'back';
  /** How many other changes are staged meanwhile. */
  readonly others?: number;
  /** Where the second phase takes place. */
  readonly session?: 'other' | 'resumed';
  /** Sent instead of the token; null sends none. */
  readonly token?: string | null;
  readonly token_change?: 'upper' | 'cut';
  /** What the person says to the first question. */
  readonly answer?: 'deny';
  readonly read_first?: boolean;
  readonly mode?: string;
  readonly rules?: unknown;
  readonly interactive?: boolean;
}

export interface JudgedEdit {
  readonly got: CaseVerdict;
  /** Side conditions of the case that do not hold. */
  readonly broken: readonly string[];
  readonly reasons: readonly string[];
}

/** What becomes of an edit in a session of its own: done unasked, done when the person said yes, or not done. */
export async function judgeEdit(one: PolicyCase, folders: Folders): Promise<JudgedEdit> {
  const input = { path: 'src/a.ts', ...one.input } as unknown as EditInput;
  const at = (path: string): string => resolve(folders.ws, path);
  if (typeof input.before === 'string') put(at(input.path), input.before);
  makeFixture(input.fixture ?? [], folders);
  const was = (one.assert?.['unchanged'] as readonly string[] | undefined)?.map((path) => [path, textAt(at(path))]);
  const end = await play(input, folders);
  const broken = [
    ...(was ?? []).filter(([path, text]) => textAt(at(path ?? '')) !== text).map(([path]) => `${path} changed`),
    ...brokenAsserts(one.assert ?? {}, at),
    ...(one.assert?.['reason'] !== undefined && one.assert['reason'] !== end.reason
      ? [`the reason is ${end.reason}, not ${one.assert['reason']}`]
      : []),
  ];
  return { got: end.got, broken, reasons: end.reasons };
}

interface End {
  readonly got: CaseVerdict;
  readonly reason: unknown;
  readonly reasons: readonly string[];
}

async function play(input: EditInput, folders: Folders): Promise<End> {
  const life = createLife(input, folders);
  const store = await openStore('memory');
  const options = sessionOptions(input, folders, life);
  const first = await openSession({ ...options, store, model: scriptedModel(life.firstPhase) });
  await first.send('go').result;
  await first.close();
  if (life.split) {
    const again = input.session === 'resumed' ? { session: first.id } : {};
    const second = await openSession({ ...options, ...again, store, model: scriptedModel(life.secondPhase) });
    await second.send('go on').result;
    await second.close();
  }
  await store.close();
  return life.end();
}

/** What happens in a case, step by step. */
function createLife(input: EditInput, { ws, out }: Folders) {
  const uses = input.uses ?? 1;
  const direct = input.tool !== undefined;
  const judged = direct ? directCall(input) : input.phase === 'stage' ? previewCall(input) : undefined;
  let token = '';
  let asked = 0;
  let last: ToolResult | undefined;
  let skewMs = 0;
  const clock: Clock = {
    now: () => Date.now() + (input.wall === 'back' ? -skewMs : skewMs),
    monotonic: () => performance.now() + skewMs,
  };
  const pass = (minutes: number | undefined): void => {
    skewMs += (minutes ?? 0) * 60_000;
  };
  const others = (): void => {
    for (const verb of input.then ?? []) disturb(verb, (path) => resolve(ws, path.replace('{{OUT}}', out)));
  };
  const apply = (): ScriptedCall => judged ?? { name: 'apply_file_change', arguments: tokenArguments(input, token) };

  /** What is asked for before the calls that count. */
  const opening = (): readonly ScriptedRound[] => {
    if (input.read_first === true) return [{ calls: [{ name: 'read_file', arguments: { path: input.path } }] }];
    return judged === undefined ? [{ calls: [previewCall(input)] }] : [];
  };
  const crowd: readonly ScriptedRound[] =
    input.others === undefined
      ? []
      : [
          {
            calls: Array.from({ length: input.others }, (_, index) => ({
              name: 'preview_write_file',
              arguments: { path: `other-${index}.txt`, content: 'x' },
            })),
          },
        ];
  const openings = [...opening(), ...crowd];

  const takeToken = (text: string): void => {
    const found = (JSON.parse(text) as ToolResult).data as { token?: string } | null;
    token = token === '' ? (found?.token ?? '') : token;
  };
  const beforeUse = (use: number): void => {
    asked = 0;
    if (use === 0) pass(input.minutes);
    if (use === 0 && input.when === undefined) others();
    if (use === 1 && input.when === 'between-uses') others();
    if (use === 1 && input.restore === true) put(resolve(ws, input.path), input.before ?? '');
  };

  const rounds =
    (from: number) =>
    (request: ModelRequest, index: number): ScriptedRound => {
      const at = from + index;
      const answers = request.messages.filter(({ role }) => role === 'tool');
      if (at > 0 && at <= openings.length) takeToken(answers[0]?.text ?? '{}');
      const opener = openings[at];
      if (opener !== undefined) return opener;
      const use = at - openings.length;
      const ended = input.together === true ? use > 0 : use >= uses;
      const latest = answers.at(-1)?.text;
      if (use > 0 && latest !== undefined) last = JSON.parse(latest) as ToolResult;
      if (ended) return { text: 'done' };
      beforeUse(use);
      return { calls: input.together === true ? Array.from({ length: uses }, apply) : [apply()] };
    };

  const split = input.session !== undefined;
  const onQuestion = (question: Question): Answer => {
    if (judged === undefined && question.tool !== 'apply_file_change') return { choice: 'once' };
    asked += 1;
    if (asked > 1) return { choice: 'deny' };
    if (input.when === 'while-asked') others();
    pass(input.minutes_asked);
    const refuses = input.answer === 'deny' && !refusedOnce;
    refusedOnce ||= refuses;
    return { choice: refuses ? 'deny' : 'once' };
  };
  let refusedOnce = false;

  return {
    clock,
    split,
    onQuestion,
    firstPhase: (request: ModelRequest, index: number): ScriptedRound => {
      const round = rounds(0)(request, index);
      return split && index >= openings.length ? { text: 'later' } : round;
    },
    secondPhase: (request: ModelRequest, index: number): ScriptedRound => rounds(openings.length)(request, index),
    end(): End {
      if (last === undefined) throw new Error('the call that counts was never answered');
      const { success, data, error_message } = last;
      const reason = (data as { reason?: unknown } | null)?.reason;
      return { got: verdictOf(success, asked), reason, reasons: error_message === null ? [] : [error_message] };
    },
  };
}

const verdictOf = (success: boolean, asked: number): CaseVerdict => {
  if (!success) return 'deny';
  return asked > 0 ? 'confirm' : 'allow';
};

function sessionOptions(
  input: EditInput,
  { ws, home }: Folders,
  { clock, onQuestion }: { clock: Clock; onQuestion(question: Question): Answer },
): Omit<SessionOptions, 'model'> {
  const { mode, rules, interactive } = input;
  const parsed = rules === undefined ? undefined : parseRuleList(rules, { layer: 'user', file: 'case', line: 1 });
  return {
    workspace: ws,
    env: { HOME: home },
    clock,
    capabilities: ['workspace', 'staging', 'person'],
    mode: caseMode(mode),
    fsync: 'off',
    ...(parsed !== undefined && { rules: parsed.rules }),
    ...(interactive !== false && { onQuestion }),
  };
}

function previewCall({ path, old, new: fresh, after, adds, replace_all }: EditInput): ScriptedCall {
  if (old === undefined) return { name: 'preview_write_file', arguments: { path, content: adds ?? after ?? 'x\n' } };
  const args = { path, old_text: old, new_text: fresh, ...(replace_all !== undefined && { replace_all }) };
  return { name: 'preview_edit_file', arguments: args };
}

function directCall({ tool, path, to, old, new: fresh, after, recursive }: EditInput): ScriptedCall {
  if (tool === 'delete')
    return { name: 'delete_file', arguments: { path, ...(recursive !== undefined && { recursive }) } };
  if (tool === 'move') return { name: 'move_file', arguments: { from: path, to } };
  if (tool === 'edit') return { name: 'edit_file', arguments: { path, old_text: old, new_text: fresh } };
  return { name: tool === 'append' ? 'append_file' : 'write_file', arguments: { path, content: after } };
}

function tokenArguments({ token: given, token_change }: EditInput, token: string): object {
  if (given === null) return {};
  if (given !== undefined) return { token: given };
  if (token_change === 'upper') return { token: token.toUpperCase() };
  return { token: token_change === 'cut' ? token.slice(0, -1) : token };
}

/** What somebody else does. */
function disturb(verb: Fixture, at: (path: string) => string): void {
  const [kind = '', name = ''] = Object.entries(verb)[0] ?? [];
  const path = at(String(name));
  const to = String(verb['to'] ?? '');
  if (kind === 'write') put(path, String(verb['text'] ?? ''));
  else if (kind === 'remove') rmSync(path, { recursive: true });
  else if (kind === 'mkdir') mkdirSync(path, { recursive: true });
  else if (kind === 'symlink') symlinkSync(to, path);
  else if (kind === 'rename') renameSync(path, at(to));
  else throw new Error(`nobody knows how to ${kind}`);
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const textAt = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

function brokenAsserts(assert: NonNullable<PolicyCase['assert']>, at: (path: string) => string): readonly string[] {
  const {
    content = {},
    absent = [],
    links = [],
    modes = {},
  } = assert as {
    readonly content?: Readonly<Record<string, string>>;
    readonly absent?: readonly string[];
    readonly links?: readonly string[];
    readonly modes?: Readonly<Record<string, number>>;
  };
  return [
    ...Object.entries(content)
      .filter(([path, text]) => textAt(at(path)) !== text)
      .map(([path]) => `${path} holds ${JSON.stringify(textAt(at(path)))}`),
    ...absent
      .filter((path) => lstatSync(at(path), { throwIfNoEntry: false }) !== undefined)
      .map((path) => `${path} is there`),
    ...links
      .filter((path) => lstatSync(at(path), { throwIfNoEntry: false })?.isSymbolicLink() !== true)
      .map((path) => `${path} is no link`),
    ...Object.entries(modes)
      .filter(([path, mode]) => ((statSync(at(path), { throwIfNoEntry: false })?.mode ?? 0) & 0o7777) !== mode)
      .map(([path]) => `${path} has another mode`),
  ];
}
