import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { createPolicyFolder } from './policy-folder.js';

describe('toolwright policy test', () => {
  it('holds every rule against its examples', async () => {
    verifies('policy.commands.test');
    const folder = createPolicyFolder(`{
  "rules": [
    { "deny": "exec(git push:*)", "match": ["git push", "/usr/bin/git -C lib push"], "miss": ["git log"] },
    { "allow": "exec(git log:*)", "match": ["git log -5"], "miss": ["git log > x", "git logout"] },
    { "deny": "read(.env*)", "match": ["a/.env"], "miss": ["env.ts"] },
  ],
}`);
    const end = await folder.policy(['test']);
    expect(end).toEqual({ code: 0, stdout: '3 rules, 8 examples, all as they say.\n', stderr: '' });
  });

  it('tells each example that says otherwise, with the file and line of its rule', async () => {
    verifies('policy.commands.test', 'policy.rules.errors-placed');
    const folder = createPolicyFolder();
    folder.write(
      'rules.json',
      `// Those of the team.
[
  { "deny": "read(.env*)" },
  { "deny": "exec(git push:*)",
    "match": ["git status"], "miss": ["git push"] },
]`,
    );
    const end = await folder.policy(['test', '--rules', 'rules.json']);
    const place = `${folder.work}/rules.json:4`;
    expect(end).toEqual({
      code: 1,
      stdout: [
        `${place}: the rule deny exec(git push:*) does not match its example "git status"; change one of them`,
        `${place}: the rule deny exec(git push:*) matches what it should miss, "git push"; change one of them`,
        '2 rules, 2 examples, 2 of them wrong.',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  it.each([
    ['[]', 'There are no rules here.\n'],
    ['{}', 'There are no rules here.\n'],
    ['[{ "deny": "read(a)" }]', '1 rule, no examples.\n'],
  ])('says so when there is nothing to test: %s', async (rules, says) => {
    const folder = createPolicyFolder();
    folder.write('rules.json', rules);
    expect(await folder.policy(['test', '--rules', 'rules.json'])).toEqual({ code: 0, stdout: says, stderr: '' });
  });

  it.each([
    ['', 1, 'the file is empty'],
    ['"x"', 1, 'the file must be an object { … }, not text'],
    ['[\n', 2, 'it is not valid JSON: it ends too early, near "[\\n"'],
    ['{ "rules": {} }', 1, 'rules must be a list [ … ], not an object'],
    ['\n[{ "deny": "raed(a)" }]', 2, 'raed is no kind of fact: did you mean read?'],
    ['[\n{ "deny": "exec(ls)" }]', 2, 'it would match ls without arguments only: write ls:*'],
    ['[{ "deny": "read(a)", "match": ["b"] }]', 1, 'does not match its example "b"'],
    ['[{ "deny": "read(a)", "allow": "read(b)" }]', 1, 'must have exactly one of'],
  ])('ends with 2 when rules are wrong: %j', async (rules, line, says) => {
    verifies('policy.rules.errors-placed', 'policy.rules.examples-at-load');
    const folder = createPolicyFolder();
    folder.write('rules.json', rules);
    const { code, stdout, stderr } = await folder.policy(['test', '--rules', 'rules.json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`${folder.work}/rules.json:${line}: `);
    expect(stderr).toContain(says);
  });
});
