import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { call, createWorkspace, turn } from '../extend/custom/scene.js';
import { serve } from '../policy/net/guard-harness.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { codeBlocks, readPage } from './markdown.js';

const page = readPage('docs/custom-tools.md');
const block = (language: string): string => codeBlocks(page).find((one) => one.language === language)?.text ?? '';

it.skipIf(needs('bwrap'))('shows tools that do what it says', async () => {
  verifies('standing.docs.output-true');
  const { port, seen } = await serve(
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"cities":[{"name":"Bern"}]}'),
  );
  const scene = createWorkspace({
    'count_lines.json': block('json'),
    'find_city.yaml': block('yaml').replace('https://api.example.com', `http://127.0.0.1:${port}`),
    'roll_dice.ts': block('ts'),
  });
  await scene.trust();
  writeFileSync(join(scene.workspace, 'a.txt'), '1\n2\n');
  const { answers, questions, warned } = await turn(scene, [
    call('count_lines', { files: ['a.txt', 'a.txt'] }),
    call('find_city', { country: 'ch', name: 'Bern & more' }),
    call('roll_dice', { sides: 6, count: 3 }),
    call('roll_dice', { sides: 2000 }),
  ]);
  expect(warned).toEqual([]);
  expect(answers).toMatchObject([
    { data: { exit_code: 0, stdout: expect.stringMatching(/^ *2 a\.txt\n *2 a\.txt\n *4 total\n$/) } },
    { data: { status: 200, data: { name: 'Bern' } } },
    { data: { rolls: [expect.any(Number), expect.any(Number), expect.any(Number)] } },
    { error_type: 'validation_failed', error_message: 'There are no such dice. Give at most 1000 sides.' },
  ]);
  expect(questions.map(({ tool }) => tool)).toEqual(['find_city']);
  expect(seen).toHaveLength(1);
});
