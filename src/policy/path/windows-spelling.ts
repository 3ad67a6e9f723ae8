/**
 * How a path could be taken on Windows for something else than what it says here. `refuse`: another machine or a device
 * of the system, where looking alone does harm. `ask`: another drive, a hidden part of a file, or a device. Told on
 * every system: a path may be used on another one. POSIX, too, leaves open what two slashes at the start mean.
 */
export function windowsSpelling(path: string): 'refuse' | 'ask' | undefined {
  if (/^(?:\\[\\/]|\/\\|\/\/[^/])/.test(path)) return 'refuse';
  if (path.includes(':') || path.startsWith('\\') || (path.includes('\\') && climbs.test(path))) return 'ask';
  return reserved.test(path) ? 'ask' : undefined;
}

/** Whether Windows would write a name in another way, so that a change might be one of another file. */
export function isShortened(path: string): boolean {
  return shortName.test(path) || path.split(/[\\/]/).some(endIsDropped);
}

const endIsDropped = (name: string): boolean => /[. ]$/.test(name) && name !== '.' && name !== '..';
const climbs = /(?:^|[\\/])\.\.(?:[\\/]|$)/;
const reserved =
  /(?:^|[\\/])(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?:[. ][^\\/]*)?(?:[\\/]|$)/i;
/** `GIT~1`: what Windows calls long names in short. */
const shortName = /(?:^|[\\/])[^\\/~]{1,6}~\d(?:\.[^\\/.]{0,3})?(?:[\\/]|$)/;
