import type { CallToolResult } from '@modelcontextprotocol/client';
import { sha256 } from '../../base/digest.js';
import { cutEnd } from '../../base/text.js';
import type { RunContext } from '../../tool/context.js';
import type { Fact } from '../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Plan } from '../../tool/plan.js';
import type { Tool, ToolTraits } from '../../tool/tool.js';
import { type ServerSettings, serverTimes } from '../named-server.js';
import type { Connection } from './connection.js';
import { type Definition, definitionHash, diffDefinitions } from './definition.js';
import { escapeHidden } from './escape-hidden.js';
import { modelSchema } from './model-schema.js';
import { askingCall } from './request-context.js';
import { displayResult, readResult, type ServerResult, showResult } from './result.js';
import { alwaysAsked, noUndo } from './server-facts.js';
import type { ServerLink } from './server-link.js';

/** What the tools of a server have in common. */
export interface ServerToolContext {
  readonly server: string;
  readonly settings: ServerSettings;
  readonly facts: readonly Fact[];
  readonly launchHash: string;
  /** The workspace whose file brings the server; undefined for one of the user. */
  readonly scope: string | undefined;
  readonly link: ServerLink;
  /** Looks at the list of the server as it is now, once after each start. */
  settle(connection: Connection, signal: AbortSignal): Promise<ToolFailure | undefined>;
  /** Whether the definition is the one the server has now. */
  isCurrent(definition: Definition): boolean;
  /** The person has seen the definition, and its tool is offered from now on. */
  accept(definition: Definition): Promise<void>;
}

/** A tool of a server, whose definition the person has seen. Nothing the server says of it makes it less dangerous. */
export function serverTool(name: string, definition: Definition, context: ServerToolContext): Tool {
  const { server, facts, launchHash, link } = context;
  const seen = `${launchHash} ${definitionHash(definition)}`;
  return {
    ...traitsOf(name, context),
    pinned: sha256(`${context.scope ?? ''}\n${seen}`),
    description: cutEnd(
      escapeHidden(definition.description ?? `The tool ${definition.name} of the MCP server ${server}.`),
      20_000,
    ),
    parameters: modelSchema(definition.inputSchema),
    plan: (): Plan => ({
      facts,
      preview: { kind: 'arguments' },
      basis: seen,
      undo: noUndo,
    }),
    async run(args: Readonly<Record<string, unknown>>, ctx: RunContext): Promise<ServerResult | ToolFailure> {
      const connection = await link.open(ctx.signal);
      if (isFailure(connection)) return connection;
      const unsettled = await context.settle(connection, ctx.signal);
      if (unsettled !== undefined) return unsettled;
      if (!context.isCurrent(definition))
        return fail(
          'stale',
          `The MCP server ${server} has changed ${name}, so it was not called. Call it again: the person is asked about the change.`,
        );
      const answer = await connection.request(
        {
          call: askingCall(ctx),
          signal: ctx.signal,
          what: `calling ${definition.name}`,
          onProgress: (text) => ctx.progress(text),
        },
        (client, options) => client.callTool({ name: definition.name, arguments: args }, options),
      );
      return isFailure(answer) ? answer : readResult(answer as CallToolResult, { server, blobs: ctx.blobs });
    },
    show: (result: ServerResult) => showResult(server, result),
    display: displayResult,
    images: ({ images }: ServerResult) => images ?? [],
  } as Tool;
}

/**
 * Stands for a tool that is new, or another than the person has seen: the model reads nothing of what the server says of
 * it. A call shows the person the difference, in every mode, and with their yes the tool is offered.
 */
export function withheldTool(
  name: string,
  { before, after }: { readonly before: Definition | undefined; readonly after: Definition },
  context: ServerToolContext,
): Tool {
  const { server } = context;
  const what = before === undefined ? 'is new' : 'was changed by its server';
  return {
    ...traitsOf(name, context),
    description: `This tool of the MCP server ${server} ${what}: nobody has looked at it yet. Call it without arguments to have the person asked.`,
    parameters: { type: 'object' },
    plan(): Plan {
      const { diff, added, removed } = diffDefinitions(before, after);
      const operation = before === undefined ? 'create' : 'edit';
      return {
        facts: alwaysAsked(context.facts, `its definition ${what}`),
        preview: { kind: 'diff', path: name, operation, diff, added, removed },
        basis: `${context.launchHash} ${definitionHash(after)}`,
        undo: noUndo,
      };
    },
    async run(): Promise<string> {
      await context.accept(after);
      return `The person has seen the definition of ${name}, and it was not called yet. Call it with arguments that fit ${JSON.stringify(modelSchema(after.inputSchema))}`;
    },
    show: (text: string) => text,
  } as Tool;
}

function traitsOf(
  name: string,
  { server, settings }: ServerToolContext,
): Omit<ToolTraits, 'description' | 'parameters'> {
  const { startTimeoutMs = serverTimes.start, callTimeoutMs = serverTimes.call } = settings;
  return {
    name,
    title: name,
    help: undefined,
    result: undefined,
    category: `mcp.${server}`,
    group: server,
    source: 'mcp',
    // A program that is confined is judged by that: it is found out before the plan.
    capabilities: settings.command === undefined ? ['network'] : ['process'],
    dangerous: true,
    effects: 'outside',
    idempotent: false,
    concurrency: 'exclusive',
    // The server has deadlines of its own, which end sooner.
    limits: { timeoutMs: startTimeoutMs + 2 * callTimeoutMs + 10_000 },
  };
}
