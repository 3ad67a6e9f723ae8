import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBareRequest } from './bare-request.js';
import { builtProgram } from './built-program.js';
import { finalText, renderCall, renderTextStream } from './chat-stream.js';
import { startModelServer } from './model-server.js';
import { peakMemory } from './peak-memory.js';
import { runProgram } from './program.js';
import type { Contender, Done, Scenario, ScenarioOptions } from './scenario.js';

/** The most memory that `toolwright run` has at any moment until it has ended: a tool is called, then it answers. */
export async function memory({ folder, smoke }: ScenarioOptions): Promise<Scenario> {
  const call = renderCall({ id: 'call_1', name: 'read_file', arguments: '{"path":"note.txt"}' });
  const text = renderTextStream();
  const server = await startModelServer((body) => (body.includes('"role":"tool"') ? text : call));
  const workspace = join(folder, 'work');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'note.txt'), 'one line\n'.repeat(1000));
  const watched = watchedBy(folder, workspace);
  const url = `${server.baseUrl}/chat/completions`;
  const bare = writeBareRequest(folder, { modules: 'esm', url, body: '{}' });
  const turn = ['run', '--base-url', server.baseUrl, '--model', 'scripted', 'what is in note.txt?'];
  const seen = (stdout: string): Done => ({ calls: server.take().length, text: stdout });
  const race = 'memory at its peak';
  return {
    races: [
      {
        name: race,
        repetitions: smoke ? 1 : 8,
        reports: 'MB',
        processes: true,
        contenders: [
          watched({ name: 'node -e 0', args: ['-e', '0'], expected: { calls: 0, text: '' }, seen }),
          watched({ name: 'bare request', args: [bare], expected: { calls: 1, text: '' }, seen }),
          watched({
            name: 'toolwright run',
            args: [builtProgram(), ...turn],
            expected: { calls: 2, text: `${finalText}\n` },
            seen,
          }),
        ],
      },
    ],
    bars: [
      {
        race,
        contender: 'toolwright run',
        limit: 120,
        aim: 90,
        says: 'the most memory of toolwright run, with a call and its answer',
      },
    ],
    close: server.close,
  };
}

interface Watched {
  readonly name: string;
  readonly args: readonly string[];
  readonly expected: Done;
  seen(stdout: string): Done;
}

/** Programs write down the most memory they had, as their very last act. */
function watchedBy(folder: string, cwd: string): (watched: Watched) => Contender {
  const peak = join(folder, 'peak');
  const data = join(folder, 'data');
  const hook = join(folder, 'watch-memory.cjs');
  writeFileSync(
    hook,
    `const { readFileSync, writeFileSync } = require('node:fs');
process.on('exit', () => {
${peakMemory}
  writeFileSync(${JSON.stringify(peak)}, String(kilobytes));
});
`,
  );
  return ({ name, args, expected, seen }) => ({
    name,
    expected,
    async before() {
      rmSync(peak, { force: true });
    },
    async run() {
      const { stdout } = await runProgram(['--require', hook, ...args], { cwd, env: { XDG_DATA_HOME: data } });
      return { ...seen(stdout), cost: Number(readFileSync(peak, 'utf8')) / 1024 };
    },
  });
}
