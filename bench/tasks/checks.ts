import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '../../src/base/json.js';
import type { Check, Files } from './task.js';

/** The file holds exactly this; how its last line ends is left open. */
export const fileIs =
  (path: string, text: string): Check =>
  ({ files }) => {
    const found = files[path];
    if (found === undefined) return `${path} is missing`;
    return ended(found) === ended(text) ? undefined : `${path} is not as it should be`;
  };

const ended = (text: string): string => text.replaceAll('\r\n', '\n').replace(/\n*$/, '\n');

export const fileHas =
  (path: string, ...patterns: readonly RegExp[]): Check =>
  ({ files }) => {
    const text = files[path];
    if (text === undefined) return `${path} is missing`;
    const missing = patterns.find((pattern) => !pattern.test(text));
    return missing === undefined ? undefined : `${path} has no ${missing}`;
  };

export const noFileHas =
  (pattern: RegExp): Check =>
  ({ files }) => {
    const path = Object.keys(files).find((one) => pattern.test(files[one] ?? ''));
    return path === undefined ? undefined : `${path} still has ${pattern}`;
  };

/** The file is JSON of this value, in any order of members and any spacing. */
export const jsonIs =
  (path: string, value: unknown): Check =>
  ({ files }) => {
    const text = files[path];
    if (text === undefined) return `${path} is missing`;
    const parsed = parseJson(text, { maxLength: 1_000_000, maxDepth: 64 });
    if (!parsed.ok) return `${path} is no JSON`;
    return isDeepStrictEqual(parsed.value, value) ? undefined : `${path} holds another value`;
  };

export const isGone =
  (...paths: readonly string[]): Check =>
  ({ files }) => {
    const left = paths.find((path) => files[path] !== undefined);
    return left === undefined ? undefined : `${left} is still there`;
  };

/** Every other file is as it was, and there is no new one. */
export const changesOnly =
  (...paths: readonly string[]): Check =>
  ({ before, files }) => {
    const others = changed(before, files).filter((path) => !paths.includes(path));
    return others.length === 0 ? undefined : `changed beside what was asked for: ${others.slice(0, 3).join(', ')}`;
  };

export const undoRestores: Check = ({ before, files, undone }) => {
  if (changed(before, files).length === 0) return 'nothing was changed';
  const [left] = changed(before, undone);
  return left === undefined ? undefined : `undo did not bring back ${left}`;
};

const changed = (before: Files, after: Files): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => before[path] !== after[path]);

export const answerHas =
  (...patterns: readonly RegExp[]): Check =>
  ({ answer }) => {
    const missing = patterns.find((pattern) => !pattern.test(answer));
    return missing === undefined ? undefined : `the answer has no ${missing}`;
  };

export const answerLacks =
  (...patterns: readonly RegExp[]): Check =>
  ({ answer }) => {
    const wrong = patterns.find((pattern) => pattern.test(answer));
    return wrong === undefined ? undefined : `the answer has ${wrong}`;
  };

/** The person was asked, by a tool or in the answer, in words that have all of this. */
export const personAsked =
  (...patterns: readonly RegExp[]): Check =>
  ({ answer, asked }) => {
    const said = [...asked, answer].join('\n');
    const missing = [asks, ...patterns].find((pattern) => !pattern.test(said));
    return missing === undefined ? undefined : `the person was not asked: no ${missing}`;
  };

const asks = /\?|\b(?:please|tell me|let me know|which|say whether|need to know|provide|clarify|confirm)\b/i;

/** A command was run that has this. How it ended is left open. */
export const commandRan =
  (pattern: RegExp): Check =>
  ({ calls }) => {
    const ran = calls.some(
      ({ outcome, facts }) =>
        outcome !== 'denied' && facts.some(({ kind, target }) => kind === 'exec' && pattern.test(target)),
    );
    return ran ? undefined : `no command ${pattern} was run`;
  };

/** A call of a tool named so went well. */
export const toolUsed =
  (pattern: RegExp): Check =>
  ({ calls }) =>
    calls.some(({ name, outcome }) => outcome === 'ok' && pattern.test(name))
      ? undefined
      : `no call of ${pattern} went well`;

export const todosCompleted =
  (count: number): Check =>
  ({ todos }) => {
    if (todos.length < count) return `the list of todos has ${todos.length} items, not ${count}`;
    const open = todos.filter(({ status }) => status !== 'completed').length;
    return open === 0 ? undefined : `${open} todos are not completed`;
  };
