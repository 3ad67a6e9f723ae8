import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { codeBlocks, listWrittenPages, readPage, root } from './markdown.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-docs-'));
// A block may import what its reader is told to install.
symlinkSync(`${root}node_modules`, join(folder, 'node_modules'), 'junction');
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
  const wrong = ts.getPreEmitDiagnostics(program).filter(({ file }) => file?.fileName.startsWith(folder));
  expect(
    wrong.map(({ file, messageText }) => [file?.fileName, ts.flattenDiagnosticMessageText(messageText, '\n')]),
  ).toEqual([]);
}, 180_000);

it.each(blocks.filter(({ text }) => /'toolwright\/(?:testing|dialect)'/.test(text)))('runs: $name', ({ file }) => {
  verifies('standing.docs.examples-run');
  const tsx = [`${root}node_modules/tsx/dist/cli.mjs`, '--tsconfig', `${root}tsconfig.json`, file];
  execFileSync(process.execPath, tsx, { cwd: root, encoding: 'utf8' });
});
