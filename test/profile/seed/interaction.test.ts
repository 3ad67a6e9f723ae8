import { describe, expect, it, vi } from 'vitest';
import type { SessionOptions } from '../../../src/session/options.js';
import {
  createSeedTask,
  fromSeedTool,
  type SeedRequest,
  type SeedResponse,
  type SeedTask,
  type SeedTool,
  seedContentKinds,
  seedKinds,
  seedOnAsk,
  seedPurposes,
} from '../../../src/systems/seed/index.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { verifies } from '../../requirements.js';
import { play } from '../../session/open.js';
import { createHere } from '../cli-here.js';
import { call, openSeed, outputs } from './seed-scene.js';

const launch: SeedTool = {
  name: 'launch',
  description: 'launches',
  parameters: { type: 'object', properties: { to: { type: 'string' } } },
  group: 'exec',
  riskLevel: () => 'risky',
  execute: () => 'launched',
};

/** A tool of the host that asks the person in words. */
const wonder = defineTool({
  name: 'wonder',
  description: 'wonders',
  parameters: { type: 'object', properties: { options: { type: 'array', items: { type: 'string' } } } },
  effects: 'none',
  run: async ({ options }, { ask }) => ask.ask({ text: 'Which?', ...(options && { options: options as string[] }) }),
});

/** Has the model make the calls, one a round; `answer` is told of each interaction as it is put. */
async function asked(
  calls: readonly ReturnType<typeof call>[],
  answer: (request: SeedRequest, task: SeedTask) => void,
  options: Partial<SessionOptions> = {},
) {
  const { session } = await openSeed([...calls.map((one) => ({ calls: [one] })), { text: 'done' }], {
    onAsk: 'person',
    tools: [fromSeedTool(launch), wonder],
    ...options,
  });
  const task = createSeedTask(session);
  const requests: SeedRequest[] = [];
  session.on((event) => {
    if (event.type !== 'approval-requested' || task.pending === undefined) return;
    requests.push(task.pending);
    answer(task.pending, task);
  });
  const { events, end } = await play(session.send('go'));
  return { requests, end, told: outputs(events), task };
}

const choosing =
  (response: Omit<SeedResponse, 'interactionId'>) =>
  ({ interactionId }: SeedRequest, task: SeedTask): void =>
    task.respond({ interactionId, ...response });

const approve = choosing({ selectedOptionId: 'approve' });

