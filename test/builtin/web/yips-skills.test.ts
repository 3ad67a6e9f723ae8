import { expect, it } from 'vitest';
import { actionNames, parseActionEnvelope } from '../../../src/dialect/format/action-fence/action-envelope.js';
import { verifies } from '../../requirements.js';

it('allows exactly the five skills of Yips, each as a skill', () => {
  verifies('yips.skill.allow-list');
  const skills = ['search', 'fetch', 'build', 'todos', 'virtual_terminal'];
  const calls = [...skills, 'browse', 'web_search', 'grep'].map((name) => ({ id: name, name, arguments: {} }));
  const envelope = `\`\`\`yips-tools\n${JSON.stringify({ tool_calls: [], skill_calls: calls, subagent_calls: [] })}\n\`\`\``;
  const { actions } = parseActionEnvelope(envelope);
  expect(actions.map((action) => [action.type, action.id])).toEqual(skills.map((name) => ['skill', name]));
  expect(actionNames.skills).toEqual(skills);
});
