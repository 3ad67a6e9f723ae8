import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Language, Parser } from '@vscode/tree-sitter-wasm';
import { packagePath } from './package-path.js';

/** The runtime of tree-sitter: parsers of its own for whoever asks, and the grammars that lie beside it. */
export interface TreeSitter {
  createParser(): Parser;
  /** The grammar of this name, such as `bash`; loaded once. */
  loadGrammar(name: string): Promise<Language>;
}

let opening: Promise<TreeSitter> | undefined;

/** Loads the runtime, once. */
export function openTreeSitter(): Promise<TreeSitter> {
  opening ??= loadRuntime();
  return opening;
}

async function loadRuntime(): Promise<TreeSitter> {
  const loaded = await import('@vscode/tree-sitter-wasm');
  // It is CommonJS: whether its names are found beside the default is up to the loader.
  const { Language, Parser } = loaded.default ?? loaded;
  // The grammars lie beside the parser. Of what the parser says of that only the first to load it in a process hears.
  const folder = dirname(packagePath('@vscode/tree-sitter-wasm'));
  await Parser.init({ locateFile: (name: string) => join(folder, name) });
  const grammars = new Map<string, Promise<Language>>();
  return {
    createParser: () => new Parser(),
    loadGrammar(name) {
      const known = grammars.get(name);
      if (known !== undefined) return known;
      const loading = readFile(join(folder, `tree-sitter-${name}.wasm`)).then((bytes) => Language.load(bytes));
      grammars.set(name, loading);
      return loading;
    },
  };
}
