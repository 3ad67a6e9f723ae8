import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { needs } from '../../support/needs.js';
import { createRandom } from '../../support/random.js';
import { makeFolders } from '../cases/scene.js';
import { makeCommand } from './command-grammar.js';
import { commandDecider } from './decide-command.js';
import { gitNames, plainNames } from './fuzz-programs.js';
import { makeFuzzScene } from './fuzz-scene.js';
import { readHelpFlags } from './help-flags.js';
import { type Breach, runBatch } from './run-batch.js';

/**
 * `FUZZ_SEED=7 FUZZ_COMMANDS=50000 npx vitest run test/policy/shell/run-allowed.test.ts` tries others, and more. What the
 * programs here list in their help is part of the commands: the same seed makes others on another machine.
 */
const seed = Number(process.env['FUZZ_SEED'] ?? '20261115');
const count = Number(process.env['FUZZ_COMMANDS'] ?? '2500');
const batchSize = 150;

/** What is allowed unasked is run, without network, where all but a made-up workspace, home and third folder is read-only. */
it.skipIf(needs('bwrap') !== undefined)(
  'allows no command that changes a file, or reads or shows what it must not',
  async () => {
    verifies('policy.proof.allow');
    const folders = makeFolders();
    makeFuzzScene(folders);
    const decide = commandDecider(folders);
    const making = {
      random: createRandom(seed),
      help: readHelpFlags([...plainNames, ...gitNames.map((name) => `git ${name}`)]),
      clean: false,
    };
    const breaches: Breach[] = [];
    let ran = 0;
    for (let made = 0; made < count; made += batchSize) {
      const commands = Array.from({ length: batchSize }, () => makeCommand(making));
      const allowed: string[] = [];
      for (const command of commands) if ((await decide(command)) === 'allow') allowed.push(command);
      ran += allowed.length;
      breaches.push(...runBatch(allowed, folders));
    }
    folders.remove();
    expect(breaches).toEqual([]);
    expect(ran).toBeGreaterThan(count / 10);
  },
  Math.max(240_000, count * 50),
);
