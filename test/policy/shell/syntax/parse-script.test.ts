// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts for bash
import { describe, expect, it } from 'vitest';
import { parseScript } from '../../../../src/policy/shell/syntax/parse-script.js';
import { renderTree } from './render-tree.js';
import { trees } from './trees.js';

describe.each(Object.entries(trees))('%s', (_, table) => {
  it.each(Object.entries(table))('%j', (text, tree) => {
    const result = parseScript(text);
    expect({ ok: result.ok, tree: renderTree(result.script) }).toEqual({ ok: true, tree });
  });
});
