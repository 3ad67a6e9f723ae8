import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { build, transform } from 'esbuild';
import { loadedLater } from './loaded-later.mjs';
import { root } from './root.mjs';

/** Commands whose start counts: each has all it needs in one file, for many small ones load slowly. */
const alone = ['src/cli/run/run-command.ts', 'src/cli/chat/chat-command.ts'];

/** What the start of these does not need: files of their own beside them. The other commands share chunks anyway. */
const apart = [
  'src/model/text-calls.ts',
  'src/model/provider/anthropic/anthropic.ts',
  'src/model/provider/gemini/gemini.ts',
  'src/model/provider/openai/openai-responses.ts',
  'src/config/profile/open-profile.ts',
  'src/profile/yips/yips-profile.ts',
  'src/profile/seed/seed-profile.ts',
  'src/profile/astra/astra-profile.ts',
  'src/profile/y-agent/y-agent-profile.ts',
  'src/profile/local-harness/local-harness-profile.ts',
  'src/policy/shell/plan-command.ts',
  'src/policy/grant/offer-grants.ts',
  'src/sandbox/create-sandbox.ts',
  'src/change/apply-paths.ts',
  'src/change/stage-removal.ts',
  'src/change/capture/create-captures.ts',
  'src/change/capture/held-places.ts',
  'src/change/capture/recover-capture.ts',
  'src/change/recover-changes.ts',
  'src/session/stored-hooks.ts',
  'src/session/remembering-grants.ts',
  'src/session/undo-changes.ts',
  'src/session/compact-session.ts',
  'src/session/rewind-session.ts',
  'src/client/later-calls.ts',
  'src/session/child/prepare-child.ts',
  'src/session/child/run-child.ts',
  'src/extend/agent/known-agents.ts',
  'src/builtin/subagent/run-delegate.ts',
  'src/builtin/subagent/run-subtasks.ts',
  'src/builtin/subagent/describe-subtasks.ts',
  'src/agent/compact.ts',
  'src/extend/hook/session-hooks.ts',
  'src/extend/mcp/mcp-extension.ts',
  'src/extend/custom/refresh-folder.ts',
  'src/extend/dynamic/dynamic-tools.ts',
  'src/extend/skill/session-skills.ts',
  'src/builtin/shell/background/held-command.ts',
  'src/builtin/shell/background/keep-command.ts',
  'src/builtin/shell/background/plan-keep.ts',
  'src/builtin/search/run-grep.ts',
  'src/builtin/search/run-glob.ts',
  'src/builtin/search/search-todo-comments.ts',
  'src/builtin/search/search-place.ts',
  'src/builtin/search/code/search-code.ts',
  'src/builtin/file/regex-edit.ts',
  'src/builtin/file/pdf-text.ts',
  'src/builtin/shell/find-build.ts',
  'src/builtin/shell/terminal/terminal-plan.ts',
  'src/builtin/shell/terminal/run-terminal.ts',
  'src/builtin/shell/terminal/live-terminal.ts',
  'src/builtin/patch/plan-patch.ts',
  'src/builtin/curator/create-curator.ts',
  'src/builtin/curator/curated-read.ts',
  'src/sandbox/lifeline.ts',
  'src/sandbox/terminal/open-terminal.ts',
  'src/session/send-request.ts',
  'src/builtin/catalog/find-entries.ts',
  'src/builtin/web/fetch-page.ts',
  'src/builtin/web/save-plan.ts',
  'src/builtin/web/web-fetch-plan.ts',
  'src/builtin/web/search/search-web.ts',
  'src/cli/chat/ask-person.ts',
  'src/cli/chat/change-commands.ts',
  'src/cli/chat/background-command.ts',
  'src/cli/chat/compact-command.ts',
  'src/cli/chat/risk-command.ts',
  'src/cli/chat/terminal-command.ts',
  'src/cli/chat/tools-command.ts',
  'src/cli/chat/context-command.ts',
  'src/cli/view/command-lines.ts',
  'src/cli/servers/list-configured.ts',
];

/** What loads ES modules of others: here an import stays one. */
const importing = ['src/extend/custom/import-module.ts'];

/** Each of them is there: a file that was renamed would quietly come back into the start. */
export const loadedApart = [...alone, ...apart, ...importing];

/**
 * Bundles the program: `cli.cjs`, which knows the command line, and below `program/` what it loads. It is CommonJS, which
 * starts sooner than ES modules do (docs/decisions/0011-the-program-is-commonjs.md). Answers the metafiles.
 */
