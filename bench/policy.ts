import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createPolicy } from '../src/policy/create-policy.js';
import type { Policy, PolicyInput } from '../src/policy/policy.js';
import { planCommand } from '../src/policy/shell/plan-command.js';
import type { Fact } from '../src/tool/fact.js';
import { builtProgram } from './built-program.js';
import type { Contender, Race, Scenario, ScenarioOptions } from './scenario.js';

/** What deciding costs: commands once everything is loaded, very long ones, reads and edits, and the first command. */
export async function policy({ folder, smoke }: ScenarioOptions): Promise<Scenario> {
  const root = join(folder, 'work');
  mkdirSync(join(root, 'src'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{}');
  execFileSync('git', ['init', '-q', root]);
  const scene = { root, cwd: root, home: join(folder, 'home'), env: { PATH: '/usr/local/bin:/usr/bin:/bin' } };
  const decider = createPolicy({ places: { root, home: scene.home, own: [] } });
  const decided = async (command: string): Promise<string> =>
    (await decider.decide(inputOf('run_command', await planCommand(command, scene)))).verdict;
  const repetitions = smoke ? 1 : 15;
  const typical: Race = {
    name: 'a typical command, median',
    repetitions: smoke ? 1 : 5,
    reports: 'µs/call',
    contenders: [median('toolwright', typicalCommands, smoke ? 1 : 100, decided)],
  };
  const long: Race = {
    name: 'a command over 64 KB',
    repetitions,
    reports: 'ms',
    contenders: longCommands(smoke).map(({ name, command }) => ({
      name,
      expected: { calls: 1, text: 'not allowed' },
      async run() {
        const from = performance.now();
        const verdict = await decided(command);
        return { calls: 1, text: verdict === 'allow' ? verdict : 'not allowed', cost: performance.now() - from };
      },
    })),
  };
  const files: Race = {
    name: 'a read and an edit',
    repetitions,
    contenders: [
      deciding('a read', decider, { kind: 'read', target: 'src/session/index.ts', where: 'workspace', known: true }),
      deciding('an edit', decider, { kind: 'write', target: 'src/session/index.ts', where: 'workspace', known: true }),
    ],
  };
  const first: Race = {
    name: 'the first command',
    repetitions: smoke ? 1 : 8,
    reports: 'ms',
    processes: true,
    contenders: [loadedGrammar('the grammar'), firstCommand('analyser, grammar and verdict', root, scene.home)],
  };
  return {
    races: [typical, long, files, first],
    bars: [
      { race: typical.name, contender: 'toolwright', limit: 600, says: 'a typical command decided, µs' },
      ...long.contenders.map(({ name }) => ({
        race: long.name,
        contender: name,
        limit: 50,
        says: `${name} decided, ms`,
      })),
      ...files.contenders.map(({ name }) => ({
        race: files.name,
        contender: name,
        limit: 20,
        says: `${name} decided, µs`,
      })),
      { race: first.name, contender: 'the grammar', limit: 80, says: 'the grammar loaded, ms' },
    ],
    close: async () => {},
  };
}

const typicalCommands = [
  'ls -la',
  'git status',
  'git log --oneline -20',
  "grep -rn 'useState' src | sort | uniq -c | sort -rn | head",
  "find . -name '*.ts' -not -path './node_modules/*' | head -50",
  "sed -n '10,40p' src/index.ts",
  'cat package.json | jq .scripts',
  'npm test',
  'cd src && ls',
  'rm -rf build && mkdir build',
];

function longCommands(smoke: boolean): readonly { readonly name: string; readonly command: string }[] {
  const times = smoke ? 1 : 1000;
  return [
    { name: 'spaces', command: `echo${' '.repeat(200 * times)}x` },
    { name: 'quotes', command: `echo ${`'"`.repeat(100 * times)}` },
    {
      name: 'many commands',
      command: `${Array.from({ length: 20 * times }, (_, at) => `rm -f file${at}; `).join('')}true`,
    },
  ].map(({ name, command }) => ({ name, command: smoke ? command.padEnd(70_000) : command }));
}

const inputOf = (name: string, facts: readonly Fact[]): PolicyInput => ({
  tool: { name, effects: 'outside', dangerous: false, source: 'builtin' },
  facts,
  mode: 'ask',
  sandboxed: true,
});

/** Reports the median over many decisions, for one that was disturbed says nothing. */
function median(
  name: string,
  commands: readonly string[],
  rounds: number,
  decide: (command: string) => Promise<string>,
): Contender {
  return {
    name,
    expected: { calls: 1, text: 'decided' },
    async run() {
      const costs: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const command of commands) {
          const from = performance.now();
          await decide(command);
          costs.push((performance.now() - from) * 1000);
        }
      }
      costs.sort((a, b) => a - b);
      return { calls: 1, text: 'decided', cost: costs[Math.floor(costs.length / 2)] ?? Number.NaN };
    },
  };
}

function deciding(name: string, decider: Policy, fact: Fact): Contender {
  const input = inputOf('file', [fact]);
  return {
    name,
    expected: { calls: 100, text: 'decided' },
    async run() {
      for (let time = 0; time < 100; time += 1) decider.decide(input);
      return { calls: 100, text: 'decided' };
    },
  };
}

/** From the packed program: nothing is loaded yet. */
function firstCommand(name: string, root: string, home: string): Contender {
  const module = builtProgram().replace(/cli\.cjs$/, 'program/policy-shell-plan-command.cjs');
  const scene = JSON.stringify({ root, cwd: root, home, env: {} });
  return inProcessOfItsOwn(
    name,
    `require(${JSON.stringify(module)}).planCommand('ls -la', ${scene}).then(([fact]) => fact.proved === true)`,
  );
}

/** The same steps as in `open-witness.ts`. */
function loadedGrammar(name: string): Contender {
  const module = createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm');
  const grammar = join(dirname(module), 'tree-sitter-bash.wasm');
  return inProcessOfItsOwn(
    name,
    `(async () => {
  const { Parser, Language } = require(${JSON.stringify(module)});
  await Parser.init();
  new Parser().setLanguage(await Language.load(require('node:fs').readFileSync(${JSON.stringify(grammar)})));
  return true;
})()`,
  );
}

/** Reports the time until the promise that the code makes is kept. */
function inProcessOfItsOwn(name: string, code: string): Contender {
  const script = `const from = performance.now();
${code}.then((proved) => console.log(JSON.stringify({ proved, cost: performance.now() - from })));`;
  return {
    name,
    expected: { calls: 1, text: 'proved' },
    async run() {
      const said = JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })) as {
        readonly proved: boolean;
        readonly cost: number;
      };
      return { calls: 1, text: said.proved ? 'proved' : 'not proved', cost: said.cost };
    },
  };
}
