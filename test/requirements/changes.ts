import type { Group } from '../requirements.js';

/** What is promised of changes of files: their journal, undo and redo. */
// biome-ignore format: one line a requirement
export const changes = {
  'changes.journal.order': { says: 'the journal lists the changes of a session in order with call, tool, turn, time, operation, paths and whether they are undone' },
  'changes.journal.old-events': { says: 'changes that an older version recorded without paths are passed over' },
  'changes.journal.list': { says: 'toolwright changes lists what a session did to files, with diffs, for people and programs' },
  'changes.undo.random': { says: 'an undo restores trees byte for byte: contents, modes, links and empty folders, over random sequences, also after a redo' },
  'changes.undo.choice': { says: 'a call, a turn or a session is undone; by default the last turn that changed something and is not undone' },
  'changes.undo.whole': { says: 'an undo is one batch: when something stands in its way, nothing at all is changed' },
  'changes.undo.three-versions': { says: 'a file that was changed since is not overwritten: the three versions are shown with their diffs' },
  'changes.undo.skip-changed': { says: 'what stands in no way can be undone alone' },
  'changes.undo.later-change': { says: 'a change under a later change of the same file is refused with the name of that change' },
  'changes.undo.between': { says: 'what somebody changed between two calls is not lost by an undo of both' },
  'changes.undo.others-folder': { says: 'a folder that was made for a change stays when others put something into it' },
  'changes.undo.lost': { says: 'what was too much to be kept, or is not kept any more, is told and never half restored' },
  'changes.undo.redo': { says: 'an undo can be redone, and undone again' },
  'changes.undo.record': { says: 'change-undone and change-redone tell who wanted it and from where' },
  'changes.undo.again': { says: 'an undo whose record was lost is found to be done already' },
  'changes.undo.blobs': { says: 'what an undo needs survives the deletion of other sessions, and goes with its own' },
  'changes.undo.command': { says: 'toolwright undo shows what it would do, asks, needs --yes without a terminal, and tells by its exit code' },
  'changes.undo.leased': { says: 'a session that is open elsewhere is not undone' },
  'changes.undo.busy': { says: 'nothing is undone while a turn runs, and no turn starts while something is undone' },
  'changes.undo.chat': { says: '/undo, /redo and /changes work on the open session and ask before they change anything' },
  'changes.undo.model-told': { says: 'the next message tells the model which files were put back' },
  'changes.undo.hostile-names': { says: 'names and contents of files cannot steer the terminal' },
  'changes.stale.compared': { says: 'a file that is not what the model last read or wrote is not changed, deleted or moved by the file tools' },
  'changes.stale.answer': { says: 'the answer tells what is there now: the difference where what the model knew is kept, else the content, and its hash' },
  'changes.stale.next-attempt': { says: 'what was told counts as seen, so that the next attempt passes' },
  'changes.stale.moves-along': { says: 'what the model knows of files moves along with them' },
  'changes.stale.read-first': { says: 'with readBeforeWrite a file that is there is only written after it was read' },
  'changes.stale.remembered': { says: 'what the model knows of files outlives the process' },
  'changes.stale.no-leak': { says: 'what is there now is not told where policy would not let it be read' },

  'changes.staged.digest': { says: 'an approval to apply a staged change is bound to the staged content and to what it was staged on' },
  'changes.staged.offered': { says: 'the tools that stage under tokens are offered only where staging is among the capabilities' },
  'changes.staged.corpus': { says: 'edits in two phases, replays, races, links, letter cases and protected contents are decided as the corpus says' },
} as const satisfies Group;
