import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sessionSettings } from '../../../src/cli/session-settings.js';
import type { LoadedConfig } from '../../../src/config/open-config.js';
import type { SessionRecord } from '../../../src/session/event.js';
import { openStore } from '../../../src/store/open-store.js';
import { verifies } from '../../requirements.js';
import { createScene } from '../../support/scene.js';
import { runCli } from '../../support/spawn-cli.js';

it('reviews a plan in the chat, leaves mode plan by the answer, and lists the todos', async () => {
  verifies('dialogue.plan.mode', 'dialogue.todos.shown', 'dialogue.ask.faces');
  const plan = { name: 'plan', arguments: { title: 'Write a file', steps: ['Write a.txt', 'Look at it'] } };
  const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'one\n' } };
  const done = { name: 'update_task', arguments: { task_id: 'task_1', status: 'completed' } };
  const sizes = { question: 'Which sizes?', options: ['S', 'M', 'L'], multi_select: true };
  const ask = { name: 'ask_user', arguments: { questions: [sizes] } };
  const scene = await createScene([
    { calls: [plan] },
    { calls: [write] },
    { calls: [done] },
    { calls: [ask] },
    { text: 'Written.' },
  ]);
  const end = await runCli([...scene.flags, '--mode', 'plan'], {
    cwd: scene.folder,
    input: 'go\n1\n1,3 and XL\n/todos\n',
  });
  expect(end).toMatchObject({ code: 0, stderr: '' });
  expect(end.stdout).toContain(
    '? plan: carry this plan out?\n  │ Write a file\n  │ 1. Write a.txt\n  │ 2. Look at it\n',
  );
  expect(end.stdout).toMatch(/1\. accept, and go on in mode edit\n[\s\S]*The mode is now edit\./);
  expect(end.stdout).toContain('⎿ accepted, 2 steps, mode edit\n  ○ task_1 Write a.txt\n  ○ task_2 Look at it\n');
  expect(end.stdout).toContain('⎿ S, L, and XL');
  expect(end.stdout.trimEnd()).toMatch(/Written\.\n {2}● task_1 Write a\.txt\n {2}○ task_2 Look at it/);
  expect(existsSync(join(scene.folder, 'a.txt'))).toBe(true);
  const store = await openStore(scene.store);
  const [{ id } = { id: '' }] = (await store.streams()).filter((stream) => stream.id.startsWith('ses_'));
  const events = (await store.read(id)) as readonly SessionRecord[];
  await store.close();
  expect(events.filter((event) => event.type === 'mode-changed').map(({ body }) => body)).toEqual([
    { from: 'plan', to: 'edit', origin: { who: expect.any(String), from: 'stdin' } },
  ]);
}, 60_000);

it('offers no other mode where the mode is managed', () => {
  verifies('dialogue.plan.locked');
  const config = (layer: 'managed' | 'user') =>
    ({
      values: { mode: 'plan' },
      rules: [],
      origins: new Map([['/mode', { layer, file: '/etc/x.json', line: 1 }]]),
    }) as never as LoadedConfig;
  const given = { sandbox: undefined, ownFiles: [] };
  expect(sessionSettings(config('managed'), given).leavePlanFor).toEqual([]);
  expect(sessionSettings(config('user'), given)).not.toHaveProperty('leavePlanFor');
});
