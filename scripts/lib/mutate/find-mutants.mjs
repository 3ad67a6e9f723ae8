import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { mutationsOf } from './mutations.mjs';

/** Every mutant of a folder: file, place, what stands there and what is put in its place. */
export function findMutants(tree, folder) {
  return readdirSync(join(tree, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .flatMap((name) => mutantsOfFile(`${folder}/${name}`, readFileSync(join(tree, folder, name), 'utf8')));
}

function mutantsOfFile(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node, body) => {
    if (isLeftOut(node)) return;
    for (const [from, to, put] of mutationsOf(node, source)) {
      const line = source.getLineAndCharacterOfPosition(from).line + 1;
      found.push({ file, line, from, to, was: text.slice(from, to), put, body });
    }
    const within = bodyOf(node, source) ?? body;
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(source, undefined);
  return found;
}

/** Types do nothing while a program runs; an import without its name is no program. */
const isLeftOut = (node) =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node);

/** Where a function's work begins and ends. */
function bodyOf(node, source) {
  if (!ts.isFunctionLike(node) || node.body === undefined) return undefined;
  return { from: node.body.getStart(source), to: node.body.end, isBlock: ts.isBlock(node.body) };
}