export async function bundleProgram({ outdir, options }) {
  // What is installed beside the program is found from its own file.
  const define = { ...options.define, 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' };
  const common = { ...options, ...commonJs, define };
  const metafiles = [];
  const bundle = async (file, given) => {
    const { metafile } = await build({ ...common, ...given, outfile: `${outdir}/${file}.cjs` });
    metafiles.push(metafile);
  };

  const commands = new Set();
  const commandLater = loadedLater((name) => {
    commands.add(name);
    return `require('./program/${fileName(name)}.cjs')`;
  });
  await bundle('cli', { entryPoints: ['src/cli/main.ts'], plugins: [commandLater] });

  const packages = new Set();
  const packageCode = (name) => {
    // By name: as a default, the commands that share chunks and the others would have to look for it in different places.
    if (importing.includes(name)) return `export * from './${fileName(name)}.cjs'`;
    if (name.startsWith('src/')) return undefined;
    packages.add(name);
    return `require('./packages.cjs')[${JSON.stringify(name)}]()`;
  };
  const packageLater = loadedLater(packageCode);
  const apartLater = loadedLater((name) =>
    apart.includes(name) ? `require('./${fileName(name)}.cjs')` : packageCode(name),
  );
  /** Each in one file. What several need is read once for all of them. */
  const bundleEach = async (names, plugin) => {
    const entryPoints = Object.fromEntries(names.map((name) => [fileName(name), name]));
    const given = { entryPoints, outdir: `${outdir}/program`, outExtension: { '.js': '.cjs' }, plugins: [plugin] };
    metafiles.push((await build({ ...common, ...given })).metafile);
  };
  const wanted = alone.filter((one) => commands.delete(one));
  await Promise.all([
    bundleEach(wanted, apartLater),
    bundleEach(there(apart), packageLater),
    ...there(importing).map((one) => bundle(`program/${fileName(one)}`, { entryPoints: [one], supported: {} })),
    // A program of its own: it holds what outlives the one that starts it.
    bundle('program/keeper', { entryPoints: ['src/sandbox/kept/keeper-main.ts'], plugins: [packageLater] }),
  ]);
  metafiles.push(await bundleCommands(commands, { ...common, outdir: `${outdir}/program`, plugins: [packageLater] }));
  await bundle('program/packages', { stdin: holderOf(packages) });
  return metafiles;
}

/** Of these, those that the project has: it is tried with fewer. */
const there = (names) => names.filter((one) => existsSync(`${root}${one}`));

const commonJs = {
  absWorkingDir: root,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  metafile: true,
  // Less to read at the start; names and short lines keep stack traces of use.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 160,
  // Packages that are not bundled are required too: that spares the program the loader of ES modules.
  supported: { 'dynamic-import': false },
  // CommonJS has none, but for this one: better no program than one that fails when it gets there.
  logOverride: { 'empty-import-meta': 'error' },
};

const fileName = (path) => path.replace(/^src\/(?:cli\/)?(.*)\.ts$/, '$1').replaceAll('/', '-');

/** The other commands share chunks. esbuild makes them of ES modules only; each is then turned into CommonJS by itself. */
async function bundleCommands(names, options) {
  const { metafile, outputFiles } = await build({
    ...options,
    entryPoints: Object.fromEntries(Array.from(names, (name) => [fileName(name), name])),
    outExtension: { '.js': '.cjs' },
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    splitting: true,
    supported: {},
    write: false,
  });
  mkdirSync(options.outdir, { recursive: true });
  const { absWorkingDir: _root, bundle: _bundle, metafile: _metafile, ...each } = commonJs;
  for (const { path, text } of outputFiles) {
    // ES modules are strict, and their default import of a CommonJS package is all of it: hence the name.
    const { code } = await transform(text, {
      ...each,
      banner: '"use strict";',
      logLevel: 'warning',
      sourcefile: `${path}.mjs`,
    });
    writeFileSync(path, code.replaceAll(ownChunk, '$1)'));
  }
  return metafile;
}

/** A chunk of ours was an ES module, and its default export is what it says. */
const ownChunk = /(__toESM\)?\(\s*require\(\s*"\.\/[^"\n]+\.cjs"\s*\)),\s*1\s*\)/g;

/** A module that holds others by their paths within the project, each evaluated when it is asked for. */
function holderOf(names) {
  const held = Array.from(names, (name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(`./${name}`)}),`);
  return { contents: `module.exports = {\n${held.join('\n')}\n};`, resolveDir: root, sourcefile: 'holder.cjs' };
}
