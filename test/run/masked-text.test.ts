import { expect, it } from 'vitest';
import { createMask } from '../../src/policy/secret/create-mask.js';
import { noMask } from '../../src/policy/secret/mask.js';
import { createMaskedText } from '../../src/run/masked-text.js';

const value = 'kx-test-7d1f0c2a9b8e4f60';
const mask = createMask({ secrets: [{ name: 'API_KEY', value }] });

it.each([
  ['text', ['ab', '', 'c']],
  ['a character in two halves', ['a\ud83d', '\ude00b']],
  ['a half that stays alone', ['a\ud83d', 'b']],
  ['a half at the end', ['a', '\ud83d']],
  ['several halves', ['\ud83d', '\ude00\ud83d', '\ude00']],
  ['a secret in pieces', [`é ${value.slice(0, 5)}`, value.slice(5, 9), `${value.slice(9)} é`]],
  ['the beginning of a secret', [`é ${value.slice(0, 12)}`]],
])('passes on what comes in pieces as it would come whole: %s', (_, pieces) => {
  const whole = Buffer.from(pieces.join('')).toString();
  for (const one of [mask, noMask]) {
    const masked = createMaskedText(one);
    const said = pieces.map((piece) => masked.push(piece));
    expect([...said, masked.end()].join('')).toBe(one === mask ? whole.replace(value, '[masked:API_KEY]') : whole);
  }
});
