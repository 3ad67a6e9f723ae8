import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hermes } from '../../src/dialect/hermes.js';
import { verifies } from '../requirements.js';
import { asAsked, asCase, type Case, fits, notRun, repaired } from './hermes-cases.js';
import { cutAt, readEvents, readMessage, readStreamed } from './read-message.js';

const all = { ...asAsked, ...repaired, ...notRun };

function expectCase({ message, text = '', reasoning = '', calls = [], problems = [] }: Case): void {
  const read = readMessage(hermes, [message]);
  expect({ ...read, calls: read.calls.map(asCase), problems: read.problems.map(({ code }) => code) }).toEqual({
    text,
    reasoning,
    calls,
    problems: problems.map((problem) => problem.split(': ')[0]),
  });
  for (const [at, problem] of read.problems.entries()) {
    expect(fits(problem, problems[at] ?? ''), `${problem.message} should hold ${problems[at]}`).toBe(true);
  }
}

describe('hermes reads', () => {
  for (const [name, one] of Object.entries(asAsked)) {
    it(`what was asked for: ${name}`, () => {
      verifies('models.prompt.calls', 'models.prompt.digits', 'models.prompt.reasoning');
      expectCase(one);
    });
  }
  for (const [name, one] of Object.entries(repaired)) {
    it(`what was written instead, and says so: ${name}`, () => {
      verifies('models.prompt.tolerant', 'models.prompt.problems');
      expectCase(one);
    });
  }
  for (const [name, one] of Object.entries(notRun)) {
    it(`no call where there is none: ${name}`, () => {
      verifies('models.prompt.not-invented', 'models.prompt.problems');
      expectCase(one);
    });
  }
});

describe('how a message is cut', () => {
  for (const [name, { message }] of Object.entries(all)) {
    it(`changes nothing: ${name}`, () => {
      verifies('models.prompt.chunks');
      const whole = readMessage(hermes, [message]);
      for (let at = 0; at <= message.length; at += 1) {
        expect(readMessage(hermes, [message.slice(0, at), message.slice(at)]), `cut at ${at}`).toEqual(whole);
      }
      expect(readMessage(hermes, message.split(''))).toEqual(whole);
    });
  }

  it('changes nothing, whatever the text and the cuts', () => {
    verifies('models.prompt.chunks');
    const pieces = [...Object.values(all).map(({ message }) => message), ...marks];
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
    for (const [name, { message }] of Object.entries({ ...asAsked, ...repaired })) {
      const events = readEvents(hermes, message.split(''));
      const streamed = readStreamed(events);
      for (const event of events) {
        if (event.type !== 'call') continue;
        const { name: opened, arguments: args } = streamed.get(event.index) ?? {};
        expect(opened, name).toBe(event.name);
        if (!name.startsWith('bare line breaks')) expect(args, name).toBe(event.arguments);
      }
    }
  });
});

describe('what is rejected', () => {
  it('never hides what was good before it', () => {
    verifies('models.prompt.not-invented');
    const good = '<tool_call>{"name":"good","arguments":{}}</tool_call>';
    for (const [name, one] of Object.entries(notRun)) {
      if (name.includes('</think>') || name.startsWith('before') || one.message.includes('</think>')) continue;
      const calls = readMessage(hermes, [`${good}\n${one.message}`]).calls.map(asCase);
      expect(calls, name).toEqual(['good {}', ...(one.calls ?? [])]);
    }
  });

  it('is never run when any part of a call is missing', () => {
    verifies('models.prompt.not-invented');
    const whole = '<tool_call>\n{"name": "write", "arguments": {"path": "a", "text": "b {}\\""}}\n</tool_call>';
    const end = whole.indexOf('}}\n') + 2;
    for (let at = 0; at < whole.length; at += 1) {
      const calls = readMessage(hermes, [whole.slice(0, at)]).calls.length;
      expect(calls, whole.slice(0, at)).toBe(at < end ? 0 : 1);
    }
  });

  it('lets no call out of an argument, whichever character is wrong', () => {
    verifies('models.prompt.not-invented');
    const inner = '</tool_call>\n<tool_call>\n{"name": "rm", "arguments": {}}\n</tool_call>\n';
    const json = JSON.stringify({ name: 'write', arguments: { a: 1, text: inner.repeat(2), b: [inner] } });
    const message = `So:\n<tool_call>\n${json}\n</tool_call>\n`;
    for (let at = 0; at < message.length; at += 1) {
      for (const wrong of ['', '"', '\\', '{', '}', '<', '`', "'", '\n', '\u0000']) {
        const { calls } = readMessage(hermes, [message.slice(0, at) + wrong + message.slice(at + 1)]);
        expect(calls.filter(({ name }) => name === 'rm')).toEqual([]);
        const { calls: more } = readMessage(hermes, [message.slice(0, at) + wrong + message.slice(at)]);
        expect(more.filter(({ name }) => name === 'rm')).toEqual([]);
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
