import { expect, it, onTestFinished } from 'vitest';
import { createScreenEmulator } from '../../../../src/builtin/shell/terminal/screen-emulator.js';
import { noMask } from '../../../../src/policy/secret/mask.js';
import { verifies } from '../../../requirements.js';

async function emulator() {
  const made = await createScreenEmulator({ columns: 40, rows: 5 }, () => {});
  onTestFinished(() => made.dispose());
  const read = async (): Promise<string> => (await made.read({ lines: 1000, mask: noMask })).text;
  return { read, write: (text: string) => made.write(Buffer.from(text)) };
}

it.each([
  ['on one character', '\u0301'.repeat(16_000)],
  ['that join', '\u200d\u2060'.repeat(8000)],
])(
  'does not keep marks without end: %s',
  async (_, flood) => {
    verifies('terminals.flood.marks');
    const { read, write } = await emulator();
    for (let at = 0; at < 200; at += 1) await write(`a${flood}`);
    expect((await read()).length).toBeLessThan(40 * 8 * 5 + flood.length);
    await write('\r\nand on');
    expect(await read()).toMatch(/The screen was cleared[\s\S]*and on$/);
  },
  60_000,
);

it('keeps scripts that are written with marks', async () => {
  verifies('terminals.flood.marks');
  const { read, write } = await emulator();
  for (let at = 0; at < 3000; at += 1) await write(`${at} नमस्ते สวัสดี q̣̇́ 👩\u200d👩\u200d👧\r\n`);
  expect(await read()).toContain('2999 नमस्ते สวัสดี q̣̇́');
  expect(await read()).not.toContain('cleared');
});
