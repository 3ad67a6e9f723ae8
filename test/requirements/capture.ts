import type { Group } from '../requirements.js';

/** What commands change, kept so that it can be undone. */
// biome-ignore format: one line a requirement
export const capture = {
  'capture.command.restores': { says: 'what a command changed in the workspace is put back byte for byte from what was recorded: contents, modes, links, folders' },
  'capture.command.named-paths': { says: 'of a command proved to change only named paths, only these are captured, with the folders and links that lead to them' },
  'capture.command.reads-nothing': { says: 'a command that is proved to change nothing has nothing captured, and its question has no word about undo' },
  'capture.command.limits': { says: 'beyond 10,000 files or 200 MB nothing is captured, and the question says beforehand that it cannot be undone' },
  'capture.command.kept-or-not-run': { says: 'a command that was said to be undoable is not run when nothing can be kept any more' },
  'capture.command.grown': { says: 'of a command that makes more than is kept track of, what was there before is still put back, and the rest is told' },
  'capture.command.beyond': { says: 'where a command also acts outside the workspace, or could, the question says that only the inside can be undone' },
  'capture.command.touched-only': { says: 'a later capture of a session copies only what was touched since the one before' },
  'capture.command.fresh': { says: 'a change that leaves size and times as they were is found by content' },
  'capture.command.odd-files': { says: 'what is no file, or cannot be read or named, is never opened and breaks no capture; its change is told as not undoable' },
  'capture.command.no-links': { says: 'no link is followed out of the workspace while it is captured' },
  'capture.command.bad-ends': { says: 'what a command changed that failed, timed out or was cancelled is recorded as well' },
  'capture.command.reported': { says: 'run_command tells, in bounded lines, what it changed in the workspace and what of it cannot be undone' },
  'capture.command.recovered': { says: 'what a command changed while its process was killed is recorded when the session is opened again' },
  'capture.command.recovered-late': { says: 'a file that was changed after that process had ended is told and not undone: it may be the work of somebody else' },
  'capture.command.own-files': { says: 'a store that lies in the workspace is no part of what commands change' },
  'capture.command.private': { says: 'copies lie in a folder only their owner can enter, which goes with the session; what killed processes left goes later' },
} as const satisfies Group;
