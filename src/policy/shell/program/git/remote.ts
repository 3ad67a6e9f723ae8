import { literal, unknownWord, type Word } from '../../word.js';
import { normalName } from './config-name.js';
import { configEntries, configFile, type GitSite, pathIn, settledText } from './site.js';

/** Reports that git talks to a remote: a URL, a path, or a name of the config; undefined is the one git chooses. */
export function reportRemote(remote: Word | undefined, does: 'read' | 'write', site: GitSite): void {
  const { doing } = site;
  if (remote === undefined) {
    reportNamed(defaultRemote(site), does, site);
    return;
  }
  const text = settledText(remote);
  if (text === undefined) doing.net(remote);
  else if (!reportAddress(text, { word: remote, does, site })) reportNamed(text, does, site);
}

function reportNamed(name: string | undefined, does: 'read' | 'write', site: GitSite): void {
  const urls = name === undefined ? [] : remoteUrls(name, site);
  if (urls.length === 0) {
    const which = name === undefined ? 'which remote it is' : `where the remote \`${name}\` leads`;
    site.doing.net(unknownWord(`${which} is written in the config of git`));
  }
  for (const url of urls)
    if (!reportAddress(url, { word: literal(url), does, site })) reportPath(literal(url), does, site);
}

interface Addressing {
  readonly word: Word;
  readonly does: 'read' | 'write';
  readonly site: GitSite;
}

/** False when the text is neither a URL nor plainly a path. */
function reportAddress(text: string, { word, does, site }: Addressing): boolean {
  const { doing } = site;
  const helper = /^([A-Za-z0-9+.-]+)::(.*)$/s.exec(text);
  if (helper !== null) {
    const [, name = '', rest = ''] = helper;
    doing.unknown(`the remote ${text} makes git run the helper git-remote-${name}`);
    if (name === 'ext') doing.script(literal(rest));
    else doing.net(literal(rest));
    return true;
  }
  if (text.startsWith('file://')) reportPath(literal(decodePath(text.slice('file://'.length))), does, site);
  else if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text)) doing.net(word.text === text ? word : literal(text));
  else if (/^(?:\/|\.{1,2}(?:\/|$)|~)/.test(text)) reportPath(word, does, site);
  else {
    // As scp has it: `host:path`, with no slash before the colon.
    const host = /^((?:[^:/]+@)?(?:\[[^\]]+\]|[^:/]+)):/.exec(text)?.[1];
    if (host === undefined) return false;
    doing.net({ text: host, source: word.source });
  }
  return true;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function reportPath(word: Word, does: 'read' | 'write', site: GitSite): void {
  const path = pathIn(site, word);
  if (does === 'write') site.doing.write(path, { deep: true });
  else site.doing.read(path, { deep: true });
}

/** The URLs a remote has; none when something may rewrite them. */
function remoteUrls(name: string, site: GitSite): readonly string[] {
  const entries = configEntries(site);
  if (entries.some((entry) => entry.name.startsWith('url.') || entry.name.startsWith('include'))) return [];
  const wanted = ['url', 'pushurl'].map((key) => normalName(`remote.${name}.${key}`));
  return entries.flatMap((entry) => (wanted.includes(entry.name) && entry.value !== undefined ? [entry.value] : []));
}

/** The names of all remotes of the config. */
export function remoteNames(site: GitSite): readonly string[] {
  const named = configEntries(site).flatMap(({ name }) => /^remote\.(.+)\.url$/s.exec(name)?.[1] ?? []);
  return [...new Set(named)];
}

function defaultRemote(site: GitSite): string | undefined {
  const all = remoteNames(site);
  // With several it depends on the branch.
  return all.length === 1 ? all[0] : undefined;
}

/** What shows the addresses of remotes shows the tokens in them: then it is as reading the config. */
export function reportUrls(site: GitSite): void {
  const holds = configEntries(site).some(
    ({ name, value = '' }) => /^(?:remote|url)\./.test(name) && holdsToken(`${name} ${value}`),
  );
  if (holds) site.doing.read(configFile(site));
}

/** Whether a name or a password stands in an address. */
export const holdsToken = (text: string): boolean => /https?:\/\/[^/\s@]+@|:\/\/[^/\s@:]+:[^/\s@]+@/i.test(text);
