/** A line of a table of mounts; see proc_pid_mountinfo(5). */
export interface Mounted {
  /** `major:minor` of the file system. */
  readonly device: string;
  /** Which part of the file system it is. */
  readonly root: string;
  readonly point: string;
  readonly options: readonly string[];
  readonly type: string;
  /** Of the file system itself. */
  readonly fileSystemOptions: readonly string[];
}

/** Lines are `id parent device root point options [more…] - type source options`. */
export function parseMountTable(text: string): readonly Mounted[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [, , device, root, point, options = ''] = before.split(' ').map(unescaped);
    const [type, , fileSystemOptions = ''] = after.split(' ');
    if (device === undefined || root === undefined || point === undefined || type === undefined) return [];
    return [
      { device, root, point, options: options.split(','), type, fileSystemOptions: fileSystemOptions.split(',') },
    ];
  });
}

/** Blanks, line ends and backslashes of a path stand there as octal numbers of their bytes. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
