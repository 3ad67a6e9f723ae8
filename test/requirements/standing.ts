import type { Group } from '../requirements.js';

/** What holds after every change. */
// biome-ignore format: one line a requirement
export const standing = {
  'standing.start.two-commands': { says: 'the two commands of the README install and start the program from a clean checkout' },
  'standing.start.one-process': { says: 'nothing else has to be installed, configured or started for them to work' },
  'standing.start.start-path': { says: 'the start path loads no tokenizer, terminal library, MCP client or shell grammar' },
  'standing.start.no-install-scripts': { says: 'installing needs no compiler and no install script of a dependency' },

  'standing.dependencies.lockfile-addresses': { says: 'the lockfile records no download addresses' },
  'standing.dependencies.pinned': { says: 'dependencies are pinned to exact versions' },
  'standing.dependencies.documented': { says: 'every dependency is documented with its reason in docs/dependencies.md' },
  'standing.dependencies.none-unused': { says: 'no dependency is unused and none is missing' },

  'standing.checks.ci-closing-line': { says: '.ci/run ends with one closing line that states the result' },
  'standing.checks.ci-fails': { says: '.ci/run exits non-zero when any step fails' },
  'standing.checks.clean': { says: 'npm run check is clean: types, lint and formatting without a remark' },
  'standing.checks.file-size': { says: 'no source file has more than 500 lines' },
  'standing.checks.no-network': { says: 'the tests need no network beyond 127.0.0.1' },

  'standing.docs.commands-true': { says: 'commands and flags named in README and docs exist' },
  'standing.docs.output-true': { says: 'sample output in the README is what the program prints' },
  'standing.docs.links-true': { says: 'relative links in README and docs lead to files that exist' },
  'standing.docs.examples-run': { says: 'examples in docs are compiled and run by the tests' },
  'standing.docs.changelog': { says: 'CHANGELOG.md names the current version' },

  'standing.errors.instructive': { says: 'an error message for a person says what happened and what to do' },
  'standing.errors.no-stack': { says: 'an expected failure prints no stack trace' },
} as const satisfies Group;
