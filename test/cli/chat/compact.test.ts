import { expect, it } from 'vitest';
import { compactionWords } from '../../../src/cli/view/compaction-words.js';
import { verifies } from '../../requirements.js';
import { createScene } from '../../support/scene.js';
import { runCli } from '../../support/spawn-cli.js';

it('has a conversation summarised in the chat, and says what came of it', async () => {
  verifies('compaction.record.asked');
  const story = { text: 'A long story. '.repeat(300) };
  const scene = await createScene([story, { text: 'The end.' }, { text: 'It was a story.' }, { text: 'Gladly.' }]);
  const input = '/compact\ntell me a story\nhow does it end?\n/compact\nanother one\n';
  const end = await runCli(scene.flags, { cwd: scene.folder, input });
  expect(end).toMatchObject({ code: 0, stderr: '' });
  expect(end.stdout).toContain('Nothing was made shorter.');
  expect(end.stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /is summarised … The model now reads about [\d,]+ tokens instead of [\d,]+: it summarised the earlier part\. The session keeps all of it\./,
  );
  const sent = JSON.stringify(scene.server.requests.at(-1)?.body);
  expect(sent).toContain('It was a story.');
  expect(sent).not.toContain('A long story.');
  const exported = await runCli(['sessions', 'export', 'last', '--store', scene.store], { cwd: scene.folder });
  expect(exported.stdout).toContain('A long story.');
});

it('says who wrote what stands for the earlier part', () => {
  const tokens = { before: 12_345, after: 2000 };
  expect(compactionWords({ tokens })).toBe(
    'The model now reads about 2,000 tokens instead of 12,345: long results were shortened. The session keeps all of it.',
  );
  const summary = { by: 'digest' as const, text: '', requests: [], denials: [], notes: [] };
  expect(compactionWords({ tokens, summary })).toContain('as the model gave no summary');
});
