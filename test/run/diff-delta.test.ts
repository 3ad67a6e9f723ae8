import { expect, it } from 'vitest';
import { createMask } from '../../src/policy/secret/create-mask.js';
import { diffDelta } from '../../src/run/diff-delta.js';
import type { Preview } from '../../src/tool/plan.js';

const mask = createMask({ secrets: [{ name: 'API_KEY', value: 'kx-test-7d1f0c2a9b8e4f60' }] });
const lines = (count: number, text = 'line') => Array.from({ length: count }, (_, at) => `+${text} ${at}`);
const diff = (text: string): Preview => ({
  kind: 'diff',
  path: 'a',
  operation: 'edit',
  diff: text,
  added: 0,
  removed: 0,
});

it.each<[string, Preview, { diff: string; left: number } | undefined]>([
  ['the whole of a short difference', diff('-a\n+b\n'), { diff: '-a\n+b', left: 0 }],
  ['a last line without an end', diff('-a\n+b'), { diff: '-a\n+b', left: 0 }],
  ['no secret', diff('+k = kx-test-7d1f0c2a9b8e4f60\n'), { diff: '+k = [masked:API_KEY]', left: 0 }],
  ['200 lines, and how many are left', diff(lines(250).join('\n')), { diff: lines(200).join('\n'), left: 50 }],
  ['no more than 20,000 characters', diff(`${'x'.repeat(19_999)}\n+b\n`), { diff: 'x'.repeat(19_999), left: 1 }],
  ['nothing of a line that is longer than that', diff(`${'x'.repeat(20_000)}\n+b\n`), { diff: '', left: 2 }],
  ['nothing where nothing differs', diff(''), undefined],
  ['nothing of another preview', { kind: 'text', text: '+b' }, undefined],
])('shows those who watch %s', (_, preview, shown) => {
  expect(diffDelta('c1', preview, mask)).toEqual(shown && { type: 'diff-delta', callId: 'c1', ...shown });
});
