import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { defined } from '../base/defined.js';
import { nearest } from '../base/nearest.js';
import type { ServedPrompt } from './served.js';

/** Lets clients list prompts, and have one put into words. */
export function servePrompts(server: Server, prompts: readonly ServedPrompt[]): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map(promptEntry) }));
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: given = {} } }) => {
    const prompt = findPrompt(prompts, name);
    const missing = (prompt.arguments ?? []).find((one) => one.required === true && (given[one.name] ?? '') === '');
    if (missing !== undefined) throw invalid(`The prompt ${prompt.name} needs the argument ${missing.name}.`);
    const args = (prompt.arguments ?? []).flatMap((one) => {
      const value = Object.hasOwn(given, one.name) ? given[one.name] : undefined;
      return value === undefined ? [] : [[one.name, value] as const];
    });
    const words = await prompt.render(Object.fromEntries(args));
    const messages =
      typeof words === 'string' ? [{ role: 'user' as const, content: { type: 'text' as const, text: words } }] : words;
    return { description: prompt.description, messages: [...messages] };
  });
}

export function findPrompt(prompts: readonly ServedPrompt[], name: string): ServedPrompt {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt !== undefined) return prompt;
  const meant = nearest(
    name,
    prompts.map((one) => one.name),
  );
  const hint = meant === undefined ? 'Look at prompts/list.' : `Did you mean ${meant}?`;
  throw invalid(`There is no prompt named ${JSON.stringify(name.slice(0, 100))}. ${hint}`);
}

function promptEntry({ name, title, description, arguments: args }: ServedPrompt) {
  return {
    name,
    ...defined({ title }),
    description,
    ...(args !== undefined && { arguments: args.map(argumentEntry) }),
  };
}

const argumentEntry = ({ name, description, required }: NonNullable<ServedPrompt['arguments']>[number]) => ({
  name,
  ...defined({ description, required }),
});

const invalid = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
