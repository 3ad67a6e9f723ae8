import { readFile } from 'node:fs/promises';
import type { Language, Parser } from '@vscode/tree-sitter-wasm';

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
  let folder = '';
  await Parser.init({
    // The grammars lie beside the parser, wherever that is installed.
    locateFile(name: string, scriptFolder: string) {
      folder = scriptFolder;
      return `${scriptFolder}${name}`;
    },
  });
  const grammars = new Map<string, Promise<Language>>();
  return {
    createParser: () => new Parser(),
    loadGrammar(name) {
      const known = grammars.get(name);
      if (known !== undefined) return known;
      const loading = readFile(`${folder}tree-sitter-${name}.wasm`).then((bytes) => Language.load(bytes));
      grammars.set(name, loading);
      return loading;
    },
  };
}
