import { describe, expect, it } from 'vitest';
import { allDialects } from '../../src/dialect/all-dialects.js';
import { auto } from '../../src/dialect/auto.js';
import { createParser } from '../../src/dialect/create-parser.js';
import type { DialectEvent } from '../../src/dialect/dialect.js';
import { verifies } from '../requirements.js';
import { casesOf, loadCases } from './case.js';
import { inPieces, readMessage } from './read-message.js';

const tools = [
  {
    name: 'find_train',
    description: 'Finds a train.',
    parameters: { type: 'object', properties: { to: { type: 'string' }, seats: { type: 'integer' } } },
  },
];
const call = { name: 'find_train', arguments: '{"to":"Lyon","seats":2}' };
const cases = await loadCases();

describe.each(allDialects.map((dialect) => ({ name: dialect.name, dialect })))('$name', ({ dialect }) => {
  const written = dialect.renderCalls([call], { tools });

  it('turns pieces and an end into events, and writes prompts, calls and results', () => {
    verifies('design.dialect.interface', 'dialects.each.stream', 'dialects.each.prompt');
    expect(typeof written).toBe('string');
    const parser = createParser(dialect, { tools });
    const events: DialectEvent[] = inPieces(String(written), 5).flatMap((piece) => [...parser.push(piece)]);
    expect(events.filter(({ type }) => type === 'call')).toEqual([]);
    expect(parser.end().filter(({ type }) => type === 'call')).toMatchObject([{ name: 'find_train' }]);
    const prompt = dialect.renderPrompt(tools);
    expect(prompt).toContain('find_train');
    expect(prompt).toContain('Finds a train.');
    const results = dialect.renderResults([{ name: 'find_train', text: 'at 9', isError: false }]);
    expect(results.map(({ text }) => text).join('\n')).toContain('at 9');
  });

  it('runs no call of a quoted example', () => {
    verifies('design.dialect.quoted', 'dialects.auto.not-mistaken');
    const example = `For example, a call looks like this:\n\n\`\`\`text\n${written}\n\`\`\`\n\nIt would find a train.`;
    expect(readMessage(auto, [example], { tools }).calls).toEqual([]);
  });

  it('runs no call of its reasoning', () => {
    verifies('design.dialect.reasoning', 'dialects.reasoning.drafts');
    const thought = `<think>\nI could write ${String(written).trim()}\nbut no.\n</think>\nHello.`;
    expect(readMessage(auto, [thought], { tools }).calls).toEqual([]);
  });

  it('makes no arguments of keys that would change every object', () => {
    verifies('design.dialect.dangerous-keys');
    for (const args of [
      '{"__proto__":{"a":1}}',
      '{"to":{"__proto__":{"a":1}}}',
      '{"constructor":{"prototype":{"a":1}}}',
    ]) {
      const text = dialect.renderCalls([{ name: 'find_train', arguments: args }], { tools });
      expect(typeof text, args).toBe('object');
    }
  });

  it('is known by auto, with a line break behind it or without', () => {
    verifies('dialects.auto.recognises');
    for (const end of ['', '\n']) {
      expect(readMessage(auto, [`${written}${end}`], { tools }).calls, end).toMatchObject([{ name: 'find_train' }]);
    }
  });
});

const slips = [
  '{"to":"Lyon","seats":2,}',
  "{'to':'Lyon','seats':2}",
  '{"to":"Ly\non","seats":2}',
  '{"to":"the "fast" one","seats":2}',
  '{"to":"Lyon","seats":None}',
  '{"to":"Lyon", /* two */ "seats":2}',
  '{to:"Lyon","seats":2}',
  '{"to":"\\$5","seats":2}',
  '{"to":"Lyon","seats":12345678901234567890}',
];

it('reports every repair of JSON, in every dialect that writes JSON', () => {
  verifies('design.dialect.repairs-reported', 'dialects.arguments.repair', 'dialects.arguments.digits');
  let repaired = 0;
  for (const dialect of allDialects) {
    const written = String(dialect.renderCalls([call], { tools }));
    if (!written.includes(call.arguments)) continue;
    for (const slip of slips) {
      const { calls, problems } = readMessage(dialect, [written.replace(call.arguments, () => slip)], { tools });
      if (calls.length === 0) continue;
      repaired += 1;
      expect(problems, `${dialect.name}: ${slip}`).toMatchObject([{ code: 'call-repaired' }]);
    }
  }
  expect(repaired).toBeGreaterThan(150);
});

it('has cases for every dialect', () => {
  verifies('dialects.each.cases', 'design.road.any-form');
  const covered = new Set(cases.map(({ dialect }) => dialect));
  expect(allDialects.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
  expect(cases.flatMap(casesOf).length).toBeGreaterThan(8 * 62);
});
