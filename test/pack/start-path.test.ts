import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { builtCli } from '../support/built-cli.js';

let cli: string;
beforeAll(async () => {
  cli = await builtCli();
});

it('loads few files and few bytes before a command runs', () => {
  verifies('core.pack.bundled');
  const loaded = loadedBy(cli);
  expect(loaded.files.length).toBeLessThanOrEqual(10);
  expect(loaded.bytes).toBeLessThan(64 * 1024);
  expect(loaded.packages).toEqual([]);
});

it('loads no package for the chat, nor the schema checker', () => {
  verifies('standing.start.start-path');
  const text = readFileSync(cli, 'utf8');
  const [, chunk = ''] = /import\("(\.\/chunks\/chat-command-[^"]+)"\)/.exec(text) ?? [];
  const loaded = loadedBy(join(dirname(cli), chunk));
  expect(loaded.packages).toEqual([]);
  expect(loaded.files.length).toBeLessThanOrEqual(30);
  expect(loaded.bytes).toBeLessThan(400 * 1024);
  expect(loaded.text).not.toContain('node_modules/');
});

interface Loaded {
  readonly files: readonly string[];
  readonly bytes: number;
  readonly packages: readonly string[];
  readonly text: string;
}

/** What loading a built file loads: its static imports, and theirs. */
function loadedBy(file: string): Loaded {
  const texts = new Map<string, string>();
  const packages = new Set<string>();
  const visit = (path: string): void => {
    if (texts.has(path)) return;
    const text = readFileSync(path, 'utf8');
    texts.set(path, text);
    for (const target of staticImports(text)) {
      if (target.startsWith('.')) visit(join(dirname(path), target));
      else if (!isBuiltin(target)) packages.add(target);
    }
  };
  visit(file);
  const text = [...texts.values()].join('');
  return { files: [...texts.keys()], bytes: text.length, packages: [...packages], text };
}

function staticImports(text: string): string[] {
  const { statements } = ts.createSourceFile('file.js', text, ts.ScriptTarget.ESNext);
  return statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    return moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier.text] : [];
  });
}
