import { expect, it } from 'vitest';
import { builtinTools } from '../../../src/builtin/builtin-tools.js';
import { type CatalogEntry, toolEntry } from '../../../src/tool/catalog/catalog-entry.js';
import { createSearchIndex } from '../../../src/tool/catalog/search-index.js';
import { wordsOf } from '../../../src/tool/catalog/words-of.js';
import { verifies } from '../../requirements.js';
import { modelQueries, otherQueries, recallAtFive, spokenQueries } from '../../support/catalog-queries.js';
import { serverTools } from '../../support/server-tools.js';

const entry = (name: string, more: Partial<CatalogEntry> = {}): CatalogEntry => ({
  kind: 'tool',
  name,
  description: '',
  ...more,
});
const names = (entries: readonly CatalogEntry[], query: string, limit?: number) =>
  createSearchIndex(entries)
    .search(query, limit)
    .map((hit) => hit.entry.name);

it('has a name or an alias as it is first of all, with the highest score', () => {
  verifies('y-agent.search.by-query-exact');
  const entries = [
    entry('read_file_quickly_and_well', { description: 'read_file read file read file' }),
    entry('read_file'),
    entry('fetch', { aliases: ['Get Page'] }),
  ];
  const [first, second] = createSearchIndex(entries).search('Read_File');
  expect(first).toEqual({ entry: entries[1], score: 10_000, reason: 'exact_name' });
  expect(second).toMatchObject({ reason: 'bm25' });
  expect(second?.score).toBeLessThan(9500);
  expect(createSearchIndex(entries).search('get page')[0]).toMatchObject({ entry: entries[2], score: 10_000 });
});

it('counts a word most in a name, then in an alias, among the keywords and in the description', () => {
  verifies('y-agent.search.by-query-rank');
  const filler = 'one two three four';
  const entries = [
    entry('d', { description: `invoice ${filler}` }),
    entry('k', { keywords: ['invoice'], description: filler }),
    entry('a', { aliases: ['invoice'], description: filler }),
    entry('invoice_of', { description: filler }),
    entry('other', { description: filler }),
  ];
  expect(names(entries, 'the invoices')).toEqual(['invoice_of', 'a', 'k', 'd']);
  const scores = createSearchIndex(entries)
    .search('the invoices')
    .map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(scores.every((score) => Number.isInteger(score) && score >= 1 && score <= 9499)).toBe(true);
});

it('finds by the forms of words, parts of joined ones, their beginnings, and misspelled ones', () => {
  verifies('catalog.search.typo');
  const entries = [
    entry('readTextFiles'),
    entry('delete_branch'),
    entry('convert-currency'),
    entry('überweisung_senden'),
  ];
  expect(names(entries, 'reading a text')).toEqual(['readTextFiles']);
  expect(names(entries, 'curren')).toEqual(['convert-currency']);
  for (const query of ['currancy', 'curency', 'cnovert', 'converrt'])
    expect(names(entries, query), query).toEqual(['convert-currency']);
  expect(names(entries, 'Überweisungen')).toEqual(['überweisung_senden']);
  expect(names(entries, 'zzzz')).toEqual([]);
  expect(names(entries, '  ')).toEqual([]);
  expect(wordsOf('HTTPServer readTextFiles get_2fa the')).toEqual(['httpserver', 'read', 'text', 'fil', '2fa']);
});

