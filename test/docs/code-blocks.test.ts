import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { shareOf } from '../support/depth.js';
import { installBuilt, runExample } from '../support/run-example.js';
import { codeBlocks, listWrittenPages, readPage, root } from './markdown.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-docs-'));
// A block may import what its reader is told to install.
beforeAll(() => installBuilt(folder), 180_000);
afterAll(() => rmSync(folder, { recursive: true }));

const blocks = listWrittenPages().flatMap((page) =>
  codeBlocks(readPage(page))
    .filter(({ language }) => language === 'ts')
    .map(({ text }, index) => {
      const file = join(folder, `${page.replace(/\W/g, '-')}-${index}.mts`);
      writeFileSync(file, text);
      return { name: `${page}, block ${index + 1}`, text, file };
    }),
);

it('compiles', () => {
  verifies('standing.docs.examples-run');
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(
    blocks.map(({ file }) => file),
    { ...options, incremental: false, typeRoots: [`${root}node_modules/@types`] },
  );
  // Of the blocks alone: the sources they use are checked elsewhere.
  const wrong = blocks.flatMap(({ file }) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)));
  expect(
    wrong.map(({ file, messageText }) => [file?.fileName, ts.flattenDiagnosticMessageText(messageText, '\n')]),
  ).toEqual([]);
}, 180_000);

const whole = blocks.filter(({ text }) => /'toolwright\/(?:testing|dialect|mcp-server|profile\/[a-z-]+)'/.test(text));

it.each(shareOf(whole, 12))('runs: $name', ({ file }) => {
  verifies('standing.docs.examples-run');
  runExample(file, { folder });
});
