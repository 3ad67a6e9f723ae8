import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkHooks } from '../../src/cli/doctor/check-settings.js';
import { sessionSettings } from '../../src/cli/session-settings.js';
import { renderTrustQuestion } from '../../src/cli/trust/render-trust.js';
import { readLayer } from '../../src/config/config-layer.js';
import { missingProgram } from '../../src/config/hook-program.js';
import type { Layer } from '../../src/config/layer.js';
import { mergeLayers } from '../../src/config/merge-layers.js';
import type { LoadedConfig } from '../../src/config/open-config.js';
import { planEdit } from '../../src/config/plan-edit.js';
import { renderProblem } from '../../src/config/problem.js';
import type { InspectedContent } from '../../src/config/trust.js';
import { verifies } from '../requirements.js';

const read = (text: string, layer: Layer = 'user') => readLayer(layer, `${layer}.json`, { ok: true, text });
const problemsOf = (text: string, layer?: Layer) => read(text, layer).problems.map(renderProblem);
const merged = (...layers: readonly ReturnType<typeof read>[]) => mergeLayers(layers) as LoadedConfig;

const notify = '{ "on": "person-needed", "command": "notify" }';

describe('hooks of config files', () => {
  it('count together, each with its place', () => {
    verifies('middleware.hook.config');
    const config = merged(
      read(`{"hooks": [${notify}]}`),
      read(`{\n"hooks": [{ "on": "before-call", "command": "./check" }] }`, 'workspace'),
    );
    const { hooks } = sessionSettings(config, { sandbox: undefined, ownFiles: [] });
    expect(hooks).toEqual([
      { on: 'person-needed', command: 'notify', origin: { layer: 'user', file: 'user.json', line: 1 } },
      { on: 'before-call', command: './check', origin: { layer: 'workspace', file: 'workspace.json', line: 2 } },
    ]);
  });

  it('are told what is wrong with them', () => {
    verifies('middleware.hook.config');
    const text = `{"hooks": [
      { "on": "before-call" },
      { "on": "sometimes", "command": "x" },
      { "on": "after-call", "command": " " },
      { "on": "after-call", "command": "x", "timeoutMs": 120001 },
      { "on": "after-call", "command": "x", "tools": ["a b"] },
      { "on": "after-call", "command": "x", "host": ["a"] }
    ]}`;
    expect(problemsOf(text)).toEqual([
      'user.json:2: hooks.0 has no "command"; write it',
      'user.json:3: hooks.1.on must be one of before-call, after-call, file-written, person-needed, session-opened, session-closed, not "sometimes"; change it, or remove the key',
      'user.json:4: hooks.2.command must be a command line, at most 10000 characters long; change it',
      'user.json:5: hooks.3.timeoutMs must be a whole number from 1 to 120000; change it',
      'user.json:6: hooks.4.tools.0 must be the name of a tool, or a pattern such as preview_*, at most 200 characters long; change it',
      'user.json:7: "host" is no setting in hooks.5; did you mean "hosts"?',
    ]);
    expect(read(text).values).toEqual({});
    const edit = { layer: 'user', file: 'user.json', text: '{}\n', path: ['hooks'], value: [] } as const;
    expect(planEdit(edit)).toMatchObject({
      ok: false,
      problems: [
        { message: 'hooks are written in the file itself: edit user.json, then run `toolwright config check`' },
      ],
    });
  });

  it('of a workspace write only inside it, and are few', () => {
    verifies('middleware.hook.trust');
    const hook = (writes: readonly string[]) => JSON.stringify({ hooks: [{ on: 'after-call', command: 'x', writes }] });
    expect(problemsOf(hook(['dist', '.']), 'workspace')).toEqual([]);
    expect(problemsOf(hook(['dist', '~/x', '/etc', 'a/../../b']), 'workspace')).toHaveLength(3);
    expect(problemsOf(hook(['~/x']), 'user')).toEqual([]);
    const many = `{"hooks": [${Array.from({ length: 21 }, () => notify).join(',')}]}`;
    expect(problemsOf(many, 'workspace')).toEqual([
      'workspace.json:1: a workspace can bring at most 20 hooks; put the others into your own config.json',
    ]);
  });

  it('are shown before a workspace is trusted', () => {
    verifies('middleware.hook.trust');
    const hooks = [
      { on: 'file-written', command: 'npx fmt\nrm x', writes: ['src'], hosts: ['h.example.com'] },
      { on: 'before-call', command: './check' },
    ];
    const bytes = Buffer.from(JSON.stringify({ hooks }));
    const file = { path: 'config.json', size: bytes.length, sha256: '', bytes };
    const shown = renderTrustQuestion({
      state: 'untrusted',
      workspace: '/w',
      folder: '/w/.toolwright',
      hash: 'abc',
      files: [file],
      changes: [],
    } as unknown as InspectedContent);
    expect(shown).toContain('  Mind: at before-call the command ./check would be run.');
    expect(shown).toMatch(
      /Mind: at file-written the command npx fmt.+rm x would be run, and could write src and connect to h\.example\.com\./,
    );
  });
});

describe('a program of a hook', () => {
  it('is looked for', () => {
    verifies('middleware.hook.doctor');
    const root = mkdtempSync(join(tmpdir(), 'toolwright-hooks-'));
    writeFileSync(join(root, 'check'), '#!/bin/sh\n');
    chmodSync(join(root, 'check'), 0o755);
    writeFileSync(join(root, 'plain'), '');
    const scene = { root, env: { PATH: '/usr/bin:/bin', HOME: root } };
    const missing = (command: string) => missingProgram(command, scene);
    const there = ['cat', './check', '~/check', 'A=1 cat x', 'cat|sh', `${root}/check a`, 'if true; then x; fi'];
    expect(there.map(missing)).toEqual(there.map(() => undefined));
    const unknown = ['"my tool" x', '$TOOL', '(cat)', ''];
    expect(unknown.map(missing)).toEqual(unknown.map(() => undefined));
    expect(['notthere x', './plain', '~/none', 'A=1 ./none', './none;true'].map(missing)).toEqual([
      'notthere',
      './plain',
      '~/none',
      './none',
      './none',
    ]);
    const text = '{"hooks": [{ "on": "before-call", "command": "notthere x" }]}';
    expect(checkHooks(merged(read(text)), scene)).toMatchObject([
      { part: 'hooks', state: 'bad', says: 'notthere is not there, for before-call: notthere x (user.json:1)' },
    ]);
    expect(checkHooks(merged(read('{"hooks": [{ "on": "before-call", "command": "cat" }]}')), scene)).toEqual([
      { part: 'hooks', state: 'ok', says: '1 in the config' },
    ]);
    expect(checkHooks(merged(read('{}')), scene)).toEqual([]);
  });
});
