import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { createPolicyFolder } from './policy-folder.js';

const rules = `{
  // Mine.
  "rules": [
    { "deny": "exec(git push:*)", "why": "pushing is mine" },
    { "allow": "exec(npm test)" },
    { "deny": "read(.env*)" },
  ],
}
`;

const shown = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

describe('toolwright policy explain', () => {
  it.each([
    {
      name: 'what runs unasked',
      args: ['read_file', '{"path":"README.md"}'],
      says: () => ['Verdict  allow: in mode ask it runs unasked', 'Level    safe', 'Facts', '  read README.md'],
    },
    {
      name: 'a deny rule with its file and line',
      args: ['run_command', '{"command":"git push origin main"}'],
      says: (config: string) => [
        'Verdict  deny: in mode ask it is denied',
        'Level    high',
        'Because',
        `  rule: the rule "deny exec(git push:*)" is about \`git push origin main\`: pushing is mine (${config}:4)`,
        'Facts',
        '  exec git push origin main, not known: git push runs the hooks of the repository and changes the remote',
        '  net …, not known: the address `…` is only known at run time',
        'What would change it',
        `  without the rule at ${config}:4 it is judged anew`,
      ],
    },
    {
      name: 'an allow rule, and what the missing sandbox makes of it',
      args: ['run_command', '{"command":"npm test"}'],
      says: (config: string) => [
        'Verdict  allow: in mode ask it runs unasked',
        'Level    high',
        'Because',
        `  rule: allowed by the rule exec(npm test) (${config}:5)`,
        'Without a sandbox',
        '  ask: not sandboxed',
        'Facts',
        '  exec npm test, not known: what it runs is written in package.json and in the packages themselves',
        'What would change it',
        `  without the rule at ${config}:5 the mode decides`,
      ],
    },
    {
      name: 'a rule about reading, whatever tool reads',
      args: ['run_command', '{"command":"cat sub/.env.local"}'],
      says: (config: string) => [
        'Verdict  deny: in mode ask it is denied',
        'Level    safe',
        'Because',
        `  rule: the rule "deny read(.env*)" is about \`sub/.env.local\` (${config}:6)`,
        'Facts',
        '  exec cat sub/.env.local, understood',
        '  read sub/.env.local',
        'What would change it',
        `  without the rule at ${config}:6 it is judged anew`,
      ],
    },
    {
      name: 'the mode, other modes and rules that would help',
      args: ['run_command', '{"command":"ls > out; make -j2"}'],
      says: () => [
        'Verdict  ask: in mode ask a person is asked',
        'Level    high',
        'Because',
        '  mode: writes out',
        '  mode: runs make -j2: what `make` runs is written in the Makefile, also with -n',
        'Facts',
        '  write out',
        '  exec ls, understood',
        '  read .',
        '  exec make -j2, not known: what `make` runs is written in the Makefile, also with -n',
        'What would change it',
        '  the rules {"allow": "write(./out)"}, {"allow": "exec(make -j2)"} together: allow',
        '  mode plan: deny',
        '  mode auto: allow',
      ],
    },
    {
      name: 'what nothing changes',
      args: ['web_fetch', '{"url":"http://169.254.169.254/latest/"}', '--mode', 'auto'],
      says: () => [
        'Verdict  deny: in mode auto it is denied',
        'Level    critical',
        'Because',
        '  floor: 169.254.169.254 is link-local, where a cloud keeps the credentials of its machines',
        'Facts',
        '  net 169.254.169.254, not known: 169.254.169.254 is link-local, where a cloud keeps the credentials of its machines',
        'What would change it',
        '  nothing: this is not done in any mode, by any rule',
      ],
    },
    {
      name: 'a protected path',
      args: ['write_file', '{"path":".git/hooks/pre-commit","content":"x"}', '--mode', 'auto'],
      says: () => [
        'Verdict  ask: in mode auto a person is asked',
        'Level    medium',
        'Because',
        '  protected path: writes .git/hooks/pre-commit: Git runs or obeys what is in it',
        'Facts',
        '  write .git/hooks/pre-commit',
        'What would change it',
        '  no rule lets it run unasked, and no mode',
        '  mode plan: deny',
      ],
    },
  ])('tells of $name', async ({ args, says }) => {
    verifies('design.policy.explain', 'policy.commands.explain', 'policy.facts.unknown-in-words');
    const folder = createPolicyFolder(rules);
    const end = await folder.policy(['explain', ...args]);
    expect(end).toEqual({ code: 0, stdout: shown(says(folder.config)), stderr: '' });
  });

  it.each([
    [['write_file', '{"path":"a[1]*.txt","content":""}'], ['write(./a\\[1\\]\\*.txt)']],
    [['run_command', '{"command":"rm -rf src"}'], ['delete(src/**)']],
    [
      ['run_command', '{"command":"cat /etc/hosts | make \\"it\'s\\""}'],
      ['read(/etc/hosts)', "exec(make 'it'\\''s')"],
    ],
    [['web_fetch', '{"url":"https://docs.example.com/a"}'], ['net(docs.example.com)']],
    [['run_command', '{"command":"make"}', '--mode', 'plan'], []],
    [['run_command', '{"command":"$X"}'], []],
    [['delete_file', '{"path":"README.md"}'], ['delete(./README.md)']],
  ])('suggests for %j only rules that help: %j', async (args, suggested) => {
    verifies('policy.commands.explain');
    const folder = createPolicyFolder();
    const before = JSON.parse((await folder.policyHere(['explain', ...args, '--json'])).stdout);
    expect(before.suggested).toEqual(suggested);
    if (suggested.length === 0) return;
    folder.write('rules.json', JSON.stringify(suggested.map((allow) => ({ allow }))));
    const after = JSON.parse((await folder.policyHere(['explain', ...args, '--json', '--rules', 'rules.json'])).stdout);
    expect([before.verdict, after.verdict]).toEqual(['ask', 'allow']);
  });

  it('prints all of it as JSON', async () => {
    verifies('policy.commands.explain');
    const folder = createPolicyFolder(rules);
    const { stdout, code } = await folder.policy(['explain', 'read_file', '{"path":".env"}', '--json']);
    expect({ code, said: JSON.parse(stdout) }).toEqual({
      code: 0,
      said: {
        tool: 'read_file',
        mode: 'ask',
        verdict: 'deny',
        level: 'safe',
        reasons: ['the rule "deny read(.env*)" is about `.env`'],
        because: [
          {
            verdict: 'deny',
            source: 'rule',
            reason: 'the rule "deny read(.env*)" is about `.env`',
            fact: 0,
            rule: { text: 'deny read(.env*)', origin: { layer: 'user', file: folder.config, line: 6 } },
          },
        ],
        facts: [{ kind: 'read', target: '.env', where: 'workspace', known: true }],
        coercions: [],
        unconfined: 'deny',
        otherModes: ['edit', 'plan', 'auto'].map((mode) => ({ mode, verdict: 'deny' })),
        suggested: [],
      },
    });
  });

  it.each([
    [['read_fil', '{}'], /^✗ read_fil comes to no verdict: .*Did you mean read_file\?\n$/],
    [['read_file', '{"path":'], /^✗ read_file comes to no verdict: .*cannot be read: it ends too early/],
    [['read_file', '[1]'], /must be a JSON object/],
    [['read_file', '{}'], /the required property "path" is missing/],
    [['read_file'], /the required property "path" is missing/],
  ])('ends with 1 when %j comes to no verdict', async (args, says) => {
    const { code, stdout, stderr } = await createPolicyFolder().policy(['explain', ...args]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(says);
  });

  it.each([
    [['explain'], 'toolwright policy explain needs TOOL.'],
    [['explain', 'read_file', '{}', 'more'], 'does not know what to do with more'],
    [['explain', 'read_file', '{}', '--mode', 'aut'], '--mode aut: use ask, edit, plan, auto. Did you mean auto?'],
    [['explain', 'read_file', '{}', '--workspace', 'gone'], '--workspace gone: there is no such folder.'],
    [['explain', 'read_file', '{}', '--home', 'gone'], '--home gone: there is no such folder.'],
    [['explain', 'read_file', '{}', '--rules', 'gone.json'], '--rules gone.json: there is no such file.'],
    [['explain', 'read_file', '{}', '--rules', '.'], 'it is a folder; put a file there'],
  ])('ends with 2 when told %j', async (args, says) => {
    const { code, stdout, stderr } = await createPolicyFolder().policy(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
  });

  it('says that the rules of a folder do not count before it is trusted', async () => {
    verifies('policy.rules.untrusted');
    const folder = createPolicyFolder();
    folder.write('.toolwright/config.json', '{ "rules": [{ "allow": "write(src/**)" }] }');
    const args = ['explain', 'write_file', '{"path":"src/a","content":""}'];
    const { stdout, stderr } = await folder.policy(args);
    expect(stdout).toMatch(/^Verdict {2}ask/);
    expect(stderr).toBe(
      `${folder.work}/.toolwright is not trusted and is not used: \`toolwright trust\` shows it and asks.\n`,
    );
  });

  it('hides nothing of a long list without saying so', async () => {
    const folder = createPolicyFolder();
    const command = `cat ${Array.from({ length: 60 }, (_, at) => `f${at}`).join(' ')}`;
    const { stdout } = await folder.policy(['explain', 'run_command', JSON.stringify({ command })]);
    expect(stdout).toContain('\n  … and 11 more: --json shows them all\n');
  });

  it('shows what would steer a terminal as it is written', async () => {
    const folder = createPolicyFolder();
    const { stdout } = await folder.policy(['explain', 'read_file', JSON.stringify({ path: 'a\u001b[2J\u202eb' })]);
    expect([...stdout].filter((char) => char === '\u001b' || char === '\u202e')).toEqual([]);
  });
});
