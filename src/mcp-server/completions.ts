import type { Server } from '@modelcontextprotocol/server';
import { findPrompt } from './prompts.js';
import type { Completer, ServedPrompt, ServedTemplate } from './served.js';

export interface Completing {
  readonly prompts: readonly ServedPrompt[];
  readonly templates: readonly ServedTemplate[];
}

export const canComplete = ({ prompts, templates }: Completing): boolean =>
  prompts.some((prompt) => prompt.arguments?.some(({ complete }) => complete !== undefined)) ||
  templates.some(({ complete }) => complete !== undefined);

/** The most the protocol lets one answer hold. */
const most = 100;

/** Says what an argument of a prompt, or a variable of a template, may be. */
export function serveCompletions(server: Server, completing: Completing): void {
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument, context } }) => {
    const complete = completerOf(ref, argument.name, completing);
    const values = (await complete?.(argument.value, context?.arguments ?? {})) ?? [];
    return {
      completion: { values: values.slice(0, most), total: values.length, hasMore: values.length > most },
    };
  });
}

type Ref =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

function completerOf(ref: Ref, argument: string, { prompts, templates }: Completing): Completer | undefined {
  if (ref.type === 'ref/prompt')
    return findPrompt(prompts, ref.name).arguments?.find(({ name }) => name === argument)?.complete;
  const { complete = {} } = templates.find(({ uriTemplate }) => uriTemplate === ref.uri) ?? {};
  return Object.hasOwn(complete, argument) ? complete[argument] : undefined;
}
