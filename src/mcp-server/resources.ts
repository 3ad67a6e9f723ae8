import {
  type ReadResourceResult,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
  UriTemplate,
} from '@modelcontextprotocol/server';
import { defined } from '../base/defined.js';
import type { BlobStore } from '../store/store.js';
import type { KeptResults } from './kept-results.js';
import type { ServedResource, ServedTemplate } from './served.js';
import { resourceContent } from './tool-result.js';

export interface ResourceContext {
  readonly resources: readonly ServedResource[];
  readonly templates: readonly ServedTemplate[];
  readonly blobs: Pick<BlobStore, 'read'>;
  /** What the calls of the client that asks have left. */
  keptFor(ctx: ServerContext): KeptResults;
}

/** Lets clients list and read: what their calls left, and what the host serves. */
export function serveResources(server: Server, context: ResourceContext): void {
  const { resources, templates } = context;
  server.setRequestHandler('resources/list', (_request, ctx) => {
    const kept = context.keptFor(ctx).list();
    return { resources: [...resources, ...kept].map(resourceEntry) };
  });
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: templates.map(({ uriTemplate, ...template }) => ({ uriTemplate, ...described(template) })),
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, ctx) => {
    const content = (await readServed(uri, context)) ?? (await readKept(uri, context.keptFor(ctx), context.blobs));
    if (content === undefined) throw new ResourceNotFoundError(uri.slice(0, 200));
    return content;
  });
}

interface Describing {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mediaType?: string;
}

const described = ({ name, title, description, mediaType }: Describing) => ({
  name,
  ...defined({ title, description, mimeType: mediaType }),
});

const resourceEntry = ({ uri, ...resource }: Describing & { readonly uri: string }) => ({
  uri,
  ...described(resource),
});

/** Longer ones are none of ours. */
const maxUri = 4000;

async function readServed(
  uri: string,
  { resources, templates }: Pick<ResourceContext, 'resources' | 'templates'>,
): Promise<ReadResourceResult | undefined> {
  if (uri.length > maxUri) return undefined;
  const resource = resources.find((one) => one.uri === uri);
  if (resource !== undefined) return contentsOf(uri, resource.mediaType, await resource.read());
  for (const template of templates) {
    const variables = new UriTemplate(template.uriTemplate).match(uri);
    if (variables === null) continue;
    const plain = Object.entries(variables).map(([name, value]) => [name, [value].flat().join(',')] as const);
    const content = await template.read(Object.fromEntries(plain));
    if (content !== undefined) return contentsOf(uri, template.mediaType, content);
  }
  return undefined;
}

async function readKept(
  uri: string,
  kept: KeptResults,
  blobs: ResourceContext['blobs'],
): Promise<ReadResourceResult | undefined> {
  const found = kept.find(uri);
  const bytes = found === undefined ? undefined : await blobs.read(found.blob).catch(() => undefined);
  return bytes === undefined ? undefined : contentsOf(uri, found?.mediaType, bytes);
}

const contentsOf = (uri: string, mediaType: string | undefined, content: string | Uint8Array): ReadResourceResult => ({
  contents: [resourceContent(uri, mediaType ?? 'text/plain', content)],
});
