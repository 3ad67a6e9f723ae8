import type { ProgramTable } from '../program.js';
import { archivePrograms } from './files/archive.js';
import { compressPrograms } from './files/compress.js';
import { copyPrograms } from './files/copy.js';
import { editorPrograms } from './files/editor.js';
import { makePrograms } from './files/make.js';
import { modePrograms } from './files/mode.js';
import { patchPrograms } from './files/patch.js';
import { removePrograms } from './files/remove.js';
import { rsyncPrograms } from './files/rsync.js';
import { tarPrograms } from './files/tar.js';
import { zipPrograms } from './files/zip.js';

/** Programs that make, change, move and delete files. */
export const filesPrograms: ProgramTable = {
  ...removePrograms,
  ...copyPrograms,
  ...makePrograms,
  ...modePrograms,
  ...tarPrograms,
  ...zipPrograms,
  ...compressPrograms,
  ...archivePrograms,
  ...rsyncPrograms,
  ...patchPrograms,
  ...editorPrograms,
};
