import { describe, expect, it } from 'vitest';
import { checkPlainExamples, checkRuleExamples } from '../../../src/policy/rule/rule-examples.js';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import type { Fact } from '../../../src/tool/fact.js';
import { verifies } from '../../requirements.js';
import { execFact, origin, pathFact } from './rule-scene.js';

/** Commands parted by `;`, and what is written behind `>`. */
const analyse = async (command: string): Promise<readonly Fact[]> => {
  const [line = '', out] = command.split(' > ');
  const commands = line.split(' ; ').map((one) => execFact(one));
  return out === undefined ? commands : [...commands, pathFact('write', out)];
};

const checked = async (...list: readonly object[]): Promise<readonly string[]> => {
  const { rules, problems } = parseRuleList(list, origin);
  expect(problems).toEqual([]);
  return (await checkRuleExamples(rules, analyse)).map(({ path, message }) => `${path.join('.')}: ${message}`);
};

it('holds rules against their own examples', async () => {
  verifies('y-agent.permission.exec-examples');
  expect(
    await checked(
      { allow: 'run_command(git log:*)', match: ['git log', 'git log -1'], miss: ['git logout -x', 'git push'] },
      { deny: 'exec(git push:*)', match: ['git push', 'ls ; git -C x push'], miss: ['git log'] },
      { ask: 'read(.env*)', match: ['.env', 'a/.env.local', '~/x/.env'], miss: ['env', 'src/a.ts'] },
      { allow: 'read(docs/**)', match: ['docs/a', './docs/a/b'], miss: ['docs2/a', '../docs/a', '/docs/a'] },
      { allow: 'write(~/notes/**)', match: ['~/notes/a'], miss: ['notes/a', '~/x'] },
      { allow: 'net(*.example.org)', match: ['docs.example.org', 'https://a.example.org/x'], miss: ['example.org'] },
      { deny: 'mcp__docs__*', match: ['mcp__docs__x'], miss: ['mcp__other__x'] },
      { deny: 'read_file(secrets/**)', match: ['secrets/a'], miss: ['src/a'] },
      { allow: 'fetch(docs.example.org)', match: ['https://docs.example.org/x'], miss: ['https://evil.test/'] },
      { deny: 'env(AWS_*)', match: ['AWS_REGION'], miss: ['PATH'] },
      { allow: 'exec(npm test)', when: { mode: 'auto', tainted: false, profile: 'x' }, match: ['npm test'] },
    ),
  ).toEqual([]);
});

it('tells which example says otherwise', async () => {
  verifies('y-agent.permission.exec-examples');
  expect(
    await checked(
      { allow: 'run_command(git log:*)', match: ['git log', 'git logout -x'], miss: ['git log -1'] },
      { allow: 'exec(git log:*)', match: ['git log ; rm x', 'git log > out', ''] },
      { deny: 'exec(git push:*)', match: ['git ?'], miss: ['git ?'] },
      { deny: 'read(src/**)', match: ['lib/a'], miss: ['src/a'] },
      { deny: 'mcp__docs__*', match: ['docs'] },
    ),
  ).toEqual([
    '3.match.0: the rule deny read(src/**) does not match its example "lib/a"; change one of them',
    '3.miss.0: the rule deny read(src/**) matches what it should miss, "src/a"; change one of them',
    '4.match.0: the rule deny mcp__docs__* does not match its example "docs"; change one of them',
    '0.match.1: the rule allow run_command(git log:*) does not match its example "git logout -x", or not all that it does; change one of them',
    '0.miss.0: the rule allow run_command(git log:*) matches what it should miss, "git log -1"; change one of them',
    '1.match.0: the rule allow exec(git log:*) does not match its example "git log ; rm x", or not all that it does; change one of them',
    '1.match.1: the rule allow exec(git log:*) does not match its example "git log > out", or not all that it does; change one of them',
    '1.match.2: the rule allow exec(git log:*) does not match its example "", or not all that it does; change one of them',
    '2.match.0: the rule deny exec(git push:*) does not match its example "git ?"; change one of them',
    '2.miss.0: the rule deny exec(git push:*) matches what it should miss, "git ?"; change one of them',
  ]);
});

describe('what a command does', () => {
  it('is not looked at unless an example is a command', async () => {
    const list = [{ allow: 'exec(npm test)' }, { deny: 'read(.env*)', match: ['.env'], miss: ['x'] }];
    const { rules } = parseRuleList(list, origin);
    const never = () => Promise.reject(new Error('looked at'));
    expect(await checkRuleExamples(rules, never)).toEqual([]);
    expect(checkPlainExamples(rules)).toEqual([]);
  });
});
