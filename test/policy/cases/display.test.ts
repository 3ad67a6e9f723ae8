import { afterAll, describe, expect, it } from 'vitest';
import { hiddenCharacters } from '../../../src/cli/safe-text.js';
import { renderQuestion } from '../../../src/cli/view/question-text.js';
import { createStyle } from '../../../src/cli/view/style.js';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import type { Question } from '../../../src/run/question.js';
import { openSession } from '../../../src/session/session.js';
import type { Fact } from '../../../src/tool/fact.js';
import { type Approval, approvalQuestion } from '../../cli/view/approval-question.js';
import { verifies } from '../../requirements.js';
import { judgeTiming } from './answer-timing.js';
import { type Folders, type PolicyCase, readCases } from './read-cases.js';
import { makeFolders } from './scene.js';
import { expectScore, type ScoredCase } from './score.js';

/** What a question shows and which answers to it count: `confirm` is shown with a warning, `deny` not offered or not counted. */
describe('the approvals of the corpus', () => {
  const folders = makeFolders();
  const judged = new Map<string, ScoredCase & { readonly wrong: readonly string[] }>();
  afterAll(() => folders.remove());

  /** The cases that are wanted, each of them judged once in this file. */
  async function judgeAll(isWanted: (one: PolicyCase) => boolean) {
    // Pages are shown by a face that is not there yet.
    const cases = readCases('prompt-display', folders).filter(
      (one) => !String(one.input['surface']).startsWith('web.') && isWanted(one),
    );
    for (const one of cases) {
      if (judged.has(one.id)) continue;
      const { got, shown } = await judge(one, String(one.input['surface']), folders);
      const wrong = brokenPromises(one, shown).map((promise) => `${one.id}: ${promise}`);
      judged.set(one.id, { one, got, reasons: [shown.slice(-160)], wrong });
    }
    return cases.flatMap(({ id }) => judged.get(id) ?? []);
  }

  const tagged =
    (...tags: readonly string[]) =>
    (one: PolicyCase) =>
      one.tags.some((tag) => tags.includes(tag));
  const timed = (about: RegExp) => (one: PolicyCase) =>
    one.tags.includes('timing') && about.test(String(one.input['text']));
  it.skipIf(process.env['POLICY_CASES'] !== undefined).each([
    ['question.shown.escaped', 90, tagged('control', 'ansi', 'osc', 'dcs', 'bidi', 'invisible', 'space')],
    ['question.shown.look-alikes', 40, tagged('look-alike')],
    ['question.shown.hosts', 10, tagged('idn')],
    ['question.shown.whole', 10, tagged('long')],
    ['question.shown.imitation', 10, tagged('imitation')],
    ['question.answer.type-ahead', 5, timed(/before the question|was drawn|is drawn|^Enter alone/)],
    ['question.answer.late', 3, timed(/given twice|turn ended|cancelled/)],
    ['question.answer.digest', 1, timed(/another digest/)],
  ] as const)(
    'are as %s says, in at least %i cases',
    async (id, least, isOfIt) => {
      verifies(id);
      const cases = await judgeAll(isOfIt);
      expect(cases.length).toBeGreaterThanOrEqual(least);
      expect(cases.flatMap(({ wrong }) => wrong)).toEqual([]);
      expectScore(cases);
    },
    240_000,
  );

  it('are shown and counted, all of them', async () => {
    const cases = await judgeAll(() => true);
    expect(cases.length).toBeGreaterThan(process.env['POLICY_CASES'] === undefined ? 270 : 5);
    expect(cases.flatMap(({ wrong }) => wrong)).toEqual([]);
    expectScore(cases);
  }, 240_000);
});

interface Judged {
  readonly got: ScoredCase['got'];
  readonly shown: string;
}

async function judge(one: PolicyCase, surface: string, folders: Folders): Promise<Judged> {
  const text = String(one.input['text'] ?? '');
  if (surface === 'approval.timing') return { got: await judgeTiming(text, folders), shown: '' };
  if (surface === 'approval.batch')
    return judgeBatch(
      text.split('\n').filter((line) => line !== ''),
      folders,
    );
  if (surface === 'approval.sticky') return judgeSticky(text.replace(/^[^:]*: */, ''), folders);
  const shown = render(questionFor(surface, text));
  return { got: /^ {2}⚠ (?!high|critical)/m.test(shown) ? 'confirm' : 'allow', shown };
}

const render = (question: Question): string =>
  renderQuestion(question, { style: createStyle(false), workspace: '/ws' });

