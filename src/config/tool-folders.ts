import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from '../base/attempt.js';
import { boundText } from '../base/text.js';
import type { ToolFile, ToolFolder, ToolFolderContent } from '../extend/custom/tool-folder.js';
import type { ExtensionTurn } from '../extend/extension.js';
import type { Store } from '../store/store.js';
import { workspaceFolder } from './config-paths.js';
import { type ContentChange, compareContent, textOf } from './content-change.js';
import { declineTrust, giveTrust, type InspectedContent, inspectTrust, type TrustInspection } from './trust.js';
import { type ContentFile, readFolderContent } from './workspace-content.js';

/** The folder of tool files, in `.toolwright` and beside the user's config. */
const toolsFolder = 'tools';

interface WorkspaceTools {
  readonly workspace: string;
  readonly store: Store;
  /** What the person is asked, in words. */
  describe(inspected: InspectedContent): Promise<string>;
}

/** The tools of a workspace: used while the user trusts exactly what `.toolwright` holds. */
export function workspaceTools({ workspace, store, describe }: WorkspaceTools): ToolFolder {
  return {
    shown: shownFolder,
    mark: () => markOf(join(workspace, workspaceFolder, toolsFolder)),
    async read(turn) {
      const found = await inspectTrust(store, workspace);
      const content = contentOf(found);
      if (content.withheld === undefined || !('hash' in found)) return content;
      const said = turn === undefined || found.declined ? undefined : await askToUse(turn, await describe(found));
      if (said === true) await giveTrust(store, found);
      if (said === false) await declineTrust(store, found);
      return said === true ? { files: content.files } : content;
    },
  };
}

/** The same as it was looked at, for a session in which nobody is asked. */
export const inspectedTools = (found: TrustInspection): ToolFolder => ({
  shown: shownFolder,
  mark: () => found.state,
  read: async () => contentOf(found),
});

const shownFolder = `${workspaceFolder}/${toolsFolder}`;

function contentOf(found: TrustInspection): ToolFolderContent {
  if (found.state === 'nothing') return { files: [] };
  if (found.state === 'unreadable') return { files: [], withheld: found.message };
  const files = filesBelow(found.files);
  return found.state === 'trusted' || files.length === 0 ? { files } : { files, withheld: untrusted };
}

const untrusted = 'it is not trusted as it is now, and is not used: `toolwright trust` shows it and asks';

/**
 * The tools beside the user's own config: theirs, like that. What becomes of them while a session runs is asked about:
 * somebody else may have written it.
 */
export function userTools(configFile: string): ToolFolder {
  const root = join(dirname(configFile), toolsFolder);
  let used: { readonly hash: string; readonly files: readonly ContentFile[] } | undefined;
  return {
    shown: root,
    own: true,
    mark: () => markOf(root),
    async read(turn) {
      const content = readFolderContent(root);
      if (content.state === 'unreadable') return { files: [], withheld: content.message };
      const { hash, files } = content.state === 'nothing' ? { hash: '', files: [] } : content;
      const known = { files: files.filter(({ link }) => link !== true) };
      // A session begins with what is there.
      if (turn !== undefined && used !== undefined && used.hash !== hash) {
        const changes = compareContent({ files: used.files, texts: textsOf(used.files) }, files);
        const isMore = changes.some(({ change }) => change !== 'removed');
        if (isMore && (await askToUse(turn, renderChanges(root, changes))) !== true) return { ...known, withheld };
      }
      used = { hash, files };
      return known;
    },
  };
}

const withheld = 'it changed while this session runs: what is new there is used from the next one on';

const textsOf = (files: readonly ContentFile[]): ReadonlyMap<string, string> =>
  new Map(
    files.flatMap((file) => {
      const text = textOf(file);
      return text === undefined ? [] : [[file.path, text] as const];
    }),
  );

const maxDiff = 12_000;

function renderChanges(root: string, changes: readonly ContentChange[]): string {
  const named = changes.slice(0, maxNamed).map(({ path, change }) => `  ${JSON.stringify(path)} ${change}`);
  const more = changes.length > maxNamed ? [`  and ${changes.length - maxNamed} more`] : [];
  const diffs = changes.flatMap(({ diff }) => diff ?? []).join('\n');
  const shown = boundText(diffs, maxDiff, (left) => `\n[… ${left} more characters …]\n`);
  return [`${root} changed while this session runs:`, ...named, ...more, shown, inProcess].join('\n');
}

const maxNamed = 40;

/** What a person must know before they say yes to a module. */
const inProcess = 'Modules among them run inside Toolwright itself, with your rights and outside of the sandbox.';

const use = 'use it';
const yes: ReadonlySet<string> = new Set([use, 'y', 'yes']);

async function askToUse(turn: ExtensionTurn, text: string): Promise<boolean | undefined> {
  const said = await turn.ask({ text: `${text}\nUse it in this session?`, options: [use, 'leave it'] });
  return said === undefined ? undefined : yes.has(said.trim().toLowerCase());
}

/** Links lead elsewhere: what lies there is not part of what is trusted. */
const filesBelow = (files: readonly ContentFile[]): ToolFolderContent['files'] =>
  files.flatMap(({ path, bytes, link }): readonly ToolFile[] =>
    path.startsWith(`${toolsFolder}/`) && link !== true ? [{ path: path.slice(toolsFolder.length + 1), bytes }] : [],
  );

/** More are not read either. */
const maxMarked = 2000;

/** Names, sizes and times of what lies there: a few system calls, however large the files are. */
const markOf = (root: string): string =>
  attempt(() => {
    const entries = readdirSync(root).sort();
    const marks = entries.slice(0, maxMarked).map((name) => {
      const { size, mtimeMs, ctimeMs, ino } = lstatSync(join(root, name));
      return `${name} ${size} ${mtimeMs} ${ctimeMs} ${ino}`;
    });
    return [entries.length, ...marks].join('\n');
  }, '');
