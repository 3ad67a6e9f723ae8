import type { ServedPrompt, ServedResource, ServedTemplate } from 'toolwright/mcp-server';
import { pixel } from './suite-tools.js';

/** The resources, templates and prompts that the conformance suite expects of a server. */
export const suiteResources: readonly ServedResource[] = [
  {
    uri: 'test://static-text',
    name: 'a text',
    description: 'always the same',
    mediaType: 'text/plain',
    read: () => 'This is the content of the static text resource.',
  },
  { uri: 'test://static-binary', name: 'a picture', mediaType: 'image/png', read: () => pixel },
  { uri: 'test://watched-resource', name: 'a watched one', read: () => 'now', watch: () => () => {} },
];

export const suiteTemplates: readonly ServedTemplate[] = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'data by id',
    mediaType: 'application/json',
    read: ({ id }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  },
];

const resource = (uri: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
});
const user = 'user' as const;

export const suitePrompts: readonly ServedPrompt[] = [
  { name: 'test_simple_prompt', description: 'words', render: () => 'This is a simple prompt for testing.' },
  {
    name: 'test_prompt_with_arguments',
    description: 'words with others in them',
    arguments: [
      {
        name: 'arg1',
        description: 'the first',
        required: true,
        complete: (written) => ['paris', 'park', 'test-one'].filter((value) => value.startsWith(written)),
      },
      { name: 'arg2', description: 'the second', required: true },
    ],
    render: ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'words about a resource',
    arguments: [{ name: 'resourceUri', required: true }],
    render: ({ resourceUri = '' }) => [
      { role: user, content: resource(resourceUri) },
      { role: user, content: { type: 'text', text: 'Please process the embedded resource above.' } },
    ],
  },
  {
    name: 'test_prompt_with_image',
    description: 'words about a picture',
    render: () => [
      { role: user, content: { type: 'image', data: pixel.toString('base64'), mimeType: 'image/png' } },
      { role: user, content: { type: 'text', text: 'Please analyze the image above.' } },
    ],
  },
];
