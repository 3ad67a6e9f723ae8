import type { Tool } from './tool.js';

const note = 'changes the programs of this machine; packages run scripts of their own, as root';
const fetches =
  'install update upgrade dist-upgrade full-upgrade reinstall source download add build-dep refresh tap bundle search fetch groupinstall localinstall distro-sync makecache';

/** Managers of the programs of the whole machine. */
export const machineTools: Readonly<Record<string, Tool>> = {
  'apt apt-get aptitude': { note, versions: '--version -v', fetches },
  'apt-cache apt-key add-apt-repository apt-mark': {
    note: 'shows or changes where programs of this machine come from',
    fetches: '*',
  },
  'dpkg dpkg-reconfigure dpkg-deb rpm': { note },
  'yum dnf microdnf zypper': { note, fetches },
  'pacman yay paru': { note, versions: '--version -V', fetches: '*' },
  apk: { note, versions: '--version -V', fetches },
  'emerge xbps-install eopkg': { note, fetches: '*' },
  brew: {
    note: 'changes the programs of this machine; packages are programs of their own',
    versions: '--version -v',
    fetches,
  },
  port: { note, versions: 'version', fetches },
  snap: { note, versions: '--version version', fetches },
  flatpak: { note, fetches, runs: 'run' },
  'nix nix-env nix-build nix-channel nixos-rebuild': {
    note: 'builds and runs what is written in .nix files',
    fetches: '*',
  },
  'nix-shell': { note: 'builds and runs what is written in .nix files', fetches: '*', runs: '*' },
  'asdf mise': {
    note: 'fetches and switches versions of programs',
    versions: '--version version',
    fetches: 'install plugin use',
    runs: 'exec x',
  },
};
