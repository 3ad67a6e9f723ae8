import { describe, expect, it } from 'vitest';
import { coveredByAllow, judgeRules } from '../../../src/policy/rule/match-rules.js';
import { compileRules } from '../../../src/policy/rule/rule-set.js';
import { verifies } from '../../requirements.js';
import { execFact, inputOf, netFact, pathFact, places, rulesOf } from './rule-scene.js';

const judged = (rule: string, command: string): string =>
  judgeRules(compileRules(rulesOf(rule)), inputOf([execFact(command)]), places)[0]?.verdict ?? 'nothing';

const covered = (rule: string, command: string): boolean =>
  coveredByAllow(compileRules(rulesOf(rule)), inputOf([execFact(command)]), places)[0] !== undefined;

describe('a rule that denies a command', () => {
  it.each([
    ['git push:*', 'git push', 'deny'],
    ['git push:*', 'git push origin main', 'deny'],
    ['git push:*', 'git push --force', 'deny'],
    ['git push :*', 'git push origin', 'deny'],
    ['git push:*', 'git pushx', 'nothing'],
    ['git push:*', 'git', 'nothing'],
    ['git push:*', 'git log push', 'nothing'],
    ['git push:*', 'echo git push', 'nothing'],
    ['git push:*', 'gitpush', 'nothing'],
    ['git push:*', 'git PUSH', 'nothing'],
    ['git push', 'git push', 'deny'],
    ['git push', 'git push origin', 'nothing'],
    ['\'git\' "push":*', 'git push', 'deny'],
    ['git\\ push x:*', 'git push x', 'nothing'],
    ['*', 'anything at all', 'deny'],
    ['rm:*', 'rm', 'deny'],
    ['rm:*', 'rm -rf x', 'deny'],
    ['rm:*', 'rmdir x', 'nothing'],
    // By whatever path, and in whatever case, as systems without case would run it.
    ['git push:*', '/usr/bin/git push', 'deny'],
    ['git push:*', './git push', 'deny'],
    ['git push:*', '../bin/git push', 'deny'],
    ['git push:*', 'GIT push', 'deny'],
    ['git push:*', '/usr/bin/GIT push', 'deny'],
    ['git push:*', 'git.exe push', 'deny'],
    ['/usr/bin/git push:*', 'git push', 'deny'],
    ['./deploy.sh:*', '/srv/app/deploy.sh now', 'deny'],
    // Options before the sub-command.
    ['git push:*', 'git -C /tmp push', 'deny'],
    ['git push:*', 'git -C/tmp push', 'deny'],
    ['git push:*', 'git -c a.b=c push', 'deny'],
    ['git push:*', 'git -c a.b push', 'deny'],
    ['git push:*', 'git --no-pager push', 'deny'],
    ['git push:*', 'git -P -C x -c y=z push origin', 'deny'],
    ['git push:*', 'git --git-dir=x/.git push', 'deny'],
    ['git push:*', 'git --git-dir x/.git push', 'deny'],
    ['git push:*', 'git --work-tree x --bare push', 'deny'],
    ['git push:*', 'git --config-env=a=B push', 'deny'],
    ['git push:*', 'git --exec-path=x push', 'deny'],
    ['git push:*', '/usr/bin/git -C x push', 'deny'],
    ['git push:*', 'git --something-new push', 'deny'],
    ['git push:*', 'git --something-new value push', 'deny'],
    ['git push:*', 'git --something value --new push', 'deny'],
    ['git push:*', 'git -C push log', 'nothing'],
    ['git push:*', 'git --no-pager log push', 'nothing'],
    ['git push:*', 'git -c a=b log', 'nothing'],
    ['git push', 'git -C x push', 'deny'],
    ['git push', 'git -C x push origin', 'nothing'],
    ['npm publish:*', 'npm --tag beta publish', 'deny'],
    ['npm publish:*', 'npm --silent run publish', 'nothing'],
    ['kubectl delete:*', 'kubectl -n prod delete pod x', 'deny'],
    ['kubectl delete:*', 'kubectl --namespace=prod get delete', 'nothing'],
    ['docker push:*', 'docker --context x push image', 'deny'],
    ['cargo publish:*', 'cargo -q publish', 'deny'],
    ['terraform apply:*', 'terraform -chdir=x apply', 'deny'],
    ['rm -rf:*', 'rm -rf x', 'deny'],
    ['rm -rf:*', 'rm -v -rf x', 'nothing'],
    // What is only known at run time could be it.
    ['git push:*', 'git ?', 'ask'],
    ['git push:*', '?', 'ask'],
    ['git push:*', '? push', 'ask'],
    ['git push:*', 'git ? origin', 'ask'],
    ['git push:*', 'git -C ? push', 'deny'],
    ['git push:*', 'git -C x ?', 'ask'],
    ['git push:*', 'git --new ?', 'ask'],
    ['git push:*', 'git log ?', 'nothing'],
    ['git push:*', 'npm ?', 'nothing'],
    ['git push', 'git push ?', 'ask'],
    ['git push:*', 'git push ?', 'deny'],
    ['*', '?', 'deny'],
  ])('%s on %s: %s', (pattern, command, verdict) => {
    verifies('y-agent.permission.exec-prefix', 'y-agent.permission.rule-target');
    expect(judged(`deny exec(${pattern})`, command)).toBe(verdict);
    expect(judged(`deny run_command(${pattern})`, command)).toBe(verdict);
    expect(judged(`ask exec(${pattern})`, command)).toBe(verdict === 'deny' ? 'ask' : verdict);
    expect(judged(`notify exec(${pattern})`, command)).toBe(verdict === 'deny' ? 'notify' : 'nothing');
  });

  it('is asked about when the words cannot be told at all', () => {
    const fact = { kind: 'exec', target: 'x', where: 'workspace', known: false } as const;
    expect(judgeRules(compileRules(rulesOf('deny exec(git push:*)')), inputOf([fact]), places)).toEqual([
      {
        verdict: 'ask',
        source: 'rule',
        reason: '`x` could turn out to be what the rule "deny exec(git push:*)" is about',
        fact: 0,
        rule: { text: 'deny exec(git push:*)', origin: { layer: 'user', file: 'c.json', line: 1 } },
      },
    ]);
  });

  it('asks about a word that is a pattern of files', () => {
    const verdictOf = (plain: boolean) =>
      judgeRules(compileRules(rulesOf('deny exec(git push:*)')), inputOf([execFact('git p*', { plain })]), places).map(
        ({ verdict }) => verdict,
      );
    expect([verdictOf(false), verdictOf(true)]).toEqual([['ask'], []]);
  });

  it('finds it among other commands, and tells of the first', () => {
    verifies('y-agent.permission.exec-prefix');
    const facts = [execFact('git log'), execFact('git push a'), execFact('git push b')];
    const rules = compileRules(rulesOf('allow exec(git:*)', 'ask exec(git:*)', 'deny exec(git push:*)'));
    expect(judgeRules(rules, inputOf(facts), places).map(({ verdict, fact }) => [verdict, fact])).toEqual([
      ['ask', 0],
      ['deny', 1],
    ]);
  });
});

