import { describe, expect, it } from 'vitest';
import type { PastCall } from '../../../src/policy/grant/past-call.js';
import type { Fact } from '../../../src/tool/fact.js';
import { verifies } from '../../requirements.js';
import { execFact, inputOf, netFact, pathFact } from '../rule/rule-scene.js';
import { offersFor } from './grant-scene.js';

const sandboxed = { sandboxed: true } as const;
const unproved = (command: string): Fact => execFact(command, { known: false });
const rulesFor = async (facts: readonly Fact[], more = {}) =>
  (await offersFor(inputOf(facts, { ...sandboxed, ...more }))).offers.map(({ breadth, rules }) => [breadth, ...rules]);

describe('offers', () => {
  it.each([
    [
      'npm test',
      [
        ['exact', 'exec(npm test)'],
        ['wider', 'exec(npm test:*)'],
      ],
    ],
    [
      'npm run lint -- --fix',
      [
        ['exact', 'exec(npm run lint -- --fix)'],
        ['wider', 'exec(npm run lint:*)'],
      ],
    ],
    ['npm run --silent lint', [['exact', 'exec(npm run --silent lint)']]],
    [
      'git commit -m x',
      [
        ['exact', 'exec(git commit -m x)'],
        ['wider', 'exec(git commit:*)'],
      ],
    ],
    [
      'cargo test one',
      [
        ['exact', 'exec(cargo test one)'],
        ['wider', 'exec(cargo test:*)'],
      ],
    ],
    ['make test', [['exact', 'exec(make test)']]],
    ['python3 tool.py', [['exact', 'exec(python3 tool.py)']]],
    ['sed -i s/a/b/ x', [['exact', 'exec(sed -i s/a/b/ x)']]],
    ['/usr/bin/make all', [['exact', 'exec(/usr/bin/make all)']]],
    ['odd-tool x', [['exact', 'exec(odd-tool x)']]],
  ] as const)('of %s are the very command and what is sensible', async (command, wanted) => {
    verifies('policy.grant.narrow', 'policy.grant.not-broad');
    expect(await rulesFor([unproved(command)])).toEqual(wanted);
  });

  it('name a file, and its folder', async () => {
    verifies('policy.grant.narrow');
    expect(await rulesFor([pathFact('write', 'src/a/b.ts')])).toEqual([
      ['exact', 'write(src/a/b.ts)'],
      ['wider', 'write(src/a/**)'],
    ]);
    expect(await rulesFor([pathFact('write', 'src/a/b.ts'), pathFact('write', 'src/c.ts')])).toEqual([
      ['exact', 'write(src/a/b.ts)', 'write(src/c.ts)'],
      ['wider', 'write(src/**)'],
    ]);
    // In the workspace itself the folder would be everything.
    expect(await rulesFor([pathFact('write', 'a.txt')])).toEqual([['exact', 'write(./a.txt)']]);
    expect(await rulesFor([pathFact('write', 'odd [1]*.txt')])).toEqual([['exact', 'write(./odd \\[1\\]\\*.txt)']]);
    expect(await rulesFor([pathFact('write', '~x/a')])).toEqual([
      ['exact', 'write(./~x/a)'],
      ['wider', 'write(./~x/**)'],
    ]);
    expect(await rulesFor([pathFact('read', '/etc/hosts')])).toEqual([['exact', 'read(/etc/hosts)']]);
  });

  it('of a host are all of it, and say so', async () => {
    verifies('policy.grant.narrow', 'policy.grant.says-more', 'sandbox.open.offer');
    expect((await offersFor(inputOf([netFact('docs.example.org')], sandboxed))).offers).toEqual([
      {
        rules: ['net(docs.example.org)'],
        breadth: 'wider',
        also: [
          'every address on docs.example.org, with any tool or command, and sending anything there: what is sent there can be read by others',
        ],
        examples: [],
      },
    ]);
  });

  it('take no more rules than are needed', async () => {
    verifies('policy.grant.narrow');
    const facts = [unproved('npm test'), execFact('tail -5', { proved: true }), pathFact('write', 'x/log', { by: 0 })];
    expect(await rulesFor(facts)).toEqual([
      ['exact', 'exec(npm test)'],
      ['wider', 'exec(npm test:*)'],
    ]);
    expect(await rulesFor(facts, { sandboxed: false })).toEqual([
      ['exact', 'exec(npm test)', 'exec(tail -5)'],
      ['wider', 'exec(npm test:*)', 'exec(tail:*)'],
    ]);
    const reads = [execFact('cat /etc/hosts', { proved: true }), pathFact('read', '/etc/hosts', { by: 0 })];
    expect(await rulesFor(reads)).toEqual([['exact', 'read(/etc/hosts)']]);
  });

  it('say what else they would allow', async () => {
    verifies('policy.grant.says-more', 'design.policy.grant-listed');
    const { offers } = await offersFor(inputOf([unproved('npm run test')]));
    expect(offers.map(({ also }) => also)).toEqual([
      [
        'whatever npm run test runs by then, in any folder of the workspace: the scripts, settings and files it goes by can change',
        'what it writes in the workspace, and every host it connects to',
        'to run it unconfined, with all your rights, as no sandbox is here',
      ],
      [
        'any other arguments after npm run test, also such as name files, folders and programs elsewhere',
        'whatever npm run test runs by then, in any folder of the workspace: the scripts, settings and files it goes by can change',
        'what it writes in the workspace, and every host it connects to',
        'to run it unconfined, with all your rights, as no sandbox is here',
      ],
    ]);
    const write = await offersFor(inputOf([pathFact('write', 'src/a.ts')], sandboxed));
    expect(write.offers.map(({ also }) => also)).toEqual([
      ['any other content of src/a.ts'],
      ['every file below src/, now and later, with any content'],
    ]);
  });

  it('of what goes by its files or its input are not said to be nothing more', async () => {
    verifies('policy.grant.says-more');
    const tee = [execFact('tee out/x', { proved: true }), pathFact('write', 'out/x', { by: 0 })];
    const { offers } = await offersFor(inputOf(tee, sandboxed));
    expect(offers.map(({ also }) => also)).toEqual([['the same with whatever its files and its input hold by then']]);
  });

  it.each(['bun run sh x', 'yarn run node x', 'pnpm run bash', 'npm run Rm x', 'tree -o x', 'date +%s', 'file -C x'])(
    'of %s are the very command only',
    async (command) => {
      verifies('policy.grant.not-broad');
      expect(await rulesFor([unproved(command)])).toEqual([['exact', `exec(${command})`]]);
    },
  );

  it('show earlier calls that would not have been asked about, five at most, none twice', async () => {
    verifies('policy.grant.says-more');
    const call = (command: string): PastCall => ({ tool: 'run_command', mode: 'ask', facts: [unproved(command)] });
    const names = ['a', 'b', 'b', 'c', 'd', 'e', 'f'];
    const past = [
      call('npm test'),
      call('rm x'),
      ...names.map((name) => call(`npm test ${name}`)),
      call('npm publish'),
    ];
    const { offers } = await offersFor(inputOf([unproved('npm test')], sandboxed), { past });
    expect(offers.map(({ examples }) => examples)).toEqual([
      [],
      ['a', 'b', 'c', 'd', 'e'].map((name) => `npm test ${name}`),
    ]);
  });

  it('pass over calls that do more than anybody could read, at once', async () => {
    verifies('policy.grant.says-more');
    const writes = Array.from({ length: 5000 }, (_, at) => pathFact('write', `src/${at}`, { by: 0 }));
    const past = Array.from({ length: 200 }, (_, at): PastCall => {
      return { tool: 'run_command', mode: 'ask', facts: [unproved(`npm test ${at}`), ...writes] };
    });
    const few: PastCall = { tool: 'run_command', mode: 'ask', facts: [unproved('npm test few')] };
    const { offers } = await offersFor(inputOf([unproved('npm test')], sandboxed), { past: [...past, few] });
    expect(offers[1]?.examples).toEqual(['npm test few']);
  });

  it('show no call that a rule would ask about all the same, and cut what is long', async () => {
    verifies('policy.grant.says-more');
    const long = `npm test ${'x'.repeat(400)}`;
    const past: PastCall[] = [
      { tool: 'run_command', mode: 'ask', facts: [unproved('npm test --bad')] },
      { tool: 'run_command', mode: 'ask', facts: [unproved(long)] },
    ];
    const rules = ['ask exec(npm test --bad)'];
    const { offers } = await offersFor(inputOf([unproved('npm test')], sandboxed), { past, rules });
    expect(offers[1]?.examples).toEqual([`${long.slice(0, 159)}…`]);
  });
});

