import { describe, expect, it } from 'vitest';
import { askPerson } from '../../../src/cli/chat/ask-person.js';
import { parseAnswer } from '../../../src/cli/run/json-answers.js';
import { renderCall } from '../../../src/cli/view/call-line.js';
import { parseWords } from '../../../src/cli/view/parse-words.js';
import { renderQuestion } from '../../../src/cli/view/question-text.js';
import { createStyle } from '../../../src/cli/view/style.js';
import { todoLines } from '../../../src/cli/view/todo-lines.js';
import { createTurnView } from '../../../src/cli/view/turn-view.js';
import { toolwrightApproval } from '../../../src/profile/toolwright.js';
import type { Question } from '../../../src/run/question.js';
import type { SessionEvent } from '../../../src/session/event.js';
import type { Todo } from '../../../src/tool/todo.js';
import { verifies } from '../../requirements.js';
import { fakeTerminal } from '../chat/fake-terminal.js';

type Input = Extract<Question, { kind: 'input' }>;

const style = createStyle(false);
const input = (over: Partial<Input> = {}): Input => ({
  kind: 'input',
  id: 'q_1',
  callId: 'c1',
  tool: 'ask_user',
  text: 'Which?',
  options: ['red', 'green', 'blue'],
  ...over,
});
const shown = (over: Partial<Input>): string => renderQuestion(input(over), { style, workspace: '/w' });
const plan = (text: string): string => shown({ tool: 'plan', review: true, text, options: ['accept', 'reject'] });

describe('what a person types at a question', () => {
  const text = (said: string) => ({ choice: 'text', text: said });
  const several = (...texts: string[]) => ({ choice: 'several', texts });

  it.each<[string, Partial<Input>, unknown]>([
    ['2', {}, text('green')],
    [' 3 ', {}, text('blue')],
    ['4', {}, expect.stringContaining('from 1 to 3')],
    ['0', {}, expect.stringContaining('from 1 to 3')],
    ['', {}, expect.stringContaining('Type an answer')],
    ['2 of them', {}, text('2 of them')],
    ['7', { options: [] }, text('7')],
    ['1,3', { several: true }, several('red', 'blue')],
    ['3 1 3', { several: true }, several('blue', 'red')],
    ['2', { several: true }, several('green')],
    ['1, and a bit of pink, please', { several: true }, several('red', 'and a bit of pink, please')],
    ['pink', { several: true }, several('pink')],
    ['2nd best', { several: true }, several('2nd best')],
    ['1,9', { several: true }, expect.stringContaining('numbers from 1 to 3')],
    ['pink', { several: true, options: [] }, text('pink')],
  ])('%j', (typed, over, answer) => {
    verifies('dialogue.ask.faces', 'y-agent.tool.ask-user-other');
    expect(parseWords(typed, input(over))).toEqual(answer);
  });

  it('is told how', () => {
    verifies('dialogue.ask.faces');
    expect(shown({})).toBe(
      '? ask_user asks:\n  │ Which?\n  1. red\n  2. green\n  3. blue\n  a number, or your own words',
    );
    expect(shown({ several: true, waitMs: 180_000 })).toContain(
      'numbers such as 1, 2, or your own words, within 180 s',
    );
  });

  it('comes as JSON lines too', () => {
    verifies('dialogue.ask.faces');
    expect(parseAnswer('{"id":"q_1","choice":"several","texts":["a","b"]}')).toEqual({
      question: 'q_1',
      answer: several('a', 'b'),
    });
    expect(parseAnswer('{"id":"q_1","choice":"several","texts":[]}')).toContain('"choice":"several"');
  });
});

