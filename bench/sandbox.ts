import { planCommand } from '../src/policy/shell/plan-command.js';
import { createBareProcesses } from '../src/sandbox/bare-process.js';
import { createSandbox } from '../src/sandbox/create-sandbox.js';
import type { Fact } from '../src/tool/fact.js';
import type { ProcessPort } from '../src/tool/port.js';
import type { Contender, Race, Scenario, ScenarioOptions } from './scenario.js';

/** What confinement costs: the smallest command, and a build of this project. */
export async function sandbox({ folder, smoke }: ScenarioOptions): Promise<Scenario> {
  const project = process.cwd();
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  const home = env.HOME ?? folder;
  const bare = createBareProcesses({ env });
  const confined = createSandbox({
    env,
    root: project,
    home,
    own: [],
    mode: () => 'edit',
    hosts: () => [],
  });
  await confined.prepare?.();
  if (!confined.sandboxed) return { races: [], bars: [], close: async () => {} };
  const prepare = async (name: string, command: string, repetitions: number): Promise<Running> => ({
    name,
    command,
    facts: await planCommand(command, { root: project, cwd: project, home, env }),
    cwd: project,
    repetitions: smoke ? 1 : repetitions,
  });
  const smallest = await prepare('true', 'true', 60);
  const out = 'node_modules/.cache/bench-build/dist';
  // A build takes too long to see only that everything works.
  const buildCommand = `'${process.execPath}' ${smoke ? '--version' : `scripts/build.mjs --out ${out}`}`;
  const build = await prepare('a build of this project', buildCommand, 5);
  const race = (run: Running): Race => ({
    name: run.name,
    repetitions: run.repetitions,
    processes: true,
    contenders: [running('bare', run, bare), running('sandboxed', run, confined)],
  });
  const bar = (name: string, limit: number) => ({
    race: name,
    contender: 'sandboxed',
    against: 'bare',
    limit,
    says: `${name} in the sandbox, against a bare process`,
  });
  return {
    races: [race(smallest), race(build)],
    bars: [bar(smallest.name, 4), bar(build.name, 1.15)],
    close: async () => {},
  };
}

interface Running {
  /** As the call would have them. */
  readonly facts: readonly Fact[];
  readonly name: string;
  readonly command: string;
  readonly cwd: string;
  readonly repetitions: number;
}

function running(name: string, { command, cwd, facts }: Running, processes: ProcessPort): Contender {
  return {
    name,
    expected: { calls: 1, text: 'exited 0' },
    async run() {
      let words = '';
      const end = await processes.run({
        command,
        cwd,
        facts,
        timeoutMs: 120_000,
        onOutput: (chunk) => {
          words += Buffer.from(chunk).toString();
        },
      });
      const text = end.state === 'exited' ? `exited ${end.exitCode}` : end.state;
      return { calls: 1, text: text === 'exited 0' ? text : `${text}: ${words.slice(0, 500)}` };
    },
  };
}
