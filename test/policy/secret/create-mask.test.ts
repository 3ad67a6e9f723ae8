import { describe, expect, it } from 'vitest';
import { createMask } from '../../../src/policy/secret/create-mask.js';
import type { Mask } from '../../../src/policy/secret/mask.js';
import { verifies } from '../../requirements.js';

const maskOf = (secrets: Readonly<Record<string, string>>): Mask =>
  createMask({ secrets: Object.entries(secrets).map(([name, value]) => ({ name, value })) });

/** Lines as a key file has them, made of nothing. */
const keyLines = Array.from({ length: 6 }, (_, at) => `Line${at}of+a/key`.repeat(6).slice(0, 64));
const keyFile = [
  '-----BEGIN OPENSSH PRIVATE',
  ' KEY-----\n',
  keyLines.join('\n'),
  '\n-----END OPENSSH PRIVATE KEY-----',
].join('');

describe('known values', () => {
  it('are told by their names, and counted', () => {
    const mask = maskOf({ API_TOKEN: 'quiet-river-77', 'PASS in .env': 'Zu8%x"y\\z!' });
    expect(mask.text('a quiet-river-77 b Zu8%x"y\\z! c quiet-river-77')).toEqual({
      text: 'a [masked:API_TOKEN] b [masked:PASS in .env] c [masked:API_TOKEN]',
      count: 3,
    });
  });

  it('leave nothing where they overlap', () => {
    verifies('secret.mask.overlap');
    const mask = maskOf({ SHORT: 'abcdefgh1', LONG: 'abcdefgh1234', OTHER: '1234-5678-9' });
    expect(mask.text('[abcdefgh1234-5678-9] abcdefgh1-')).toEqual({
      text: '[[masked:LONG]] [masked:SHORT]-',
      count: 2,
    });
    expect(mask.text('abcdefgh1abcdefgh1')).toEqual({ text: '[masked:SHORT][masked:SHORT]', count: 2 });
  });

  it('of several lines are masked as a whole and line by line', () => {
    verifies('secret.mask.lines');
    const mask = maskOf({ KEY: keyFile });
    expect(mask.text(`x\n${keyFile}\ny`).text).toBe('x\n[masked:KEY]\ny');
    expect(mask.text(JSON.stringify({ keyFile })).text).toBe('{"keyFile":"[masked:KEY]"}');
    expect(mask.text(Buffer.from(`user:${keyFile}`).toString('base64')).text).toMatch(/^.{0,8}\[masked:KEY\].{0,4}$/);
    const numbered = keyLines.map((line, at) => `${at + 2}\t${line}`).join('\n');
    expect(mask.text(numbered).text).toBe(keyLines.map((_, at) => `${at + 2}\t[masked:KEY]`).join('\n'));
  });

  it('shorter than eight characters are none', () => {
    expect(maskOf({ PIN: '1234567' }).text('1234567')).toEqual({ text: '1234567', count: 0 });
  });

  it('are found in a string that is not well-formed, which stays as it is where there is none', () => {
    const mask = maskOf({ TOKEN: 'quiet-river-77' });
    expect(mask.text('\ud800 x').text).toBe('\ud800 x');
    expect(mask.text('\ud800 quiet-river-77').text).toBe('\ufffd [masked:TOKEN]');
  });
});

describe('what is found in an argument', () => {
  const mask = maskOf({ TOKEN: 'quiet-river/77' });

  it.each([
    'curl -H "x: quiet-river/77" example.test',
    "curl -H 'x: quiet-'river/77",
    `curl -H "x: quiet-""river"/7'7'`,
    'curl x:quie\\t-ri\\ver/77',
    'curl x:quiet-\\\nriver/77',
    "printf $'\\x71uiet-river/77'",
    'fetch("quiet-" + "river/77")',
    'https://example.test/?q=quiet%2Driver%2F77',
    'https://example.test/?q=quiet%252Driver%252F77',
    `echo ${Buffer.from('quiet-river/77').toString('base64')} | base64 -d`,
    `echo ${Buffer.from('quiet-river/77').toString('hex')}`,
    JSON.stringify({ command: `echo "quiet-"'river/77'` }),
  ])('%s', (text) => {
    verifies('secret.mask.find');
    expect(mask.find(text)).toBe('TOKEN');
  });

  it('is nothing where there is none', () => {
    expect(mask.find('quiet rivers, "77" of them; ghp_'.padEnd(60, 'a1B2'))).toBeUndefined();
    expect(mask.find('')).toBeUndefined();
  });
});

describe('a stream', () => {
  const mask = maskOf({ TOKEN: 'quiet-river-77', PASSWORD: 'Zu8%x"y\\z!' });
  const pushed = (...pieces: readonly string[]): readonly string[] => {
    const stream = mask.stream();
    const parts = pieces.map((piece) => Buffer.from(stream.push(Buffer.from(piece))).toString());
    return [...parts, Buffer.from(stream.end()).toString()];
  };

  it('lets lines and prompts go at once', () => {
    verifies('secret.mask.prompt');
    for (const line of [
      'Continue? [y/N] ',
      'Password: ',
      'token = ',
      '$ ',
      '>>> ',
      'done.\n',
      'https://',
      'Bearer ',
      '{"key": "',
    ])
      expect(pushed(line, 'x ')[0], line).toBe(line);
  });

  it('holds back what may be the beginning of a secret, and no more', () => {
    verifies('secret.mask.prompt');
    expect(pushed('see quiet-ri', 'val\n', 'ok')).toEqual(['see ', 'quiet-rival\n', 'ok', '']);
    expect(pushed('see quiet-ri', 'ver-7', '7 ok')).toEqual(['see ', '', '[masked:TOKEN] ok', '']);
    expect(pushed('token: ', 'a1B2c3D4e5F6a1B2c3D4', 'e5F6\n')).toEqual([
      'token: ',
      '',
      '[masked:a value under the name of a secret]\n',
      '',
    ]);
    expect(pushed('sk-learn is')).toEqual(['sk-learn is', '']);
    expect(pushed('at the end quiet-ri')).toEqual(['at the end ', 'quiet-ri']);
  });

  it('holds back little, whatever comes', () => {
    verifies('secret.mask.bounded');
    const baits = [
      'A',
      'eyJ',
      'eyJhbGciOiJ9.eyJ',
      '-----BEGIN RSA PRIVATE KEY-----\nAAAA',
      'key=',
      'sk-',
      '%71',
      '\\u0071',
      'quiet-',
    ];
    for (const bait of baits) {
      const stream = mask.stream();
      let held = 0;
      for (let round = 0; round < 120; round += 1) {
        const sent = stream.push(Buffer.from(bait.repeat(Math.ceil(500 / bait.length)))).length;
        held = Math.max(0, held + 500 - sent);
        if (stream.count > 0) held = 0;
        expect(held, bait).toBeLessThan(40_000);
      }
    }
  });

  it('keeps nothing of the memory that it was given', () => {
    const stream = mask.stream();
    const chunk = Buffer.from('see quiet-ri');
    stream.push(chunk);
    chunk.fill(0);
    expect(Buffer.from(stream.push(Buffer.from('ver-77 .'))).toString()).toBe('[masked:TOKEN] .');
  });
});
