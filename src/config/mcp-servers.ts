import { defined } from '../base/defined.js';
import { parseJson } from '../base/json.js';
import type { NamedServer, ServerSettings } from '../extend/named-server.js';
import { contentText } from './config-file.js';
import { isObject } from './json-path.js';
import type { LoadedConfig } from './open-config.js';
import type { TrustInspection } from './trust.js';
import { serverFile } from './workspace-content.js';

/** The MCP servers in force, each with its place: those of the config, and those of a trusted `.mcp.json` beside them. */
export function configuredServers(
  { values, origins }: Pick<LoadedConfig, 'values' | 'origins'>,
  trust?: TrustInspection,
): readonly NamedServer[] {
  const own = Object.entries(values.mcpServers ?? {}).map(([name, settings]): NamedServer => {
    const first = Object.keys(settings)[0] ?? '';
    const origin = origins.get(`/mcpServers/${name}/${first}`) ?? origins.get(`/mcpServers/${name}/${first}/0`);
    return { name, settings: settings as ServerSettings, ...defined({ origin }) };
  });
  const taken = new Set(own.map(({ name }) => name));
  return [...own, ...projectServers(trust).filter(({ name }) => !taken.has(name))];
}

/** The servers of `.mcp.json`, as other programs write it: what they say there and is not known here is passed over. */
function projectServers(trust: TrustInspection | undefined): readonly NamedServer[] {
  if (trust?.state !== 'trusted') return [];
  const file = trust.files.find(({ path }) => path === serverFile);
  const text = file === undefined ? undefined : contentText(file);
  const parsed = text?.ok === true ? parseJson(text.text) : undefined;
  const list = parsed?.ok === true && isObject(parsed.value) ? parsed.value['mcpServers'] : undefined;
  if (!isObject(list)) return [];
  const origin = { layer: 'workspace', file: `${trust.workspace}/.mcp.json` } as const;
  return Object.entries(list)
    .slice(0, maxServers)
    .flatMap(([name, value]) => (isObject(value) ? [{ name, settings: settingsOf(value), origin }] : []));
}

const maxServers = 50;

type Members = Readonly<Record<string, unknown>>;

const types: ReadonlyMap<unknown, ServerSettings['type']> = new Map([
  ['stdio', 'stdio'],
  ['http', 'http'],
  ['streamable-http', 'streamable-http'],
  ['streamable_http', 'streamable-http'],
  ['streamableHttp', 'streamable-http'],
  ['sse', 'sse'],
]);

function settingsOf(value: Members): ServerSettings {
  const { command, url = value['serverUrl'], cwd, disabled } = value;
  const type = types.get(value['type']);
  const args = texts(value['args']);
  const env = textMembers(value['env']);
  const headers = textMembers(value['headers']);
  const oauth = loginSettings(value['oauth']);
  return {
    ...defined({ type }),
    ...(typeof command === 'string' && { command }),
    ...defined({ args, env }),
    ...(typeof cwd === 'string' && { cwd }),
    ...(typeof url === 'string' && { url }),
    ...defined({ headers, oauth }),
    ...(disabled === true && { disabled }),
  };
}

function loginSettings(value: unknown): ServerSettings['oauth'] {
  const members = textMembers(value);
  if (members === undefined) return undefined;
  const { clientId, clientSecret, scope } = members;
  const { callbackPort } = value as Members;
  return {
    ...defined({ clientId, clientSecret, scope }),
    ...(Number.isInteger(callbackPort) && { callbackPort: callbackPort as number }),
  };
}

function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
}

function textMembers(value: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries);
}