const banned =
  `sh x.sh|bash -c ls|zsh -c ls|fish -c ls|pwsh -c ls|python3 -c 1|python -|python3|python3 -Ic 1|node -e 1|node -p 1|node
  --eval 1|node -r x y|perl -e 1|perl -ne 1|ruby -e 1|php -r 1|lua -e 1|Rscript -e 1|deno eval 1|awk 1 x|git push|git push origin main|git apply x.diff|git am x.mbox|git
  reset --hard|git -c a.b=c log|git clean -fd|git checkout -- x|git config a.b c|git rebase -i|git stash|rm x|rm -rf build|rmdir x|mv a b|dd
  if=a of=b|shred x|truncate -s 0 x|sudo ls|su -c ls|doas ls|env A=b ls|env ls|xargs ls|nohup ls|ssh host ls|scp a host:b|rsync a b|docker
  run x|podman exec x y|kubectl get pods|npx tsc|bunx x|uvx x|pipx run x|npm exec tsc|npm publish|pnpm dlx x|yarn dlx x|cargo
  publish|uv tool run x|find . -exec rm x|find . -delete|fd x -x rm|kill 1|pkill x|systemctl stop x|shutdown now|apt-get install x|brew install
  x|crontab x|at now|eval ls|exec ls|source x|. x|parallel ls|watch ls|script x|tmux new|gdb x|vim x|ed x|chroot / ls|nsenter x|terraform apply|aws s3
  ls|./run.sh|scripts/x.sh|../x|mkfs.ext4 /dev/x|nc host 1|busybox ls|BASH -c ls|/bin/bash -c ls|/usr/bin/env ls`
    .split('|')
    .map((command) => command.replace(/\s+/g, ' '));