describe('an interaction of a task', () => {
  it('to confirm a risky call has an id, kind, purpose, display, options and validation', async () => {
    verifies('seed.interaction.request', 'seed.interaction.risky-options', 'seed.interaction.risky-content');
    const { requests } = await asked([call('launch', { to: 'orbit' })], approve);
    expect(requests).toEqual([
      {
        interactionId: expect.stringMatching(/^ui_[0-9a-z]{12}$/),
        kind: 'Confirm',
        purpose: 'confirm_risky_action',
        display: {
          title: 'Confirm the risky action launch',
          description: expect.stringContaining('launch'),
          content: '{\n  "to": "orbit"\n}',
          contentKind: 'Json',
          metadata: { toolCallId: expect.any(String) },
        },
        options: [
          { id: 'approve', label: 'Approve', style: 'danger', isDefault: false },
          { id: 'reject', label: 'Reject', style: 'default', isDefault: true },
        ],
        validation: { required: true },
      },
    ]);
  });

  it('shows the diff of an edit, and command, folder and time limit of a command', async () => {
    verifies('seed.interaction.risky-content', 'seed.interaction.content-kinds');
    const edit = call('editFile', { path: 'public:/a', oldString: '', newString: 'new\n' });
    const { requests } = await asked([edit, call('runCommand', { command: 'true', timeout: 5000 })], approve);
    expect(requests.map(({ display }) => display)).toMatchObject([
      { contentKind: 'Diff', content: expect.stringContaining('+new') },
      {
        contentKind: 'PlainText',
        content: expect.stringMatching(/^Command: true\nFolder: private:\/\nTimeout: 5000 ms$/),
      },
    ]);
    expect(seedContentKinds).toEqual(['PlainText', 'Json', 'Diff', 'Table']);
  });

  it('in words is a form to fill in, or a choice beside which own words are taken', async () => {
    verifies('seed.interaction.kinds', 'seed.interaction.purposes', 'seed.interaction.response');
    const calls = [
      call('wonder'),
      call('wonder', { options: ['red', 'blue'] }),
      call('wonder', { options: ['red', 'blue'] }),
    ];
    const responses = [{ inputValue: 'green' }, { selectedOptionId: '2' }, { inputValue: 'grey', comment: 'neither' }];
    let at = 0;
    const { requests, told } = await asked(calls, (request, task) => choosing(responses[at++] ?? {})(request, task));
    expect(requests).toMatchObject([
      { kind: 'Input', purpose: 'request_info', options: [], display: { content: 'Which?' } },
      {
        kind: 'Composite',
        options: [
          { id: '1', label: 'red' },
          { id: '2', label: 'blue' },
        ],
      },
      { kind: 'Composite' },
    ]);
    expect(told.map(({ output }) => output)).toEqual([{ text: 'green' }, { text: 'blue' }, { text: 'grey' }]);
    expect(seedKinds).toEqual(['Select', 'Confirm', 'Input', 'Composite']);
    expect(seedPurposes).toEqual([
      'choose_strategy',
      'request_info',
      'confirm_risky_action',
      'assign_subtask',
      'generic',
    ]);
  });

  it.each([
    [{ selectedOptionId: 'reject', comment: 'not now' }],
    [{}],
    [{ selectedOptionId: 'Approve' }],
    [{ selectedOptionId: 'yes' }],
    [{ inputValue: 'approve' }],
  ])('is rejected by %j: anything but approve', async (response) => {
    verifies('seed.interaction.response-reject', 'seed.interaction.response');
    const { told } = await asked([call('launch')], choosing(response));
    expect(told).toEqual([{ output: { isError: true, error: 'User rejected the request' }, isError: true }]);
  });

  it('takes no response to another one, nor a second one', async () => {
    verifies('seed.interaction.stale');
    const { told, task, requests } = await asked([call('launch')], (request, pending) => {
      const stale = { interactionId: 'ui_000000000000', selectedOptionId: 'approve' };
      expect(() => pending.respond(stale)).toThrow(
        `The response is for ui_000000000000, and ${request.interactionId} is open`,
      );
      approve(request, pending);
    });
    expect(told).toEqual([{ output: 'launched', isError: false }]);
    const { interactionId = '' } = requests[0] ?? {};
    expect(() => task.respond({ interactionId, selectedOptionId: 'approve' })).toThrow('nothing is asked now');
  });

  it('is waited for 300 s by default, and without end by 0', async () => {
    verifies('seed.interaction.wait');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const put: string[] = [];
    try {
      const waiting = asked([call('launch')], ({ interactionId }) => put.push(interactionId), { onAsk: seedOnAsk() });
      while (put.length === 0) await new Promise((resolve) => setImmediate(resolve));
      const ended = vi.fn();
      void waiting.then(ended);
      await vi.advanceTimersByTimeAsync(299_999);
      expect(ended).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      const { told, end } = await waiting;
      expect([told[0]?.isError, end.deniedUnasked]).toEqual([true, 1]);
    } finally {
      vi.useRealTimers();
    }
    expect([seedOnAsk(0), seedOnAsk(5000)]).toEqual(['person', { waitMs: 5000 }]);
  });
});

describe('the same in the chat', () => {
  it('is answered by approve and reject, and by nothing else', async () => {
    verifies('seed.interaction.risky-options', 'seed.interaction.response-reject');
    const risky = { calls: [call('runCommand', { command: 'echo ran' })] };
    const scene = await createHere([risky, risky, { text: 'Done.' }]);
    const { stdout } = await scene.chat(['--profile', 'seed', '--sandbox', 'off'], ['go', 'approve', 'yes']);
    expect(stdout).toContain('Confirm the risky action runCommand');
    expect(stdout).toMatch(/\[Approve\] {2}\[Reject\]\n {2}⎿ ran\n/);
    expect(JSON.stringify(scene.server.requests.at(-1)?.body)).toContain('User rejected the request');
  });
});
