import { pathToFileURL } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { elicit } from './elicit.js';
import type { AskingCall, RequestContext } from './request-context.js';
import { sample } from './sample.js';

interface Answering extends Omit<RequestContext, 'call'> {
  readonly sampling: boolean;
  readonly root: string;
  call(): AskingCall | undefined;
  whileAsked<T>(work: () => Promise<T>): Promise<T>;
}

/** What a server may ask of us. Outside a call nobody is there whom it could be about: it is declined. */
export function answerRequests(client: Client, context: Answering): void {
  const { server, sampling, root, whileAsked, hasSecret } = context;
  client.setRequestHandler('roots/list', () => ({
    roots: [{ uri: pathToFileURL(root).href, name: 'workspace' }],
  }));
  client.setRequestHandler('elicitation/create', ({ params }) => {
    const call = context.call();
    if (call === undefined || !('requestedSchema' in params)) return { action: 'decline' };
    return whileAsked(() => elicit(params, { server, call, hasSecret }));
  });
  if (!sampling) return;
  client.setRequestHandler('sampling/createMessage', ({ params }) => {
    const call = context.call();
    if (call === undefined) throw new Error('no call is under way for which the model could be asked');
    return whileAsked(() => sample(params, { server, call, hasSecret }));
  });
}
