import { parseUrl } from '../../base/parse-url.js';
import { boundText, humanSize, plural } from '../../base/text.js';
import type { ConfigLayer } from '../../config/config-layer.js';
import { configName } from '../../config/config-paths.js';
import type { Config } from '../../config/config-schema.js';
import { valueAt } from '../../config/json-path.js';
import { leavesOf } from '../../config/merge-layers.js';
import { workspaceLayer } from '../../config/open-config.js';
import { renderProblem } from '../../config/problem.js';
import { renderSettingKey } from '../../config/setting-key.js';
import type { InspectedContent, TrustInspection } from '../../config/trust.js';
import { safeLine, safeText } from '../safe-text.js';

const maxFiles = 40;
const maxSettings = 60;
const maxValue = 400;
const maxProblems = 20;
const maxDiff = 12_000;

/** What a person is asked to trust: the files, what they would set, and the difference to what was trusted before. */
export function renderTrustQuestion(inspected: InspectedContent): string {
  const { workspace, files, state, hash } = inspected;
  const layer = workspaceLayer(inspected);
  const size = humanSize(files.reduce((sum, file) => sum + file.size, 0));
  const head =
    state === 'changed'
      ? `What ${strictLine(workspace)} brings in .toolwright changed since you trusted it`
      : `${strictLine(workspace)} brings settings of its own in .toolwright`;
  return [
    `${head} (${plural(files.length, 'file')}, ${size}):`,
    ...renderFiles(inspected),
    ...renderConfig(layer),
    ...whatRunsInside(inspected),
    ...renderChanges(inspected, layer),
    'It is used only if you trust it. When it changes you are asked again.',
    `Content ${hash.slice(0, 12)}`,
  ].join('\n');
}

/** One line for when nobody can be asked; undefined when there is nothing to say. */
export function untrustedNote(trust: TrustInspection): string | undefined {
  if (trust.state === 'nothing' || trust.state === 'trusted') return undefined;
  if (trust.state === 'unreadable') return safeLine(trust.message);
  if (trust.declined) return `${safeLine(trust.folder)} was declined and is not used: \`toolwright trust\` asks again.`;
  const why = trust.state === 'changed' ? 'changed since it was trusted' : 'is not trusted';
  return `${safeLine(trust.folder)} ${why} and is not used: \`toolwright trust\` shows it and asks.`;
}

function renderFiles({ files, changes, state }: InspectedContent): readonly string[] {
  const changed = new Map(changes.map((one) => [one.path, one.change]));
  const row = (name: string, size: string, path: string): string => {
    const change = state === 'changed' ? changed.get(path) : undefined;
    return `  ${[strictLine(shortened(name)), size, change].filter(Boolean).join('  ')}`;
  };
  const there = files.map(({ path, size, link, bytes }) => ({
    path,
    line: link ? row(`${path} → ${Buffer.from(bytes).toString()}`, 'link', path) : row(path, humanSize(size), path),
  }));
  const removed = changes.filter(({ change }) => change === 'removed');
  const all = [...there, ...removed.map(({ path }) => ({ path, line: row(path, '', path) }))];
  // What changed comes first, so that it is never among those left out.
  const differs = ({ path }: { readonly path: string }): boolean => changed.has(path);
  const sorted = [...all.filter(differs), ...all.filter((one) => !differs(one))];
  return bounded(sorted, maxFiles, ({ line }) => line);
}

/** Modules of tools: as grave as a key that is sent elsewhere. */
function whatRunsInside({ files }: InspectedContent): readonly string[] {
  const modules = files.filter(({ path, link }) => link !== true && isToolModule.test(path));
  if (modules.length === 0) return [];
  const named = bounded(modules, maxFiles, ({ path }) => `    ${strictLine(shortened(path))}`);
  return [
    '  Mind: these are programs that run inside Toolwright itself, with all your rights and outside of the sandbox:',
    ...named,
  ];
}

const isToolModule = /^tools\/[^/]+\.(?:js|mjs|ts|mts)$/;

