import { expect, it } from 'vitest';
import { defineTool } from '../../src/tool/define-tool.js';
import type { Registry } from '../../src/tool/registry.js';
import { verifies } from '../requirements.js';
import { bodies, echo, open, play, results, writer } from '../session/open.js';

/** Finds tools by their names: it has to know the registry that it is found before. */
const search = (registry: () => Registry) =>
  defineTool({
    name: 'find_tools',
    description: 'finds tools by a part of their names',
    parameters: { type: 'object', properties: { part: { type: 'string' } }, required: ['part'] },
    effects: 'none',
    run: ({ part }) =>
      registry()
        .list()
        .map(({ name }) => name)
        .filter((name) => name.includes(part)),
  });

it('are found before the registry, whatever is registered there', async () => {
  verifies('middleware.meta.first', 'design.road.meta-tools');
  const rounds = [{ calls: [{ name: 'find_tools', arguments: { part: 'find' } }] }, { text: 'Done.' }];
  const session = await open(rounds, { tools: [echo], metaTools: [search(() => session.tools)] });
  session.tools.register({ ...echo, name: 'find_tools', description: 'another' });
  const { events } = await play(session.send('go'));
  expect(results(events)[0]).toMatchObject({ success: true, data: ['find_tools'] });
  expect(session.requests[0]?.toolNames).toEqual(['find_tools', 'echo']);
});

it('go the road of any call: checked, decided about, asked about, recorded', async () => {
  verifies('middleware.meta.road');
  const { tool, runs } = writer();
  const rounds = [
    {
      calls: [
        { name: 'writer', arguments: {} },
        { name: 'writer', arguments: { path: 'a' } },
      ],
    },
    { text: 'Done.' },
  ];
  const asked: string[] = [];
  const session = await open(rounds, {
    metaTools: [tool],
    onQuestion(question) {
      asked.push(question.tool);
      return { choice: 'once' };
    },
  });
  const { events, types } = await play(session.send('go'));
  expect(results(events).map(({ error_type }) => error_type)).toEqual(['validation_failed', 'none']);
  expect(asked).toEqual(['writer']);
  expect(runs).toEqual(['a']);
  expect(types).toEqual(expect.arrayContaining(['call-planned', 'call-decided', 'call-started', 'call-settled']));
  expect(bodies(events, 'call-decided')).toHaveLength(1);
});

it('have names of their own', async () => {
  verifies('middleware.meta.first');
  const named = /There is another tool named echo: give the meta tool a name of its own/;
  await expect(open([], { tools: [echo], metaTools: [echo] })).rejects.toThrow(named);
  await expect(open([], { metaTools: [echo, { ...echo }] })).rejects.toThrow(named);
});
