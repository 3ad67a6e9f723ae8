import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { newFolder } from '../../session/open.js';
import { runHere } from '../../support/run-here.js';
import { minimal, multiple, unknownTool } from './fixtures/document.js';
import { acts, fence, tool } from './scene.js';

const listed = tool('list_dir', { path: '.' });
const body = JSON.stringify({ actions: [listed] });

/** The checklist of a message, its failed checks as they stand there. */
async function checklist(message: string) {
  const { stdout, code } = await runHere(['explain', '--profile', 'yips'], { cwd: newFolder(), input: message });
  expect(code).toBe(0);
  const [, list = ''] = stdout.split('Checklist of yips\n');
  const checks = list.split('\n').filter((line) => /^ {2}[✓✗] /.test(line));
  return {
    stdout,
    passed: checks.filter((line) => line.includes('✓')).length,
    failed: checks.filter((line) => line.includes('✗')),
  };
}

it.each([
  ['no envelope', 'Just words.', /exactly one fenced envelope: There is none: the model answered in plain words/],
  ['an open fence', `\`\`\`yips-agent\n${body}`, /exactly one fenced envelope: The fence is never closed/],
  ['no fence', `Look: ${body}`, /exactly one fenced envelope: This envelope stands in no fence/],
  ['two envelopes', multiple, /exactly one fenced envelope: The message has 2 envelopes, expected exactly one/],
  [
    'the tag json',
    fence(body, 'json'),
    /its tag is yips-agent.*: The fence of this envelope is tagged json\. Tag it yips-agent\./,
  ],
  ['a tag in other letters', fence(body, 'Yips_Agent'), /its tag is yips-agent.*is tagged Yips_Agent/],
  ['no tag', fence(body, ''), /its tag is yips-agent.*has no tag/],
  ['an empty body', fence(''), /valid JSON.*: The envelope body is empty\. .* a single action\./],
  ['broken JSON', fence('{"actions": [,]}'), /valid JSON.*: The envelope JSON is invalid/],
  ['an array', fence('[]'), /valid JSON.*: The envelope root must be a JSON object/],
  [
    'no id',
    acts({ ...listed, id: '' }),
    /every entry has a type, an id.*: Entry 1 of actions was left out: it has no id/,
  ],
  ['no arguments', acts({ type: 'tool', id: 'a', name: 'grep' }), /every entry has.*its arguments are no object/],
  ['no task', acts({ type: 'subagent', id: 'a' }), /every entry has.*it has no task/],
  ['an id twice', acts(listed, listed), /every id is there once: The id "t1" stands twice/],
  [
    'an unknown tool',
    unknownTool,
    /allow-lists: .*there is no tool named "delete_everything"\. Tools: read_file, .*Skills: search, /,
  ],
  ['an unknown skill', acts({ type: 'skill', id: 's', name: 'list_dir', arguments: {} }), /no skill named "list_dir"/],
  [
    'a denial',
    acts(tool('run_command', { command: 'rm -rf /srv/none' })),
    /denied by the risk policy: run_command: denied by the risk policy/,
  ],
  [
    'a question',
    acts(tool('run_command', { command: 'rm -rf none' })),
    /which a gateway denies: run_command: it is destructive\. A person is asked/,
  ],
] as const)('explains %s', async (_, message, says) => {
  verifies('yips.failure.explain');
  const { failed, passed } = await checklist(message);
  expect(failed).toEqual([expect.stringMatching(says)]);
  expect(passed).toBe(failed[0]?.match(/exactly one|its tag/) ? 0 : failed[0]?.includes('valid JSON') ? 2 : 7);
});

it('finds nothing wrong with the minimal envelope, and tells what it would do', async () => {
  verifies('yips.failure.explain', 'yips.failure.minimal-example');
  const { stdout, failed, passed } = await checklist(minimal);
  expect([failed, passed]).toEqual([[], 8]);
  expect(stdout).toMatch(/Format {3}yips_agent, as the profile yips reads it/);
  expect(stdout).toMatch(/With the profile yips, in mode ask it runs unasked/);
});
