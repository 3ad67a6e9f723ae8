import { expect, it } from 'vitest';
import { profileNames } from '../../src/profile/find-profile.js';
import { toolwrightProfile } from '../../src/profile/toolwright.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { verifies } from '../requirements.js';
import { bodies, newFolder, open, play } from './open.js';

it.each(profileNames)('opens with the profile %s by its name, and goes on with it', async (name) => {
  const store = createMemoryStore();
  const workspace = newFolder();
  const first = await open([{ text: 'hello' }], { profile: name, store, workspace });
  const { events } = await play(first.send('hi'));
  expect(first.profile.name).toBe(name);
  expect(bodies(events, 'turn-ended')).toMatchObject([{ reason: 'answered', text: 'hello' }]);
  await first.close();
  const second = await open([{ text: 'again' }], { store, session: first.id });
  expect(second.profile.name).toBe(name);
});

it('says which profiles there are when a name is wrong', async () => {
  await expect(open([], { profile: 'yipps' as never })).rejects.toThrow(
    'There is no profile "yipps": use toolwright, yips, seed, astra, y-agent, local-harness.',
  );
});

it('goes on with a profile that is not built in only when it is given', async () => {
  verifies('profiles.session.program');
  const store = createMemoryStore();
  const workspace = newFolder();
  const own = { ...toolwrightProfile, name: 'own', renderSystem: () => 'You are mine.' };
  const first = await open([{ text: 'hello' }], { profile: own, store, workspace });
  await play(first.send('hi'));
  await first.close();
  await expect(open([], { store, session: first.id })).rejects.toMatchObject({
    name: 'ToolwrightError',
    code: 'bad-option',
    message:
      'The session has the profile "own", which is not built in: pass it, openSession({ session, profile }), as its calls are in the words of that.',
    details: { profile: 'own' },
  });
  const again = await open([{ text: 'again' }], { store, session: first.id, profile: own });
  await play(again.send('and now?'));
  expect(again.requests[0]?.messages[0]).toEqual({ role: 'system', text: 'You are mine.' });
  await again.close();
  expect((await open([], { store, session: first.id, profile: 'toolwright' })).profile.name).toBe('toolwright');
});

it('has a model speak as the profile says, and again when the model is another', async () => {
  const spoken: string[] = [];
  const profile = {
    ...toolwrightProfile,
    wrapModel: (model: Parameters<NonNullable<typeof toolwrightProfile.wrapModel>>[0]) => {
      spoken.push(model.name);
      return model;
    },
  };
  const session = await open([{ text: 'one' }, { text: 'two' }], { profile });
  await play(session.send('a'));
  await play(session.send('b'));
  expect(spoken).toEqual(['scripted']);
});

it.each([
  ['asks-again', 'answered', 2],
  ['ends', 'answered', 1],
  ['answers', 'answered', 1],
] as const)('with %s, calls that cannot be read end as %s after %d requests', async (unreadable, reason, requests) => {
  const problem = { code: 'call-rejected', message: 'no call', rejected: true } as const;
  const answers = [
    { text: 'I call', problem: true },
    { text: 'sorry', problem: false },
  ];
  let at = 0;
  const session = await open([], {
    profile: { ...toolwrightProfile, unreadable, notesAs: 'system' },
    model: {
      name: 'odd',
      async stream(_request, emit) {
        const answer = answers[at] ?? { text: 'more', problem: false };
        at += 1;
        emit({ type: 'text', text: answer.text });
        if (answer.problem) emit({ type: 'problem', ...problem });
        emit({ type: 'stop', reason: 'answered' });
      },
    },
  });
  const { end, events } = await play(session.send('go'));
  expect(at).toBe(requests);
  expect(end.reason).toBe(reason);
  const told = bodies(events, 'message-problem')[0]?.rejected;
  expect(told).toBe(unreadable === 'answers' ? undefined : true);
});
