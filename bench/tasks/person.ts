import type { Answer, Question } from '../../src/run/question.js';
import type { Fact } from '../../src/tool/fact.js';
import type { Task } from './task.js';

/**
 * The person of a task. Says yes to what stays in its folder, and no to everything else: other folders, the network,
 * commands that would not be confined although they should be. What the model asks is noted, and answered as the task says.
 */
export function createPerson(task: Task, sandbox: 'required' | 'off') {
  const asked: string[] = [];
  const answer = (question: Question): Answer => {
    const isOfServer = task.server === true && ofServer.test(question.tool);
    if (question.kind === 'input') {
      // May the model read what the server says of its tools?
      const [first] = question.options;
      if (isOfServer && first !== undefined) return { choice: 'text', text: first };
      asked.push([question.text, ...question.options].join('\n'));
      if (question.review === true && task.reply === undefined) return { choice: 'text', text: 'yes' };
      return { choice: 'text', text: task.reply ?? 'Decide that yourself.' };
    }
    if (isOfServer) return { choice: 'once' };
    const isInside = question.facts.every(staysInside);
    const runs = question.facts.some(({ kind }) => kind === 'exec');
    const isConfined = question.sandboxed || sandbox === 'off' || !runs;
    return isInside && isConfined ? { choice: 'once' } : { choice: 'deny', reason: no };
  };
  return { asked, answer };
}

/** Programs lie outside of every folder; what they do is in the other facts, or held by the sandbox. */
const staysInside = ({ kind, where, lasting }: Fact): boolean =>
  kind !== 'net' && kind !== 'secret' && lasting !== true && (where !== 'outside' || kind === 'exec');

/** What connects to the server and what it brings, however a profile spells that. */
const ofServer = /stock|connect/i;

const no = 'Stay in this folder: no other files, no network.';
