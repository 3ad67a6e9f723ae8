import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, parse } from 'node:path';
import { succeeds } from '../../base/attempt.js';
import { isToolwrightError, messageOf } from '../../base/error.js';
import { plural } from '../../base/text.js';
import { version } from '../../base/version.js';
import type { LoadedConfig } from '../../config/open-config.js';
import { checkMachine } from '../../session/health/check-machine.js';
import type { HealthItem } from '../../session/health/health-item.js';
import { listSessions } from '../../session/sessions.js';
import type { Invocation } from '../command.js';
import { commandFolder } from '../config/command-config.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { openStoreToRead, storePlace } from '../open-user-store.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { type Style, styleOf } from '../view/style.js';
import { checkConfig } from './check-config.js';
import { checkModel } from './check-model.js';
import { checkHooks, checkSearch, checkServers } from './check-settings.js';
import { checkTerminal } from './check-terminal.js';

/** `toolwright doctor`: how everything stands that is needed, and what to do about what does not. */
export async function doctorCommand(invocation: Invocation, host: Host): Promise<number> {
  const folder = commandFolder(invocation, host);
  const { config, trust, items: configItems } = await checkConfig(invocation, host);
  const [machine, store, model] = await Promise.all([
    // Not in the folder: a program that lies there must not be taken for one of the machine.
    checkMachine({
      env: host.env,
      platform: process.platform,
      node: process.versions.node,
      folder: parse(folder).root,
    }),
    checkStore(invocation, host, config),
    checkModel(invocation, host, config),
  ]);
  const own: HealthItem = { part: 'toolwright', state: 'ok', says: version };
  const items = exitMask(host, folder).value([
    own,
    ...machine,
    store,
    ...configItems,
    ...checkHooks(config, { root: folder, env: host.env }),
    ...checkServers(config, { trust, root: folder, env: host.env }),
    ...checkSearch(config, host.env),
    model,
    checkTerminal(host),
  ]);
  const healthy = items.every(({ state }) => state !== 'bad');
  if (invocation.flag('json')) host.stdout.write(`${renderJson({ healthy, items })}\n`);
  else host.stdout.write(`${renderItems(items, styleOf(host))}\n`);
  return healthy ? exitCodes.answered : exitCodes.failed;
}

function renderItems(items: readonly HealthItem[], style: Style): string {
  const marks = { ok: style.green('ok  '), warn: style.yellow('warn'), bad: style.red('bad ') } as const;
  const width = Math.max(...items.map(({ part }) => part.length));
  const lines = items.flatMap(({ part, state, says, todo }) => [
    `${marks[state]}  ${part.padEnd(width)}  ${safeLine(says)}`,
    ...(todo === undefined ? [] : [`${' '.repeat(width + 8)}→ ${safeLine(todo)}`]),
  ]);
  return [...lines, '', verdict(items)].join('\n');
}

function verdict(items: readonly HealthItem[]): string {
  const bad = items.filter(({ state }) => state === 'bad').length;
  const warn = items.filter(({ state }) => state === 'warn').length;
  if (bad > 0) return `${bad === 1 ? 'One thing does' : `${bad} things do`} not work; the lines above say what to do.`;
  return warn > 0 ? 'Everything needed works; the arrows say what would make it better.' : 'All is well.';
}

const part = 'store';

/** Whether the sessions can be read, and where they are. Looking makes no store. */
async function checkStore(invocation: Invocation, host: Host, config: LoadedConfig): Promise<HealthItem> {
  try {
    const place = storePlace(invocation, host, config);
    const { path } = place;
    const store = await openStoreToRead(place);
    try {
      const sessions = await listSessions(store);
      const damaged = sessions.filter(({ damage }) => damage !== undefined);
      const says = `${path}, ${plural(sessions.length, 'session')}`;
      if (path !== 'memory' && !writable(path)) {
        const todo = 'Change the rights of the file and its folder, or use another: --store PATH';
        return { part, state: 'bad', says: `${path} cannot be written`, todo };
      }
      if (damaged.length === 0) return { part, state: 'ok', says };
      const todo = `Damaged: ${damaged.map(({ id }) => id).join(', ')}. What can be read of one: toolwright sessions export ID`;
      return { part, state: 'warn', says, todo };
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!isToolwrightError(error)) throw error;
    return { part, state: 'bad', says: messageOf(error).replace(/\nSee: .*$/, '') };
  }
}

/** Whether the file, or the nearest folder above it that is there, can be written to. */
function writable(path: string): boolean {
  let place = path;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return succeeds(() => accessSync(place, constants.W_OK));
}
