import { expect, it } from 'vitest';
import { seatbeltProfile } from '../../../src/sandbox/seatbelt/start-seatbelt.js';
import { verifies } from '../../requirements.js';

const base = `(version 1)
(deny default)
(allow process-exec)
(allow process-fork)
(allow process-info* (target same-sandbox))
(allow signal (target same-sandbox))
(allow sysctl-read)
(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))
(allow mach-lookup (global-name "com.apple.system.opendirectoryd.membership"))
`;

const devices = `(allow file-write* (literal "/dev/null"))
(allow file-write* (literal "/dev/zero"))
(allow file-write* (literal "/dev/stdout"))
(allow file-write* (literal "/dev/stderr"))
`;

it('makes a profile of a confinement: what comes later counts', () => {
  verifies('sandbox.seatbelt.profile');
  const profile = seatbeltProfile(
    {
      mounts: [
        { path: '/', as: 'read' },
        { path: '/tmp', as: 'empty' },
        { path: '/Users/me', as: 'empty' },
        { path: '/Users/me/ws', as: 'write' },
        { path: '/Users/me/ws/.git/hooks', as: 'read' },
        { path: '/Users/me/ws/.env', as: 'hidden', file: true },
      ],
    },
    { privateFolder: '/private/var/folders/x/private' },
  );
  expect(profile.text).toBe(`${base}(allow file-read* (subpath (param "PATH_0")))
(deny file-write* (subpath (param "PATH_0")))
(deny file-read* file-write* (subpath (param "PATH_1")))
(deny file-read* file-write* (subpath (param "PATH_2")))
(allow file-read* file-write* (subpath (param "PATH_3")))
(allow file-read* (subpath (param "PATH_4")))
(deny file-write* (subpath (param "PATH_4")))
(deny file-read* file-write* (subpath (param "PATH_5")))
(allow file-read* file-write* (subpath (param "PATH_6")))
(allow file-read-metadata (literal (param "PATH_7")))
(allow file-read-metadata (literal (param "PATH_2")))
(allow file-read-metadata (literal (param "PATH_3")))
(allow file-read-metadata (literal (param "PATH_8")))
(allow file-read-metadata (literal (param "PATH_9")))
(allow file-read-metadata (literal (param "PATH_10")))
(allow file-read-metadata (literal (param "PATH_11")))
(allow file-read-metadata (literal (param "PATH_12")))
${devices}`);
  expect(Object.fromEntries(profile.paths)).toEqual({
    PATH_0: '/',
    PATH_1: '/private/tmp',
    PATH_2: '/Users/me',
    PATH_3: '/Users/me/ws',
    PATH_4: '/Users/me/ws/.git/hooks',
    PATH_5: '/Users/me/ws/.env',
    PATH_6: '/private/var/folders/x/private',
    PATH_7: '/Users',
    PATH_8: '/Users/me/ws/.git',
    PATH_9: '/private',
    PATH_10: '/private/var',
    PATH_11: '/private/var/folders',
    PATH_12: '/private/var/folders/x',
  });
});

it('opens the network to the proxy only', () => {
  verifies('sandbox.seatbelt.profile');
  const text = (proxyPort?: number): string =>
    seatbeltProfile({ mounts: [] }, { privateFolder: '/p', ...(proxyPort !== undefined && { proxyPort }) }).text;
  expect(text()).not.toContain('network');
  expect(text(4711)).toBe(`${text()}(allow network-outbound (remote ip "localhost:4711"))\n`);
});

it.each([
  'a"b',
  'a\\',
  'a\n(allow default)',
  'x")) (allow default) ((subpath "',
  "' ; #|",
  '(param "PATH_0")',
  'PATH_1=/',
  'ünï\u202e',
])('takes no word of the path %j for its own', (name) => {
  verifies('sandbox.seatbelt.paths');
  const profileOf = (path: string) => seatbeltProfile({ mounts: [{ path, as: 'write' }] }, { privateFolder: '/p' });
  const hostile = profileOf(`/Users/${name}`);
  expect(hostile.text).toBe(profileOf('/Users/plain').text);
  expect(hostile.paths.get('PATH_0')).toBe(`/Users/${name}`);
});
