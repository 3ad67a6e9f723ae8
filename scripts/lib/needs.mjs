import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './root.mjs';

/** Installs what the tests need from the system where that can be done unasked, and names what is still missing. */
export function provideNeeds() {
  const needs = JSON.parse(readFileSync(`${root}test/support/needs.json`, 'utf8'));
  const missing = () => needs.filter(({ program }) => findProgram(program) === undefined);
  const wanted = missing();
  if (wanted.length === 0) return;
  if (process.getuid?.() === 0 && findProgram('apt-get') !== undefined) install(wanted.map((need) => need.package));
  for (const { program, package: name, why } of missing()) {
    console.log(`Missing: ${program} (${why}). Its tests are skipped; install the package ${name} to run them.`);
  }
}

function install(packages) {
  console.log(`Installing for the tests: ${packages.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args) => spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8', timeout: 300_000 });
  aptGet('update');
  const { status, stderr } = aptGet('install', '-y', '--no-install-recommends', ...packages);
  if (status !== 0) console.log(`apt-get could not install them: ${(stderr ?? '').trim().split('\n').at(-1)}`);
}

function findProgram(program) {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  return places.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
