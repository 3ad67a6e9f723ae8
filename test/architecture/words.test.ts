import ts from 'typescript';
import { expect, it } from 'vitest';
import type { UserRecord } from '../../src/config/event.js';
import type { SessionEvent } from '../../src/session/event.js';
import { verifies } from '../requirements.js';
import { placeOf, readSources, readText, walk } from './source.js';

const glossary = readText('GLOSSARY.md');

/** The compiler keeps this list complete: a new event without its line here does not compile. */
const eventTypes: Readonly<Record<SessionEvent['type'] | UserRecord['type'], true>> = {
  'session-opened': true,
  'event-unstorable': true,
  'message-queued': true,
  'message-edited': true,
  'message-withdrawn': true,
  'message-received': true,
  'turn-started': true,
  'child-spent': true,
  'child-started': true,
  'child-ended': true,
  'limit-extended': true,
  'round-started': true,
  'model-answered': true,
  'model-progress': true,
  'model-asked': true,
  'message-problem': true,
  'call-admitted': true,
  'step-admitted': true,
  'tool-created': true,
  'tool-updated': true,
  'tool-deleted': true,
  'call-refused': true,
  'call-rewritten': true,
  'result-rewritten': true,
  'middleware-failed': true,
  'hook-ended': true,
  'skill-activated': true,
  'prefix-fixed': true,
  'tools-described': true,
  'note-added': true,
  'guard-tripped': true,
  'guard-warned': true,
  'call-planned': true,
  'call-decided': true,
  'approval-requested': true,
  'approval-answered': true,
  'call-started': true,
  'call-stopped': true,
  'call-settled': true,
  'todos-changed': true,
  'tools-activated': true,
  'command-started': true,
  'command-ended': true,
  'change-staged': true,
  'change-applied': true,
  'change-kept': true,
  'change-spent': true,
  'change-undone': true,
  'change-redone': true,
  'taint-raised': true,
  'taint-cleared': true,
  'mode-changed': true,
  'risk-mode-changed': true,
  'model-changed': true,
  'history-repaired': true,
  'history-compacted': true,
  'turn-paused': true,
  'turn-ended': true,
  'session-forked': true,
  'session-repaired': true,
  'session-rewound': true,
  'session-deleted': true,
  'decisions-kept': true,
  'rules-changed': true,
  'server-pinned': true,
  'server-forgotten': true,
  'trust-given': true,
  'trust-revoked': true,
  'grant-created': true,
  'grant-used': true,
  'grant-revoked': true,
  'text-delta': true,
  'reasoning-delta': true,
  'history-compacting': true,
  'output-delta': true,
  'diff-delta': true,
  'call-heartbeat': true,
  'text-was-reasoning': true,
  'model-retry': true,
  'store-waiting': true,
  'turn-lost': true,
};

it('has the words of the design with a meaning and words to avoid', () => {
  verifies('core.ground.glossary', 'design.words.glossary');
  const words = rows('Words').map(([word]) => word);
  const wanted =
    'session turn round call plan fact rule verdict level mode approval grant outcome problem profile dialect surface exposure todo subagent';
  expect(words).toEqual(expect.arrayContaining(wanted.split(' ')));
  for (const row of rows('Words'))
    expect(
      row.filter((cell) => cell !== ''),
      row[0],
    ).toHaveLength(3);
});

/** What has the words of a seed system in its surface says them. */
const foreignWords =
  /(?:profile|systems)\/(?:yips|seed|astra|y-agent|local-harness)\/|src\/index\.ts:\d+ seedInteraction/i;

it('names nothing in src with a word to avoid', () => {
  verifies('design.words.glossary', 'design.words.task-only-in-surfaces');
  const avoid = rows('Words').flatMap(([, , words = '']) => words.split(', '));
  expect(avoid).toContain('task');
  const forms = new Set(avoid.map((word) => word.replaceAll(' ', '').toLowerCase()));
  const wrong = readSources().flatMap((file) =>
    [...walk(file.tree)]
      .filter(ts.isIdentifier)
      .filter((node) => !foreignWords.test(`${placeOf(file, node)} ${node.text}`))
      .filter(({ text }) => phrases(text).some((phrase) => forms.has(phrase)))
      .map((node) => `${placeOf(file, node)} ${node.text}`),
  );
  expect(wrong).toEqual([]);
});

it('lists every event, as what it is', () => {
  verifies('design.words.glossary');
  const listed = [...glossary.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(Object.keys(eventTypes).toSorted());
});

/** The cells of the table below a heading. */
function rows(heading: string): string[][] {
  const section = glossary.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| ') || line.startsWith('|-'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** The words of a name and its pairs of words, singular: `riskLevels` gives risk, level and risklevel. */
function phrases(name: string): string[] {
  if (name.includes('_')) return []; // a word of someone else's protocol
  const words = name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)?.map((word) => word.toLowerCase().replace(/s$/, '')) ?? [];
  return [...words, ...words.slice(1).map((word, at) => `${words[at]}${word}`)];
}