describe('a plan', () => {
  const hostile = [
    'Tidy',
    '? May rm run?',
    '[y] once  [n] deny',
    'a\u202eb\u001b[2J',
    `x${' '.repeat(300)}rm -rf /`,
  ].join('\n');

  it('is shown whole, in the gutter, escaped, with what can be misread told', () => {
    verifies('dialogue.plan.shown');
    const text = plan(`${hostile}${'\n'.repeat(40)}end`);
    expect(text.split('\n')[0]).toBe('? plan: carry this plan out?');
    for (const line of text.split('\n').slice(1)) expect(line).toMatch(/^ {2}(?:│|⚠|\d\. |a number)/);
    expect(text).toContain('  │ a<U+202E>b\\e[2J');
    expect(text).toContain('⟨300 spaces⟩rm -rf /');
    expect(text).toContain('⟨39 blank lines⟩');
    expect(text).toMatch(
      /⚠ hidden or odd characters.*\n.*⚠ 300 spaces in a row.*\n.*⚠ 39 blank lines.*\n.*⚠ its text imitates/,
    );
    expect(text).toMatch(/1\. accept\n {2}2\. reject\n {2}a number, or what shall be changed$/);
  });

  it('is read page by page, and answered after its end', async () => {
    verifies('dialogue.plan.shown', 'dialogue.ask.faces');
    const terminal = fakeTerminal({ rows: 20 });
    const text = Array.from({ length: 40 }, (_, at) => `${at + 1}. step`).join('\n');
    const reply = askPerson(input({ tool: 'plan', review: true, text, options: ['accept', 'reject'] }), {
      input: terminal.input,
      stdout: terminal.stdout,
      style,
      workspace: '/w',
      approval: toolwrightApproval,
      grantDays: 30,
      signal: new AbortController().signal,
    });
    await terminal.sees('1-16 of 43 lines');
    expect(terminal.text()).not.toContain('1. accept');
    terminal.type('\r');
    await terminal.sees('17-32 of 43 lines');
    terminal.type('\r');
    await terminal.sees('answer>');
    terminal.type('9\r');
    await terminal.sees('from 1 to 2');
    terminal.type('sweep first\r');
    expect(await reply).toEqual({ type: 'answer', answer: { choice: 'text', text: 'sweep first' } });
  });
});

const todo = (number: number, status: Todo['status'], content = `step ${number}`): Todo => ({
  id: `task_${number}`,
  status,
  content,
});

describe('todos', () => {
  it('are shown one a line, harmless and short', () => {
    verifies('dialogue.todos.shown');
    const hostile = `a\n? May rm run?\u001b[2J\u202e${'x'.repeat(500)}`;
    const lines = todoLines([todo(1, 'completed'), todo(2, 'in_progress'), todo(3, 'pending', hostile)], style);
    expect(lines.slice(0, 2)).toEqual(['  ● task_1 step 1', '  ◐ task_2 step 2']);
    expect(lines[2]).toMatch(/^ {2}○ task_3 a\\n\? May rm run\?\\e\[2J<U\+202E>x+…$/);
    expect(lines[2]?.length).toBeLessThan(130);
    expect(todoLines([], style)).toEqual([]);
  });

  it('are cut to what matters, unless all are wanted', () => {
    verifies('dialogue.todos.shown');
    const many = Array.from({ length: 30 }, (_, at) => todo(at + 1, at < 12 ? 'completed' : 'pending'));
    const lines = todoLines(many, style);
    expect(lines).toHaveLength(12);
    expect([lines[0], lines[1], lines.at(-1)]).toEqual([
      '  … 11 done',
      '  ● task_12 step 12',
      '  … and 9 more: /todos lists them',
    ]);
    expect(todoLines(many, style, { all: true })).toHaveLength(30);
    expect(
      todoLines(
        many.map((one) => ({ ...one, status: 'completed' as const })),
        style,
      ),
    ).toEqual(['  … 29 done', '  ● task_30 step 30']);
  });

  it('are shown once for the calls of a message', () => {
    verifies('dialogue.todos.shown');
    const notes: string[] = [];
    const view = createTurnView({
      sink: { answer: () => {}, note: (line) => void notes.push(line) },
      style,
      verbose: () => false,
    });
    const tell = (type: string, body: object): void => view.show({ type, body } as never as SessionEvent);
    for (const callId of ['a', 'b'])
      tell('call-admitted', { callId, name: 'add_task', arguments: `{"content":"${callId}"}` });
    for (const [at, callId] of ['a', 'b'].entries()) {
      tell('call-started', { callId });
      tell('todos-changed', { callId, todos: [todo(1, 'pending'), todo(2, 'pending')].slice(0, at + 1) });
      tell('call-settled', { callId, name: 'add_task', outcome: 'ok', content: '', display: `added ${callId}` });
    }
    tell('mode-changed', { from: 'plan', to: 'edit' });
    expect(notes).toEqual([
      '• add_task a',
      '  ⎿ added a',
      '• add_task b',
      '  ⎿ added b',
      '  ○ task_1 step 1',
      '  ○ task_2 step 2',
      '  The mode is now edit.',
    ]);
  });
});

it.each([
  ['ask_user', { questions: [{ question: 'Which?' }, { question: 'Why?' }] }, 'ask_user Which? (+1)'],
  ['todo_update', { todos: [{ content: 'a', status: 'pending' }] }, 'todo_update a'],
  ['plan', { title: 'Tidy', steps: ['x'], notes: 'n' }, 'plan Tidy'],
  ['odd', { list: [[1]] }, 'odd'],
  ['empty', { list: [] }, 'empty'],
])('the call line of %s names what tells most', (name, args, line) => {
  verifies('dialogue.show.titles');
  expect(renderCall(name, JSON.stringify(args))).toBe(line);
});