it.each(banned)('offers nothing for %s, and says why', async (command) => {
  verifies('policy.grant.not-broad');
  for (const confined of [true, false]) {
    const { offers, withheld } = await offersFor(inputOf([unproved(command)], { sandboxed: confined }));
    expect(offers).toEqual([]);
    expect(withheld).toMatch(/\w{3,}/);
  }
});

it.each([
  ['a configured ask', [unproved('npm test')], ['ask exec(npm test)'], 'ask exec(npm test) (c.json:1)'],
  ['a protected path', [pathFact('write', 'package.json')], [], 'package.json'],
  ['a deletion', [pathFact('delete', 'a')], [], 'deleted or moved'],
  ['a move', [pathFact('move', 'a'), pathFact('write', 'b')], [], 'deleted or moved'],
  ['a change outside', [pathFact('write', '/tmp/x')], [], 'outside the workspace'],
  ['a folder outside', [pathFact('read', '/tmp/x', { deep: true })], [], 'folders outside'],
  ['an unknown path', [pathFact('write', 'x', { known: false, note: 'it is made up' })], [], 'it is made up'],
  ['an unread command', [{ ...unproved('x y'), unread: true, note: 'no idea' }], [], 'no idea'],
  ['a redirection', [{ ...unproved('x y'), plain: false }], [], 'nothing but known words'],
  ['a word only known later', [execFact('x ?', { known: false })], [], 'nothing but known words'],
  [
    'a program only known later',
    [{ ...unproved('for …'), words: [] }],
    [],
    'which program runs is only known at run time',
  ],
  ['another folder', [{ ...unproved('npm test'), where: 'outside' }], [], 'outside the workspace'],
  ['a secret', [{ kind: 'secret', target: 'KEY', where: 'nowhere', known: true }], [], 'secrets'],
  ['a variable', [{ kind: 'env', target: '$PATH', where: 'nowhere', known: true }], [], 'sets the variable'],
  ['a process', [{ kind: 'process', target: '12', where: 'nowhere', known: true }], [], 'controls a process'],
  ['a very long command', [unproved(`npm test ${'x'.repeat(600)}`)], [], 'narrow enough'],
  ['very many files', Array.from({ length: 30 }, (_, at) => pathFact('write', `f${at}`)), [], 'narrow enough'],
] as const)('withholds %s', async (_what, facts, rules, why) => {
  verifies('policy.grant.never-beats', 'policy.grant.not-broad');
  const { offers, withheld } = await offersFor(inputOf(facts as readonly Fact[], sandboxed), { rules });
  expect(offers).toEqual([]);
  expect(withheld).toContain(why);
});
