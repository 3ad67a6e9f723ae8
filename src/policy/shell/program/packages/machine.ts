import type { ProgramTable } from '../../program.js';
import { named } from '../system/note.js';
import { tool } from './tool.js';

const note = 'changes the programs of this machine; packages run scripts of their own, as root';
const fetches =
  'install update upgrade dist-upgrade full-upgrade reinstall source download add build-dep refresh tap bundle search fetch groupinstall localinstall distro-sync makecache';

/** Managers of the programs of the whole machine. */
export const machinePrograms: ProgramTable = {
  ...named('apt apt-get aptitude', tool({ note, versions: '--version -v', fetches })),
  ...named(
    'apt-cache apt-key add-apt-repository apt-mark',
    tool({ note: 'shows or changes where programs of this machine come from', fetches: '*' }),
  ),
  ...named('dpkg dpkg-reconfigure dpkg-deb rpm', tool({ note })),
  ...named('yum dnf microdnf zypper', tool({ note, fetches })),
  ...named('pacman yay paru', tool({ note, versions: '--version -V', fetches: '*' })),
  apk: tool({ note, versions: '--version -V', fetches }),
  ...named('emerge xbps-install eopkg', tool({ note, fetches: '*' })),
  brew: tool({
    note: 'changes the programs of this machine; packages are programs of their own',
    versions: '--version -v',
    fetches,
  }),
  port: tool({ note, versions: 'version', fetches }),
  snap: tool({ note, versions: '--version version', fetches }),
  flatpak: tool({ note, fetches, runs: 'run' }),
  ...named(
    'nix nix-env nix-build nix-channel nixos-rebuild',
    tool({ note: 'builds and runs what is written in .nix files', fetches: '*' }),
  ),
  ...named('nix-shell', tool({ note: 'builds and runs what is written in .nix files', fetches: '*', runs: '*' })),
  ...named(
    'asdf mise',
    tool({
      note: 'fetches and switches versions of programs',
      versions: '--version version',
      fetches: 'install plugin use',
      runs: 'exec x',
    }),
  ),
};
