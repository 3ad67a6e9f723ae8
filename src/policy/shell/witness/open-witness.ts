import { openTreeSitter } from '../../../base/tree-sitter.js';
import type { ListNode } from '../syntax/ast.js';
import { readOutline, renderOutline } from './outline.js';
import { readTreeOutline } from './tree-outline.js';

/** A second reader of shell text, by another grammar and another hand. */
export interface Witness {
  /** Whether it finds the same commands of the same words, and nothing beside them. */
  agrees(text: string, script: ListNode): boolean;
}

let opening: Promise<Witness> | undefined;

/** Loads the grammar, once. */
export function openWitness(): Promise<Witness> {
  opening ??= loadWitness();
  return opening;
}

async function loadWitness(): Promise<Witness> {
  const treeSitter = await openTreeSitter();
  const parser = treeSitter.createParser();
  parser.setLanguage(await treeSitter.loadGrammar('bash'));
  return {
    agrees(text, script) {
      const ours = readOutline(script);
      if (ours === undefined) return false;
      const tree = parser.parse(text);
      if (tree === null) return false;
      const theirs = tree.rootNode.hasError ? undefined : readTreeOutline(tree.rootNode);
      tree.delete();
      return theirs !== undefined && renderOutline(theirs, text) === renderOutline(ours, text);
    },
  };
}
