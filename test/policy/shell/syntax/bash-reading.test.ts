import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListNode, WordPart } from '../../../../src/policy/shell/syntax/ast.js';
import { parseScript } from '../../../../src/policy/shell/syntax/parse-script.js';
import { analyseIn } from '../../../../src/session/check-examples.js';
import { seedOf, timesOf } from '../../../support/depth.js';
import { hiddenCommand } from './hidden-command.js';
import { renderTree } from './render-tree.js';
import { askBash, lacksBash } from './run-bash.js';
import { literalWords, shellText } from './shell-text.js';
import { trees } from './trees.js';

const written = Object.values(trees).flatMap((table) => Object.keys(table));
const isRead = (text: string): boolean => parseScript(text).ok;

describe.skipIf(lacksBash() !== undefined)('as bash itself reads it', { timeout: 110_000 }, () => {
  it('accepts nothing that bash does not', () => {
    const texts = [
      ...written,
      ...fc.sample(shellText, { seed: seedOf(1), numRuns: timesOf({ test: 500, deep: 2000 }) }),
    ].filter(isRead);
    const complaints = askBash(
      texts,
      'e=$("$BASH" --norc -n -c -- "$t" 2>&1 </dev/null) || e="$e refused"; printf %s "$e"',
    );
    expect(texts.length).toBeGreaterThan(timesOf({ test: 250, deep: 1000 }));
    expect(texts.filter((_, at) => complaints[at] !== '')).toEqual([]);
  });

  it('finds the tree that bash finds', () => {
    const texts = [
      ...written,
      ...fc.sample(shellText, { seed: seedOf(2), numRuns: timesOf({ test: 300, deep: 1200 }) }),
    ].filter((text) => isRead(text) && isPrintable(text));
    // A function that is never called: bash prints it from its own tree.
    const printed = askBash(texts, '"$BASH" --norc -r -c "f() {\n:\n$t\n}\ndeclare -f f" 2>/dev/null </dev/null');
    const pairs = texts.map((text, at) => ({ text, bash: bashTree(printed[at] ?? '') }));
    const comparable = pairs.flatMap(({ text, bash }) => (bash === undefined ? [] : [{ text, bash }]));
    expect(comparable.length).toBeGreaterThan(texts.length * 0.9);
    expect(comparable.filter(({ text, bash }) => tidy(renderTree(parseScript(text).script)) !== bash)).toEqual([]);
  });

  it('finds the words that bash finds', () => {
    const sampled = fc.sample(literalWords, { seed: seedOf(3), numRuns: timesOf({ test: 375, deep: 1500 }) });
    // A comment ends its line: what stands on the next one is another command.
    const isOneCommand = (text: string): boolean => {
      const result = parseScript(`printf ${text}`);
      return result.ok && result.script.items.length === 1;
    };
    const texts = sampled.filter(isOneCommand);
    const printed = askBash(texts, `"$BASH" --norc -f -c -- "printf '%s\\\\0' x $t" 2>&1 </dev/null`);
    const ours = texts.map((text) => ['x', ...words(parseScript(`printf ${text}`).script), ''].join('\0'));
    expect(texts.length).toBeGreaterThan(timesOf({ test: 250, deep: 1000 }));
    expect(texts.map((text, at) => ({ text, words: printed[at] }))).toEqual(
      texts.map((text, at) => ({ text, words: ours[at] })),
    );
  });

  it('sees every command that bash runs, or proves nothing', async () => {
    const texts = fc.sample(hiddenCommand, { seed: seedOf(4), numRuns: timesOf({ test: 375, deep: 1500 }) });
    // Restricted, with nothing on the path: all that can run is builtins that print, and `m`.
    const start = 'm() { printf RAN >&2; }; s=abc; a=(x y)';
    const printed = askBash(texts, `"$BASH" --norc -r -c '${start}'$'\\n'"$t" 2>&1 </dev/null`);
    const run = texts.filter((_, at) => printed[at]?.includes('RAN'));
    expect(run.length).toBeGreaterThan(timesOf({ test: 100, deep: 400 }));
    const unseen = run.filter((text) => isRead(text) && !renderTree(parseScript(text).script).includes('([m])'));
    // Bash runs what the value of an arithmetic word holds: no reader of the text finds that.
    const analyse = analyseIn({ root: tmpdir(), home: tmpdir() }, {});
    for (const text of unseen)
      expect({ text, facts: await analyse(text) }).toEqual({
        text,
        facts: expect.arrayContaining([expect.objectContaining({ kind: 'exec', unread: true })]),
      });
  });
});

/** Not what bash prints in another form than it was written. */
const isPrintable = (text: string): boolean =>
  !/\|&|coproc|elif|! !|for ?\(\(|f\(\) *[([i]|function f.*\(|\{[^}]*\$'/.test(text);

function bashTree(printed: string): string | undefined {
  const result = parseScript(printed);
  const node = result.ok ? result.script.items[0]?.node : undefined;
  const body = node?.type === 'function' && node.body.type === 'group' ? node.body.body : undefined;
  return body && tidy(renderTree({ ...body, items: body.items.slice(1) }));
}

/** Bash fills in descriptors and the operator of `[[ a ]]`. */
const tidy = (tree: string): string =>
  tree
    .replaceAll('\\\n', '')
    .replaceAll(/(?<=[ [])[01](?=[<>])/g, '')
    .replaceAll('<&-', '>&-')
    .replaceAll(/(\[\[|&& |\|\| |\( |! )-n /g, '$1');

/** The words of a command that has only text, tildes and braces, as bash would expand them. */
function words(script: ListNode): string[] {
  const node = script.items[0]?.node;
  if (node?.type !== 'command') return [];
  return node.words.slice(1).flatMap(({ parts }) => {
    const [first] = parts;
    const all = first?.type === 'brace' ? first.alternatives : [parts];
    return all.filter((alternative) => !isEmpty(alternative)).map((alternative) => alternative.map(expand).join(''));
  });
}

const isEmpty = (parts: readonly WordPart[]): boolean =>
  parts.every((part) => part.type === 'text' && part.text === '' && !part.quoted);

function expand(part: WordPart): string {
  if (part.type === 'text' || part.type === 'glob') return part.text;
  if (part.type !== 'tilde') return `?${part.type}`;
  if (part.user === '+') return tmpdir();
  return part.user === '' ? '/home/test' : `~${part.user}`;
}
