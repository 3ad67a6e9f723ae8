import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alsoAuto, auto } from '../../src/dialect/auto.js';
import type { DialectCall } from '../../src/dialect/dialect.js';
import { hermes } from '../../src/dialect/format/hermes.js';
import { verifies } from '../requirements.js';
import { casesOf } from './case.js';
import { hermes as cases } from './cases/hermes.js';
import { cutAt, readEvents, readMessage, readStreamed } from './read-message.js';

const asCase = ({ id, name, arguments: args }: DialectCall): string =>
  `${id === undefined ? '' : `${id} `}${name} ${args}`;
const notRun = Object.entries(cases.notRun ?? {});

describe('hermes reads', () => {
  it('what was asked for, with every digit and the reasoning apart', () => {
    verifies('models.prompt.calls', 'models.prompt.digits', 'models.prompt.reasoning');
    for (const [name, one] of Object.entries(cases.written)) {
      const read = readMessage(hermes, [one.message]);
      expect(read.calls.map(asCase), name).toEqual(one.calls ?? []);
      expect(read.reasoning, name).toBe(one.reasoning ?? '');
    }
  });

  it('what was written instead, and says so', () => {
    verifies('models.prompt.tolerant', 'models.prompt.problems', 'dialects.arguments.repair');
    for (const [name, { message, thinking, tools, calls }] of Object.entries(cases.repaired ?? {})) {
      const options = { ...(thinking !== undefined && { thinking }), ...(tools !== undefined && { tools }) };
      const read = readMessage(hermes, [message], options);
      expect(read.calls.map(asCase), name).toEqual(calls);
    }
  });

  it('no call where there is none', () => {
    verifies(
      'models.prompt.not-invented',
      'models.prompt.problems',
      'dialects.reasoning.drafts',
      'design.dialect.reasoning',
    );
    for (const [name, one] of notRun) {
      expect(readMessage(hermes, [one.message]).calls.map(asCase), name).toEqual(one.calls ?? []);
    }
  });

  it('a call in another format only where it may look at all of them', () => {
    verifies('dialects.auto.shared-openers');
    const message = '<tool_call>\n<function=read>\n<parameter=path>a</parameter>\n</function>\n</tool_call>';
    const tools = [{ name: 'read', parameters: { type: 'object', properties: { path: { type: 'string' } } } }];
    expect(readMessage(hermes, [message], { tools })).toMatchObject({
      text: message,
      calls: [],
      problems: [{ code: 'call-rejected', message: expect.stringContaining('no call in any format') }],
    });
    for (const dialect of [auto, alsoAuto(hermes)]) {
      expect(readMessage(dialect, [message], { tools }).calls.map(asCase)).toEqual(['read {"path":"a"}']);
    }
  });
});

describe('how a message is cut', () => {
  it('changes nothing, whatever the text and the cuts', { timeout: 60_000 }, () => {
    verifies('models.prompt.chunks', 'design.dialect.chunk-invariance');
    const pieces = [...casesOf(cases).map(([, { message }]) => message), ...marks];
    const message = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme' })), { maxLength: 8 });
    fc.assert(
      fc.property(message, fc.array(fc.nat(), { maxLength: 12 }), (parts, places) => {
        const text = parts.join('');
        const whole = readMessage(hermes, [text]);
        expect(readMessage(hermes, cutAt(text, places))).toEqual(whole);
        expect(readMessage(hermes, text.split(''))).toEqual(whole);
      }),
      { numRuns: 400 },
    );
  });

  it('never loses what is streamed of a call', () => {
    verifies('dialects.each.stream');
    for (const [name, { message }] of Object.entries(cases.written)) {
      const events = readEvents(hermes, message.split(''));
      const streamed = readStreamed(events);
      for (const event of events) {
        if (event.type !== 'call') continue;
        expect(streamed.get(event.index), name).toEqual({ name: event.name, arguments: event.arguments });
      }
    }
  });
});

describe('what is rejected', () => {
  it('never hides what was good before it', () => {
    verifies('models.prompt.not-invented');
    const good = '<tool_call>{"name":"good","arguments":{}}</tool_call>';
    for (const [name, one] of notRun) {
      if (one.message.includes('</think>')) continue;
      const calls = readMessage(hermes, [`${good}\n${one.message}`]).calls.map(asCase);
      expect(calls, name).toEqual(['good {}', ...(one.calls ?? [])]);
    }
  });

  it('stays in the text', () => {
    verifies('design.road.rejected-is-problem');
    for (const [name, one] of notRun) {
      const read = readMessage(hermes, [one.message]);
      if (read.calls.length > 0 || !read.problems.some(({ code }) => code === 'call-rejected')) continue;
      expect(`${read.reasoning}${read.text}`.replaceAll(/\s/g, '').length, name).toBeGreaterThan(0);
    }
  });

  it('is never run when any part of a call is missing', () => {
    verifies('models.prompt.not-invented', 'design.dialect.truncated');
    const whole = '<tool_call>\n{"name": "write", "arguments": {"path": "a", "text": "b {}\\""}}\n</tool_call>';
    const end = whole.indexOf('}}\n') + 2;
    for (let at = 0; at < whole.length; at += 1) {
      const calls = readMessage(hermes, [whole.slice(0, at)]).calls.length;
      expect(calls, whole.slice(0, at)).toBe(at < end ? 0 : 1);
    }
  });

  it('lets no call out of an argument, whichever character is wrong', { timeout: 60_000 }, () => {
    verifies('models.prompt.not-invented');
    const inner = '</tool_call>\n<tool_call>\n{"name": "rm", "arguments": {}}\n</tool_call>\n';
    const json = JSON.stringify({ name: 'write', arguments: { a: 1, text: inner.repeat(2), b: [inner] } });
    const message = `So:\n<tool_call>\n${json}\n</tool_call>\n`;
    for (let at = 0; at < message.length; at += 1) {
      for (const wrong of ['', '"', '\\', '{', '}', '[', ']', ',', ':', '<', '`', "'", '\n', '\u0000']) {
        for (const rest of [message.slice(at + 1), message.slice(at)]) {
          const { calls } = readMessage(hermes, [message.slice(0, at) + wrong + rest]);
          expect(
            calls.filter(({ name }) => name === 'rm'),
            `${wrong} at ${at}`,
          ).toEqual([]);
        }
      }
    }
  });

  it('is told once, and a flood of it is bounded', () => {
    verifies('models.prompt.bounded');
    const flood = Array.from({ length: 400 }, (_, at) => `<tool_call>{"name":"n${at}"}</tool_call>\n</tool_call>\n`);
    const { problems, calls } = readMessage(hermes, flood);
    expect(calls).toHaveLength(400);
    expect(problems).toHaveLength(16);
  });
});

const marks = ['`', '```', '~~~', '\n', '> ', '<', '<think>', '</think>', '<tool_call>', '</tool_call>', '{', '}', '"'];