it('finds words of any script, with accents or without, and where no spaces divide them', () => {
  verifies('catalog.search.scripts');
  const entries = [
    entry('read_cn', { description: '读取文件的内容，并返回文本' }),
    entry('mail_ja', { description: 'メールを送信します' }),
    entry('cafe_fr', { description: 'Réserve une table au café' }),
    entry('file_he', { description: 'קריאת קובץ' }),
    entry('file_ar', { description: 'قِرَاءَة الملف' }),
    entry('thai', { description: 'อ่านไฟล์ทั้งหมด' }),
  ];
  expect(names(entries, '文件')).toEqual(['read_cn']);
  expect(names(entries, '返回文件')).toEqual(['read_cn']);
  expect(names(entries, '送信')).toEqual(['mail_ja']);
  for (const query of ['reserve', 'réserve', 'rése\u0301rve'.normalize('NFD'), 'caf\u200be'])
    expect(names(entries, query), query).toEqual(['cafe_fr']);
  expect(names(entries, 'קובץ')).toEqual(['file_he']);
  expect(names(entries, '\u202eקובץ\u202c')).toEqual(['file_he']);
  expect(names(entries, 'قراءة')).toEqual(['file_ar']);
  expect(names(entries, 'ไฟล์')).toEqual(['thai']);
  expect(names(entries, '🙂 ﷽ \ud800')).toEqual([]);
});

it('finds all that go by one alias, and a name as it is before one in other letters', () => {
  verifies('catalog.search.alias');
  const entries = [
    entry('mcp__a__search', { aliases: ['search'] }),
    entry('mcp__b__search', { aliases: ['search'] }),
    entry('READ'),
    entry('read'),
    entry('r\u0435ad', { description: 'looks alike' }),
  ];
  const exact = (query: string) =>
    createSearchIndex(entries)
      .search(query)
      .filter(({ reason }) => reason === 'exact_name')
      .map((hit) => hit.entry.name);
  expect(exact('search')).toEqual(['mcp__a__search', 'mcp__b__search']);
  expect(exact('read')).toEqual(['read', 'READ']);
  expect(exact('READ')).toEqual(['READ', 'read']);
  expect(exact('r\u0435ad')).toEqual(['r\u0435ad']);
});

it('takes no longer for texts that were made to be slow', () => {
  verifies('catalog.search.hostile');
  // Words that all have one mark: ar and c4 are the same to it.
  const alike = Array.from({ length: 4096 }, (_, at) =>
    Array.from({ length: 12 }, (__, bit) => ((at >> bit) & 1 ? 'ar' : 'c4')).join(''),
  );
  const entries = Array.from({ length: 64 }, (_, at) =>
    entry(`t${at}`, { description: alike.slice(at * 64, at * 64 + 64).join(' ') }),
  );
  expect(names(entries, alike[4000] ?? '', 1)).toEqual(['t62']);
  expect(names(entries, 'word '.repeat(200_000))).toEqual([]);
  expect(names(entries, '读'.repeat(1_000_000))).toEqual([]);
});

it('gives ten at most, unless another number is asked for, and the same each time', () => {
  verifies('y-agent.search.by-query-limit');
  const entries = Array.from({ length: 40 }, (_, at) => entry(`send_mail_${at}`));
  const index = createSearchIndex(entries);
  expect(index.search('send mail')).toHaveLength(10);
  expect(index.search('send mail', 3)).toHaveLength(3);
  expect(index.search('send mail')).toEqual(index.search('send mail'));
});

it('bears what others write: long texts, empty ones, names of the language', () => {
  const entries = [entry('constructor'), entry('__proto__', { description: 'x '.repeat(100_000) }), entry('', {})];
  expect(names(entries, 'constructor')).toEqual(['constructor']);
  expect(names(entries, '__proto__')).toEqual(['__proto__']);
  expect(names([], 'anything')).toEqual([]);
  expect(names(entries, 'word '.repeat(10_000))).toEqual([]);
});

it('has nine of ten tools that a query means among its first five hits', () => {
  verifies('catalog.search.recall');
  const index = createSearchIndex([...builtinTools, ...serverTools].map(toolEntry));
  const recall = recallAtFive((query) => index.search(query, 5).map((hit) => hit.entry.name));
  expect(recall).toBeGreaterThanOrEqual(0.9);
  for (const queries of [spokenQueries, otherQueries, modelQueries])
    expect(
      recallAtFive((query) => index.search(query, 5).map((hit) => hit.entry.name), queries),
    ).toBeGreaterThanOrEqual(0.9);
});