function renderConfig(layer: ConfigLayer | undefined): readonly string[] {
  if (layer === undefined) return [];
  const paths = [...leavesOf(layer.values, [])];
  const renderSetting = (path: readonly string[]): string => {
    const value = JSON.stringify(valueAt(layer.values, path));
    return `  ${strictLine(renderSettingKey(path))} = ${strictLine(shortened(value))}`;
  };
  const problems = layer.problems.map((problem) => `  ${strictLine(renderProblem(problem))}`);
  return [
    ...(paths.length === 0 ? [] : ['config.json would set:', ...bounded(paths, maxSettings, renderSetting)]),
    // Never cut: a workspace may not set more providers than can be told.
    ...whereRequestsGo(layer.values),
    ...whatRunsUnasked(layer),
    ...whatHooksRun(layer.values),
    ...(problems.length === 0
      ? []
      : [
          'config.json has problems; correct them before you trust it:',
          ...bounded(problems, maxProblems, (line) => line),
        ]),
  ];
}

/** Where what is said in this folder would be sent, and which key with it: the gravest thing a workspace can set. */
function whereRequestsGo({ providers = {} }: Config): readonly string[] {
  return Object.entries(providers).flatMap(([name, { baseUrl, apiKeyEnv, headers }]) => {
    if (baseUrl === undefined && apiKeyEnv === undefined && headers === undefined) return [];
    const to = baseUrl === undefined ? 'its server' : strictLine(shortened(addressOf(baseUrl)));
    const key = apiKeyEnv === undefined ? 'its API key, if it has one' : `the key in ${strictLine(apiKeyEnv)}`;
    // A header can stand in for the key, so that requests count as those of somebody else.
    const more = headers === undefined ? '' : ', and with headers of this workspace';
    return [`  Mind: what you send to provider ${strictLine(name)} would go to ${to}, with ${key}${more}.`];
  });
}

/** What its rules would let run without a question. Never cut either: a workspace may not bring more than can be told. */
function whatRunsUnasked({ rules }: ConfigLayer): readonly string[] {
  return rules
    .filter(({ verdict }) => verdict === 'allow')
    .map(({ text, when }) => {
      const only = Object.entries(when).map(([key, value]) => `${key} ${value}`);
      const limit = only.length === 0 ? '' : ` (only with ${only.join(', ')})`;
      return `  Mind: ${strictLine(`${text}${limit}`)} would run without a question.`;
    });
}

/** Each command it would run by itself, whole, and what is opened to it. */
function whatHooksRun({ hooks = [] }: Config): readonly string[] {
  return hooks.map(({ on, command, writes = [], hosts = [] }) => {
    const opened = [
      ...(writes.length === 0 ? [] : [`write ${writes.join(', ')}`]),
      ...(hosts.length === 0 ? [] : [`connect to ${hosts.join(', ')}`]),
    ];
    const may = opened.length === 0 ? '' : `, and could ${opened.join(' and ')}`;
    return `  Mind: at ${on} the command ${strictLine(command)} would be run${strictLine(may)}.`;
  });
}

/** As it would be dialled: letters that only look like others are told apart. */
const addressOf = (baseUrl: string): string => parseUrl(baseUrl)?.href ?? baseUrl;

function renderChanges(inspected: InspectedContent, layer: ConfigLayer | undefined): readonly string[] {
  const { state, changes, files } = inspected;
  // Where a link leads, and settings that were listed one by one, need not be read twice.
  const told = new Set(files.filter(({ link }) => link).map(({ path }) => path));
  if (state === 'untrusted' && layer?.problems.length === 0 && countOf(layer) <= maxSettings) told.add(configName);
  const parts = changes
    .filter(({ path, change }) => change !== 'removed' && !told.has(path))
    .map(({ path, diff }) => diff ?? `${JSON.stringify(path)}: the content is not shown; look at the file\n`);
  if (parts.length === 0) return [];
  const text = boundText(
    safeText(parts.join(''), { strict: true }),
    maxDiff,
    (left) => `\n… ${left} characters are left out here; look at the files …\n`,
  );
  const lines = text.trimEnd().split('\n');
  return [state === 'changed' ? 'The difference:' : 'Its content:', ...lines.map((line) => `  ${line}`)];
}

const countOf = ({ values }: ConfigLayer): number => [...leavesOf(values, [])].length;

function bounded<T>(items: readonly T[], max: number, render: (item: T) => string): readonly string[] {
  const lines = items.slice(0, max).map(render);
  return items.length > max ? [...lines, `  … and ${items.length - max} more; look at the files`] : lines;
}

const shortened = (text: string): string =>
  boundText(text, maxValue, (left) => ` … ${left} characters are left out … `);

const strictLine = (text: string): string => safeLine(text, { strict: true });