describe('a rule that allows a command', () => {
  it.each([
    ['git log:*', 'git log', true],
    ['git log:*', 'git log -1 --oneline', true],
    ['git log:*', 'git logout', false],
    ['git log:*', 'git logout -x', false],
    ['git log:*', 'git', false],
    ['git log:*', 'git push', false],
    ['npm test', 'npm test', true],
    ['npm test', 'npm test -- --watch', false],
    ['npm run "my test"', 'npm run my', false],
    ['make', 'make', true],
    ['make', 'make all', false],
    ['*', 'make all', true],
    ['*', './make all', false],
    // Another program of that name, and options that lead elsewhere.
    ['git log:*', './git log', false],
    ['git log:*', '/tmp/git log', false],
    ['git log:*', '/usr/bin/git log', false],
    ['git log:*', 'GIT log', false],
    ['git log:*', 'git.exe log', false],
    ['/usr/bin/git log:*', '/usr/bin/git log', true],
    ['/usr/bin/git log:*', 'git log', false],
    ['/usr/bin/git log:*', '/tmp/git log', false],
    ['git log:*', 'git -C /tmp log', false],
    ['git log:*', 'git --no-pager log', false],
    ['git log:*', 'git -c core.pager=x log', false],
    // What is only known at run time.
    ['git log:*', 'git log ?', false],
    ['git log:*', 'git ?', false],
    ['git log:*', '?', false],
    ['*', 'git ?', false],
  ])('%s on %s: %s', (pattern, command, is) => {
    verifies('y-agent.permission.exec-prefix', 'y-agent.permission.exec-simple');
    expect(covered(`allow exec(${pattern})`, command)).toBe(is);
    expect(covered(`allow run_command(${pattern})`, command)).toBe(is);
    expect(covered(`allow other_tool(${pattern})`, command)).toBe(false);
  });

  const rules = compileRules(rulesOf('allow exec(git log:*)', 'allow exec(cat:*)'));
  const coverage = (...facts: Parameters<typeof inputOf>[0]) =>
    coveredByAllow(rules, inputOf(facts), places).map((rule) => rule?.text);
  const log = execFact('git log');

  it('does not cover what is not plain, cannot be read, or runs elsewhere', () => {
    verifies('y-agent.permission.exec-simple');
    const { plain: _, ...wrapped } = log;
    expect(coverage(wrapped)).toEqual([undefined]);
    expect(coverage({ ...log, plain: false })).toEqual([undefined]);
    expect(coverage({ ...log, unread: true })).toEqual([undefined]);
    expect(coverage({ ...log, forbidden: true })).toEqual([undefined]);
    expect(coverage({ ...log, where: 'outside' })).toEqual([undefined]);
    expect(coverage({ ...log, known: false })).toEqual(['exec(git log:*)']);
  });

  it('does not cover other segments, nor redirections', () => {
    verifies('policy.rules.prefix-plain');
    verifies('y-agent.permission.exec-simple');
    expect(coverage(log, execFact('rm x'))).toEqual(['exec(git log:*)', undefined]);
    expect(coverage(log, execFact('rm x', { by: 0 }))).toEqual(['exec(git log:*)', undefined]);
    expect(coverage(log, pathFact('write', 'out.txt'))).toEqual(['exec(git log:*)', undefined]);
    expect(coverage(log, pathFact('read', 'in.txt'))).toEqual(['exec(git log:*)', undefined]);
  });

  it('covers what the command itself does in the workspace, and no secrets or files elsewhere', () => {
    const cat = execFact('cat x');
    const by = { by: 0 };
    expect(coverage(cat, pathFact('read', 'x', by))).toEqual(['exec(cat:*)', 'exec(cat:*)']);
    expect(coverage(cat, pathFact('delete', 'x', by))).toEqual(['exec(cat:*)', 'exec(cat:*)']);
    expect(coverage(cat, netFact('docs.example.org', by))).toEqual(['exec(cat:*)', 'exec(cat:*)']);
    expect(coverage(cat, pathFact('read', '/etc/passwd', by))).toEqual(['exec(cat:*)', undefined]);
    expect(coverage(cat, pathFact('read', 'x', { ...by, known: false }))).toEqual(['exec(cat:*)', undefined]);
    expect(coverage(cat, { kind: 'secret', target: '$T', where: 'nowhere', known: true, ...by })).toEqual([
      'exec(cat:*)',
      undefined,
    ]);
    expect(coverage(cat, netFact('a.example', { ...by, forbidden: true }))).toEqual(['exec(cat:*)', undefined]);
    expect(coverage(execFact('dd x'), pathFact('read', 'x', by))).toEqual([undefined, undefined]);
  });
});
