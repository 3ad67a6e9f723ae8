import { defined } from '../../base/defined.js';
import { sha256 } from '../../base/digest.js';
import type { ServerSettings } from '../named-server.js';
import { canonicalJson } from './canonical-json.js';
import { escapeHidden } from './escape-hidden.js';

/** How a server is started or reached, line by line, for people: values that may be secret only as a part of their digest. */
export function renderLaunch(settings: ServerSettings): string {
  const { command, args = [], cwd, env = {}, url, headers = {}, oauth = {}, writes = [], hosts = [] } = settings;
  const lines = [
    ...(command === undefined ? [] : [`command ${JSON.stringify(command)}`]),
    ...args.map((arg) => `argument ${JSON.stringify(arg)}`),
    ...(cwd === undefined ? [] : [`folder ${JSON.stringify(cwd)}`]),
    ...Object.entries(env).map(([name, value]) => `variable ${name} = ${shownValue(value)}`),
    ...(url === undefined ? [] : [`url ${JSON.stringify(url)}`]),
    ...Object.entries(headers).map(([name, value]) => `header ${name}: ${shownValue(value)}`),
    ...(oauth.clientId === undefined ? [] : [`client ${JSON.stringify(oauth.clientId)}`]),
    ...(oauth.clientSecret === undefined ? [] : [`client secret ${shownValue(oauth.clientSecret)}`]),
    ...(oauth.scope === undefined ? [] : [`scope ${JSON.stringify(oauth.scope)}`]),
    ...writes.map((path) => `may write ${JSON.stringify(path)}`),
    ...hosts.map((host) => `may connect to ${host}`),
    ...(settings.sampling === true ? ['may ask the model'] : []),
  ];
  return `${lines.map(escapeHidden).join('\n')}\n`;
}

/** What must be the same for an approval of the server to hold. */
export function launchHash(settings: ServerSettings): string {
  const {
    command,
    args = [],
    cwd,
    env = {},
    url,
    headers = {},
    oauth,
    type,
    writes = [],
    hosts = [],
    sampling,
  } = settings;
  const said = {
    command,
    args,
    cwd,
    env,
    url,
    headers,
    // Absent where it is not set: what was seen before there was such a thing is the same now.
    ...defined({ oauth }),
    sse: type === 'sse',
    writes,
    hosts,
    sampling: sampling === true,
  };
  return sha256(canonicalJson(said));
}

/** A reference to a variable is no secret; what stands there itself may be one. */
const shownValue = (value: string): string =>
  /^[^$]*\$\{[^}]*\}$/.test(value) ? JSON.stringify(value) : `[sha256 ${sha256(value).slice(0, 12)}]`;
