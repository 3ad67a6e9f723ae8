import { describe, expect, it } from 'vitest';
import { auto } from '../../src/dialect/auto.js';
import type { Dialect, DialectCall, DialectProblem, ParserOptions } from '../../src/dialect/dialect.js';
import { findDialect } from '../../src/dialect/find-dialect.js';
import { sameJson } from '../../src/dialect/value/same-json.js';
import { verifies } from '../requirements.js';
import { shareOf } from '../support/depth.js';
import { type Case, casesOf, loadCases } from './case.js';
import { inPieces, readEvents, readMessage, readStreamed } from './read-message.js';

const asCase = ({ id, name, arguments: args }: DialectCall): string =>
  `${id === undefined ? '' : `${id} `}${name} ${args}`;

const all = await loadCases();

for (const cases of all) {
  const dialect = findDialect(cases.dialect);
  describe(cases.dialect, () => {
    it('has eight cases of its own, and reads its sample', () => {
      verifies('dialects.each.cases');
      expect(casesOf(cases).length).toBeGreaterThanOrEqual(8);
      expect(readMessage(dialect, [dialect.sample], sampleOptions(dialect)).calls.length).toBeGreaterThan(0);
    });

    for (const [name, one] of casesOf(cases)) {
      it(name, () => {
        verifies('dialects.each.cases', 'dialects.proof.chunks', 'design.dialect.chunk-invariance');
        verifies('dialects.auto.recognises', 'design.dialect.auto');
        expectCase(dialect, one);
        expectSameInPieces(dialect, one);
        expectAuto(one);
        expectSameInPieces(auto, one);
      });
    }

    it('yields no other arguments when cut short', () => {
      verifies('dialects.proof.truncated', 'design.dialect.truncated');
      if (cases.endIsMark !== undefined) return;
      for (const [name, one] of Object.entries(cases.written)) {
        expectTruncated(dialect, one, name);
        if (one.auto !== 'not') expectTruncated(auto, one, name);
      }
    });

    it('streams what it hands over', () => {
      verifies('dialects.each.stream');
      for (const [name, one] of Object.entries(cases.written)) expectStreamed(dialect, one, name);
    });
  });
}

/** Some formats are only known by the names of tools. */
function sampleOptions(dialect: Dialect): ParserOptions {
  if (readMessage(dialect, [dialect.sample]).calls.length > 0) return {};
  return { tools: [...dialect.sample.matchAll(/[A-Za-z_][\w.-]*/g)].map(([name]) => ({ name })) };
}

function optionsOf({ tools, thinking }: Case) {
  return { ...(tools !== undefined && { tools }), ...(thinking !== undefined && { thinking }) };
}

function expectCase(dialect: Dialect, one: Case): void {
  const { text = '', reasoning = '', calls = [], problems = [] } = one;
  const read = readMessage(dialect, [one.message], optionsOf(one));
  expect({
    text: read.text,
    reasoning: read.reasoning,
    calls: read.calls.map(asCase),
    problems: read.problems.map(({ code }) => code),
  }).toEqual({ text, reasoning, calls, problems: problems.map((problem) => problem.split(': ')[0]) });
  for (const [at, problem] of read.problems.entries()) {
    expect(fits(problem, problems[at] ?? ''), `${problem.message} should hold ${problems[at]}`).toBe(true);
  }
}

function expectSameInPieces(dialect: Dialect, one: Case): void {
  const { message } = one;
  const options = optionsOf(one);
  const whole = readMessage(dialect, [message], options);
  const step = Math.max(1, Math.floor(message.length / 400));
  const cuts = Array.from({ length: Math.floor(message.length / step) + 1 }, (_, nth) => nth * step);
  for (const at of shareOf(cuts, 30)) {
    expect(readMessage(dialect, [message.slice(0, at), message.slice(at)], options), `cut at ${at}`).toEqual(whole);
  }
  for (const size of [1, 2, 3, 7]) {
    expect(readMessage(dialect, inPieces(message, size), options), `in pieces of ${size}`).toEqual(whole);
  }
}

function expectAuto(one: Case): void {
  const { auto: wanted = 'same', calls = [] } = one;
  const read = readMessage(auto, [one.message], optionsOf(one));
  if (wanted === 'same') expectCase(auto, one);
  else expect(read.calls.map(asCase)).toEqual(wanted === 'other' ? calls : []);
}

/** Each call of a part is a call of the whole. */
function expectTruncated(dialect: Dialect, one: Case, about: string): void {
  const options = optionsOf(one);
  const whole = readMessage(dialect, [one.message], options).calls;
  const ends = Array.from({ length: one.message.length }, (_, end) => end);
  for (const end of shareOf(ends, 30)) {
    for (const call of readMessage(dialect, [one.message.slice(0, end)], options).calls) {
      const same = whole.some(({ name, arguments: args }) => name === call.name && sameJson(args, call.arguments));
      expect(same, `${about}, cut at ${end}: ${asCase(call)}`).toBe(true);
    }
  }
}

function expectStreamed(dialect: Dialect, one: Case, about: string): void {
  const events = readEvents(dialect, inPieces(one.message, 3), optionsOf(one));
  const streamed = readStreamed(events);
  for (const event of events) {
    if (event.type !== 'call') continue;
    expect(streamed.get(event.index)?.name, about).toBe(event.name);
    expect(sameJson(streamed.get(event.index)?.arguments ?? '', event.arguments), event.arguments).toBe(true);
  }
}

function fits(problem: DialectProblem, wanted: string): boolean {
  const [code = '', ...words] = wanted.split(': ');
  return problem.code === code && problem.message.includes(words.join(': '));
}
