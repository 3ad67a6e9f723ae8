import type { EffectSink } from '../../program.js';
import { likely, type Word } from '../../word.js';
import { mapWord } from './path-word.js';

/** The `user@host` of `user@host:path`, `scp://host/path` and `rsync://host/path`; undefined when the path is here. */
export function remoteHost(path: Word): Word | undefined {
  const text = likely(path);
  if (/^(scp|sftp|rsync):\/\//i.test(text)) return path;
  const host = /^(?:[^/:@[]*@)?(?:\[[^\]/]*\]|[^/:[]+)(?=:)/.exec(text)?.[0];
  return host === undefined ? undefined : { ...mapWord(path, () => host), source: path.source };
}

/** Reports the host of a path on another machine; false when the path is here. */
export function reportRemote(path: Word, doing: EffectSink): boolean {
  const host = remoteHost(path);
  if (host !== undefined) doing.net(host);
  return host !== undefined;
}
