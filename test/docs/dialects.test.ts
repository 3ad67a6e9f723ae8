import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListedDialect, listDialects } from '../../src/dialect/list-dialects.js';
import { verifies } from '../requirements.js';
import { builtCli } from '../support/built-cli.js';
import { playConsole } from './console.js';
import { readPage, root } from './markdown.js';

const name = 'docs/dialects.md';
const update = process.env['UPDATE_DOCS'] === '1';

/** What the page names as files. */
const files = {
  'notes.txt': 'buy milk\n',
  'tools.json': JSON.stringify([
    {
      type: 'function',
      function: {
        name: 'read_file',
        parameters: { type: 'object', properties: { path: { type: 'string' }, line_end: { type: 'integer' } } },
      },
    },
  ]),
  'message.txt': `I will look at the file.
<tool_call>
<function=read_file>
<parameter=path>
notes.txt
</parameter>
<parameter=line_end>
20
</parameter>
</function>
</tool_call>
`,
  'requests.jsonl': String.raw`{"id":1,"text":"[TOOL_CALLS]read_file[ARGS]{\"path\": \"notes.txt\"}"}
{"id":2,"text":"Good morning.","dialect":"mistral"}
`,
  'edit.txt': `Milk it is.
<tool_call>
{"name": "write_file", "arguments": {"path": "notes.txt", "content": "buy oat milk",}}
</tool_call>
`,
  'broken.txt': `<tool_call>
{"name": "read_file", "arguments": {"path" "notes.txt"}}
</tool_call>
`,
};

const folder = mkdtempSync(join(tmpdir(), 'toolwright-dialects-'));
const workspace = join(folder, 'work');
beforeAll(async () => {
  mkdirSync(workspace);
  mkdirSync(join(folder, 'bin'));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(workspace, file), text);
  symlinkSync(await builtCli(), join(folder, 'bin', 'toolwright'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('has every dialect in its table: UPDATE_DOCS=1 writes it anew', () => {
  verifies('dialects.each.listed', 'dialects.docs.page');
  const page = readPage(name);
  const written = page.replace(/(?<=^<!-- dialects: .*-->\n)[\s\S]*(?=^<!-- end -->$)/m, () => renderTables());
  if (update) writeFileSync(`${root}${name}`, written);
  else expect(page).toBe(written);
});

it('names a dialect for every entry', () => {
  verifies('dialects.each.listed', 'dialects.docs.page');
  const count = (letter: string, most: number): string[] =>
    Array.from({ length: most }, (_, at) => `${letter}${at + 1}`);
  const wanted = [...count('A', 31), ...count('B', 17), 'B3b', ...count('C', 7), ...count('D', 6)];
  expect(wanted).toHaveLength(62);
  const named = new Set(listDialects().flatMap(({ entries }) => entries));
  expect([...named].toSorted()).toEqual(wanted.toSorted());
});

it('shows what its commands print: UPDATE_DOCS=1 writes it anew', async () => {
  verifies('standing.docs.output-true', 'dialects.docs.page', 'dialects.explain.steps', 'dialects.parse.jsonl');
  let page = readPage(name);
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder, LANG: 'C.UTF-8' };
  const blocks = await playConsole(page, { cwd: workspace, env });
  expect(blocks.length).toBeGreaterThan(3);
  for (const [text, played] of blocks) {
    if (update) page = page.replace(text, () => played);
    else expect(stable(text)).toBe(stable(played));
  }
  if (update) writeFileSync(`${root}${name}`, page);
});

/** One row for each entry of each dialect, then those without an entry. */
function renderTables(): string {
  const dialects = listDialects();
  const numbered = dialects
    .flatMap((dialect) => dialect.entries.map((entry) => ({ entry, dialect })))
    .toSorted((a, b) => placeOf(a.entry) - placeOf(b.entry));
  return `
| entry | dialect | looks like | models | also called |
|---|---|---|---|---|
${numbered.map(({ entry, dialect }) => renderRow(entry, dialect)).join('\n')}

These are our own, or those of programs whose conversations are read:

| dialect | looks like | models | also called |
|---|---|---|---|
${dialects
  .filter(({ entries }) => entries.length === 0)
  .map((dialect) => renderRow(undefined, dialect))
  .join('\n')}

`;
}

/** By letter, number and what follows it. */
function placeOf(entry: string): number {
  const [, letter = '', number = '', rest = ''] = /^([A-D])(\d+)(b?)$/.exec(entry) ?? [];
  return letter.charCodeAt(0) * 1000 + Number(number) * 2 + rest.length;
}

function renderRow(entry: string | undefined, { name: dialect, title, models, aliases }: ListedDialect): string {
  const cells = [`\`${dialect}\``, plain(title), models.join(', '), aliases.map((alias) => `\`${alias}\``).join(', ')];
  return `| ${[...(entry === undefined ? [] : [entry]), ...cells].join(' | ')} |`;
}

/** Markdown that shows the text as it is. */
const plain = (text: string): string => text.replaceAll(/[<[\]|_`*\\]/g, '\\$&');

/** Without the ids, which differ from run to run. */
const stable = (text: string): string =>
  text.replaceAll(/call_[0-9a-f]{24}/g, 'call_…').replaceAll(/"id":"[0-9A-Za-z]{9}"/g, '"id":"…"');
