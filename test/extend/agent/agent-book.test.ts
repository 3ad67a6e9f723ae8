import { expect, it } from 'vitest';
import { createKnownAgents } from '../../../src/extend/agent/known-agents.js';
import { parseAgent } from '../../../src/extend/agent/parse-agent.js';
import { verifies } from '../../requirements.js';

const file = (front: readonly string[], body = 'Be good.') => ({
  path: 'agents/x.md',
  text: ['---', ...front, '---', body].join('\n'),
});
const good = ['name: reader', 'description: reads'];

it('reads an agent with all it may say', () => {
  verifies('subagents.agent.files');
  const text = [
    '---',
    '# comment',
    'name: reader',
    'description: "reads: and tells"',
    'tools:',
    '  - read_file',
    '  - grep',
    'model: small',
    'rounds: 7',
    'mode: plan',
    'colour: blue',
    '---',
    '',
    'Read.\n---\nThen tell.',
  ].join('\r\n');
  expect(parseAgent({ path: 'r.md', text })).toEqual({
    agent: {
      name: 'reader',
      description: 'reads: and tells',
      tools: ['read_file', 'grep'],
      model: 'small',
      rounds: 7,
      mode: 'plan',
      prompt: 'Read.\n---\nThen tell.',
    },
    notes: ['r.md: colour means nothing here and is left out.'],
  });
  expect(parseAgent(file([...good, 'tools: read_file, grep'])).agent?.tools).toEqual(['read_file', 'grep']);
  expect(parseAgent(file([...good, 'tools: []'])).agent?.tools).toEqual([]);
  expect(parseAgent({ path: 'a/by-file.md', text: '---\ndescription: d\n---\np' }).agent?.name).toBe('by-file');
});

it.each([
  ['no front matter', { path: 'x.md', text: 'Just words' }, 'it does not begin with a line ---'],
  ['an open end', { path: 'x.md', text: '---\nname: a\n' }, 'its frontmatter has no end'],
  ['a name with a path', file(['name: ../../etc', 'description: d']), 'its name must begin with a letter'],
  ['the name of the general one', file(['name: general-purpose', 'description: d']), 'is always there'],
  ['no description', file(['name: a']), 'it needs a description'],
  [
    'a description that hides words',
    file(['name: a', 'description: d\u202egnihton']),
    'characters that cannot be seen',
  ],
  ['no prompt', file(good, ' '), 'it has no prompt'],
  ['a key set twice', file([...good, 'name: other']), 'the key "name" stands twice'],
  ['words on many lines', file(['name: a', 'description: |', '  many', '  lines']), 'characters that cannot be seen'],
  ['what is neither words nor a list', file([...good, 'model:', '  a: b']), 'model must be words'],
  ['what is no YAML', file([...good, 'model: "a']), 'its frontmatter cannot be read'],
  ['a YAML anchor', file([...good, 'tools: *all']), 'its frontmatter cannot be read'],
  ['a prototype', file([...good, '__proto__: x']), 'the key "__proto__" is not accepted'],
  ['a wrong mode', file([...good, 'mode: root']), 'mode must be one of'],
  ['rounds without end', file([...good, 'rounds: -1']), 'rounds must be a whole number'],
  ['tools that are patterns', file([...good, 'tools: ["*"]']), 'tools must be at most 200 names'],
  ['a text without end', { path: 'x.md', text: 'x'.repeat(70_000) }, 'at most 64000 are read'],
])('refuses %s, and says why', (_what, given, why) => {
  verifies('subagents.agent.hostile');
  const parsed = parseAgent(given);
  expect(parsed.agent).toBeUndefined();
  expect('problem' in parsed && parsed.problem).toContain(why);
});

it('lets the first of a name count, and is bounded', () => {
  verifies('subagents.agent.files', 'subagents.agent.hostile');
  const mine = { path: 'mine.md', text: '---\nname: a\ndescription: mine\n---\np' };
  const theirs = { path: 'theirs.md', text: '---\nname: a\ndescription: theirs\n---\np' };
  const book = createKnownAgents([mine, theirs]);
  expect(book.agents.map(({ description }) => description)).toContain('mine');
  expect(book.problems).toEqual([
    { level: 'error', message: 'theirs.md: there is another agent named a, which counts. Rename one.' },
  ]);
  const many = Array.from({ length: 150 }, (_, at) => ({
    path: `${at}.md`,
    text: `---\nname: a${at}\ndescription: d\n---\np`,
  }));
  expect(createKnownAgents(many).agents).toHaveLength(101);
});
