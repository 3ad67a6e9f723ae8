import { type ScriptedModel, type ScriptedRound, scriptedModel } from '../../../src/model/provider/scripted.js';

/** What each session of a family says, round by round, by words of its first message. */
export type Scripts = Readonly<Record<string, readonly ScriptedRound[]>>;

/** One model for all of a family: which round it is, is told by the conversation alone, so that a kill changes nothing. */
export function familyModel(scripts: Scripts): ScriptedModel {
  return scriptedModel((request) => {
    const system = request.messages[0]?.text ?? '';
    if (system.startsWith('Sum up')) return scripts['Sum up']?.[0] ?? { text: '' };
    const first = request.messages.find(({ role }) => role === 'user')?.text ?? '';
    const name = Object.keys(scripts).find((words) => first.includes(words));
    const round = request.messages.filter(({ role }) => role === 'assistant').length;
    return (name === undefined ? undefined : scripts[name])?.[round] ?? { text: 'no script' };
  });
}
