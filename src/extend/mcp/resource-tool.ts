import type { Client, ReadResourceResult } from '@modelcontextprotocol/client';
import { boundText, humanSize } from '../../base/text.js';
import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Tool } from '../../tool/tool.js';
import type { SendOptions } from './connection.js';
import type { McpServer } from './mcp-server.js';
import { askingCall } from './request-context.js';
import { newMark, untrusted } from './result.js';
import { noUndo } from './server-facts.js';
import { findServer, type SessionServers, serverTraits } from './session-servers.js';

const maxListed = 500;
const maxText = 1_000_000;

/** Reads what servers hold beside their tools: resources and prompts. */
export function resourceTool(servers: SessionServers): Tool {
  const find = (name: string): McpServer | ToolFailure => {
    const server = findServer(servers, name);
    if (isFailure(server) || server.known) return server;
    return fail('validation_failed', `The MCP server ${name} was not connected to yet: call mcp_connect first.`);
  };
  return defineTool({
    ...serverTraits,
    name: 'mcp_read',
    description:
      'Reads a resource (uri) or a prompt (prompt, with arguments) of an MCP server that is connected; with the server alone, lists its resources and prompts.',
    parameters: objectOf({
      server: { type: 'string' },
      'uri?': { type: 'string', description: 'As the list names it.' },
      'prompt?': { type: 'string', description: 'The name of a prompt.' },
      'arguments?': { type: 'object', additionalProperties: { type: 'string' } },
    }),
    plan({ server: name }) {
      const server = find(name);
      if (isFailure(server)) return server;
      return { facts: server.facts, preview: { kind: 'arguments' }, undo: noUndo };
    },
    async run({ server: name, uri, prompt, arguments: given = {} }, ctx) {
      const server = find(name);
      if (isFailure(server)) return server;
      const connection = await server.link.open(ctx.signal);
      if (isFailure(connection)) return connection;
      const read = (client: Client, options: SendOptions): Promise<string> => {
        if (uri !== undefined)
          return client.readResource({ uri }, { ...options, cacheMode: 'bypass' }).then(resourceText);
        if (prompt === undefined) return listed(client, options);
        return client.getPrompt({ name: prompt, arguments: given as Record<string, string> }, options).then(promptText);
      };
      const answer = await connection.request(
        { call: askingCall(ctx), signal: ctx.signal, what: 'reading from it' },
        read,
      );
      if (isFailure(answer)) return answer;
      const text = boundText(answer, maxText, (left) => `\n[… ${left} characters left out …]\n`);
      return { server: name, text, mark: newMark() };
    },
    show: (read) => untrusted((read as Read).server, (read as Read).text, (read as Read).mark),
    display: (read) => (read as Read).text,
  }) as Tool;
}

interface Read {
  readonly server: string;
  readonly text: string;
  readonly mark: string;
}

async function listed(client: Client, options: SendOptions): Promise<string> {
  const { resources, prompts } = client.getServerCapabilities() ?? {};
  const lines: string[] = [];
  if (resources !== undefined) {
    const found = await client.listResources(undefined, { ...options, cacheMode: 'bypass' });
    lines.push(
      ...found.resources.map(
        ({ uri, name, mimeType }) => `resource ${uri} · ${name}${mimeType === undefined ? '' : ` · ${mimeType}`}`,
      ),
    );
  }
  if (prompts !== undefined) {
    const found = await client.listPrompts(undefined, { ...options, cacheMode: 'bypass' });
    lines.push(
      ...found.prompts.map(
        ({ name, description = '', arguments: wanted = [] }) =>
          `prompt ${name}(${wanted.map((one) => `${one.name}${one.required === true ? '' : '?'}`).join(', ')}) · ${description}`,
      ),
    );
  }
  if (lines.length > maxListed) lines.splice(maxListed, lines.length, `[… ${lines.length - maxListed} more …]`);
  return lines.length === 0 ? 'It has no resources and no prompts.' : lines.join('\n');
}

const resourceText = ({ contents }: ReadResourceResult): string =>
  contents
    .map((one) =>
      'text' in one
        ? `[${one.uri}]\n${one.text}`
        : `[${one.uri}: ${humanSize(one.blob.length)} in base64 that are no text]`,
    )
    .join('\n');

function promptText({ messages }: Awaited<ReturnType<Client['getPrompt']>>): string {
  return messages
    .map(({ role, content }) => `${role}: ${content.type === 'text' ? content.text : `[${content.type}]`}`)
    .join('\n');
}