function questionFor(surface: string, text: string): Approval {
  const fact = (kind: Fact['kind'], target: string): readonly Fact[] => [
    { kind, target, where: kind === 'net' ? 'nowhere' : 'workspace', known: true },
  ];
  const diff = (path: string, content: string): Approval['preview'] => ({
    kind: 'diff',
    path,
    operation: 'edit',
    diff: content,
    added: 1,
    removed: 1,
  });
  if (surface === 'approval.command') {
    const preview = { kind: 'command', command: text, cwd: '.', timeoutMs: 1000 } as const;
    return approvalQuestion({ tool: 'run_command', preview, facts: fact('exec', text), reasons: [`runs ${text}`] });
  }
  if (surface === 'approval.path')
    return approvalQuestion({ preview: diff(text, '+x\n'), facts: fact('write', text), reasons: [`writes ${text}`] });
  if (surface === 'approval.diff' || surface === 'approval.edit')
    return approvalQuestion({ preview: diff('a.txt', text) });
  if (surface === 'approval.tool' || surface === 'approval.title') return approvalQuestion({ tool: text });
  if (surface === 'approval.url' || surface === 'approval.fetch' || surface === 'approval.host')
    return approvalQuestion({ tool: 'web_fetch', arguments: { url: text }, facts: fact('net', text), reasons: [] });
  if (surface === 'approval.args' || surface === 'approval.mcp')
    return approvalQuestion({ tool: 'mcp__x__y', arguments: { value: text }, facts: [], reasons: [] });
  return approvalQuestion({ preview: { kind: 'text', text } });
}

/** Every call of a message is asked about by itself, or refused as a repeat of what was denied: there is no yes for several. */
async function judgeBatch(commands: readonly string[], folders: Folders): Promise<Judged> {
  const { questions, unasked } = await questionsFor(commands, folders);
  const shown = questions.map(render).join('\n');
  const each = commands.every((command) => questions.some((question) => isFor(question, command)));
  return { got: each && unasked === 0 ? 'confirm' : 'allow', shown };
}

const isFor = (question: Approval, command: string): boolean =>
  question.preview.kind === 'command' && question.preview.command === command;

/** `deny`: neither the words alone nor anything behind them can be made lasting as a prefix. */
async function judgeSticky(prefix: string, folders: Folders): Promise<Judged> {
  const words = prefix.replace(/[ :]*\*+$/, '').trim();
  const { questions } = await questionsFor([words, `${words} x`, `${words} --flag x y`], folders);
  const offered = questions.flatMap(({ offers }) => offers.flatMap(({ rules }) => rules));
  // A rule without a star is for exactly those words.
  const broad = offered.filter((rule) => rule === `exec(${words}:*)` || rule === `exec(${words} *)`);
  return { got: broad.length === 0 ? 'deny' : 'confirm', shown: offered.join('\n') };
}

/** What is asked about these calls of one message, where each is denied, and how many run without a question. */
async function questionsFor(commands: readonly string[], { ws, home }: Folders) {
  const questions: Approval[] = [];
  const calls = commands.map((command) => ({ name: 'run_command', arguments: { command } }));
  const session = await openSession({
    model: scriptedModel([{ calls }, { text: 'done' }]),
    workspace: ws,
    env: { HOME: home, PATH: process.env['PATH'] },
    onQuestion(question) {
      if (question.kind === 'approval') questions.push(question);
      return { choice: 'deny' };
    },
  });
  let unasked = 0;
  session.on(({ type }) => {
    if (type === 'call-started') unasked += 1;
  });
  expect((await session.send('go').result).calls).toBe(commands.length);
  await session.close();
  return { questions, unasked };
}

/** What the case says of the text, and what holds for every one: our frame, and nothing that hides. */
function brokenPromises({ assert = {}, input }: PolicyCase, shown: string): readonly string[] {
  const texts = (key: string): readonly string[] => (assert[key] ?? []) as readonly string[];
  if (input['surface'] === 'approval.sticky') return [];
  const outside = shown.split('\n').find((line) => line !== '' && !/^(?:\? | {2})/.test(line));
  return [
    ...texts('must_show')
      .filter((text) => !shown.includes(text))
      .map((text) => `does not show ${JSON.stringify(text)}`),
    ...texts('rendered_excludes')
      .filter((text) => shown.includes(text))
      .map((text) => `shows ${JSON.stringify(text)}`),
    ...(outside === undefined ? [] : [`leaves the frame: ${JSON.stringify(outside.slice(0, 80))}`]),
    ...new Set(hiddenCharacters(shown).map((char) => `does not escape ${JSON.stringify(char)}`)),
  ];
}
