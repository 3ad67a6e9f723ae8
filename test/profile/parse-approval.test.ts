import { describe, expect, it } from 'vitest';
import type { ApprovalStyle } from '../../src/agent/approval-style.js';
import { offeredChoices, parseApproval } from '../../src/agent/parse-approval.js';
import { astraApproval } from '../../src/profile/astra/astra-data.js';
import { localHarnessApproval } from '../../src/profile/local-harness/local-harness-data.js';
import { seedApproval } from '../../src/profile/seed/seed-data.js';
import { toolwrightApproval } from '../../src/profile/toolwright.js';
import { yAgentApproval } from '../../src/profile/y-agent/y-agent-data.js';
import { yipsApproval } from '../../src/profile/yips/yips-data.js';
import { verifies } from '../requirements.js';

const offer = { rules: ['exec(npm test)'], breadth: 'exact', also: [], examples: [] } as const;
const read = (line: string, style: ApprovalStyle, offers: readonly (typeof offer)[] = [offer]): string => {
  const parsed = parseApproval(line, style, { offers });
  if (parsed.type === 'choose') return parsed.scope;
  if (parsed.type !== 'answer') return parsed.type;
  return parsed.bypass === true ? 'bypass' : parsed.answer.choice;
};

const all = { toolwrightApproval, localHarnessApproval, yipsApproval, seedApproval, astraApproval, yAgentApproval };

describe('answers by the words of a profile', () => {
  it.each([
    ['y', 'once'],
    [' YES ', 'once'],
    ['s', 'session'],
    ['p', 'project'],
    ['a', 'always'],
    ['n', 'deny'],
    ['no', 'deny'],
    ['r', 'why'],
    ['', 'again'],
    ['maybe', 'again'],
    ['yes please', 'again'],
    ['y n', 'again'],
    ['y, n', 'again'],
    ['у', 'again'],
  ])('toolwright reads %j as %s', (line, meaning) => {
    verifies('core.chat.question-answer', 'question.answer.style');
    expect(read(line, toolwrightApproval)).toBe(meaning);
  });

  it('offers nothing lasting where nothing may last', () => {
    verifies('question.answer.not-offered');
    for (const word of ['s', 'p', 'a']) expect(read(word, toolwrightApproval, [])).toBe('again');
    expect(read('2', localHarnessApproval, [])).toBe('again');
    expect(offeredChoices(toolwrightApproval, { offers: [] }).map(({ words }) => words[0])).toEqual(['y', 'n', 'r']);
  });

  it.each([
    ['1', 'once'],
    ['2', 'session'],
    ['3', 'always'],
    ['4', 'deny'],
    ['5', 'again'],
    ['', 'again'],
  ])('LocalHarness reads %j as %s', (line, meaning) => {
    expect(read(line, localHarnessApproval)).toBe(meaning);
  });

  it.each([
    ['y', 'once'],
    ['yes', 'once'],
    ['', 'deny'],
    ['n', 'deny'],
    ['cancel', 'deny'],
    ['sure', 'deny'],
  ])('Yips reads %j as %s', (line, meaning) => {
    expect(read(line, yipsApproval)).toBe(meaning);
  });

  it.each([
    ['yes', 'once'],
    ['go ahead', 'once'],
    ['Yes, go ahead!', 'once'],
    ['apply', 'once'],
    ['maybe', 'deny'],
    ['yes, but not that file', 'deny'],
    ['reject', 'deny'],
    ['', 'deny'],
  ])('Astra reads %j as %s', (line, meaning) => {
    expect(read(line, astraApproval)).toBe(meaning);
  });

  it.each([
    ['approve', 'once'],
    ['approve always', 'always'],
    ['allow all for session', 'bypass'],
    ['deny', 'deny'],
    ['', 'again'],
  ])('y-agent reads %j as %s', (line, meaning) => {
    expect(read(line, yAgentApproval)).toBe(meaning);
  });

  it('takes no words for a yes that another choice has, and Enter alone for none in any profile', () => {
    for (const [name, style] of Object.entries(all)) {
      const words = style.choices.flatMap((choice) => choice.words);
      expect([name, new Set(words).size]).toEqual([name, words.length]);
      expect(['again', 'deny']).toContain(read('', style));
    }
  });
});
