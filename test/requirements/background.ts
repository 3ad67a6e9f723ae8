import type { Group } from '../requirements.js';

/** What is promised of commands that go on after their call, and of what hangs. */
// biome-ignore format: one line a requirement
export const background = {
  'background.start.first-output': { says: 'start_command gives an id and what came within its wait; what ends at once with an error is an error' },
  'background.start.bounded': { says: 'at most eight run at once, and who wants more is told which run' },
  'background.poll.new': { says: 'each poll gives what is new since the last one of this id, however the output is cut into pieces' },
  'background.poll.wait': { says: 'a poll waits at most as long as it is told, and returns early on output, end or cancellation' },
  'background.poll.bounded': { says: 'between two polls memory holds the head and the tail of the output; how much was cut is told, the whole is a blob' },
  'background.write.input': { says: 'write_command reaches the input, may end it, and does not wait for one that does not read' },
  'background.write.judged': { says: 'what is written is never allowed as proved or by a pattern, and the floor and deny rules see it as a command line' },
  'background.stop.all': { says: 'stop asks, then kills: what ignores TERM, forks twice or leaves its session is gone, sandboxed or not' },
  'background.list.known': { says: 'list_commands tells what runs and what has ended; an unknown id is answered with the known ones' },
  'background.policy.same-road': { says: 'start_command is planned, judged, asked and sandboxed as run_command is, and rules about run_command bind it' },
  'background.policy.undo': { says: 'the question says that it goes on and that what it changes cannot be undone' },
  'background.sweep.end': { says: 'protected paths a confined background command makes are put back at its end, what other calls wrote stays' },
  'background.sweep.recovered': { says: 'after kill -9 protected paths it made are put back when the session is opened again' },
  'background.mask.output': { says: 'its output is masked as it comes' },
  'background.taint.polled': { says: 'what is read from a command that reaches a host taints the session, whichever call reads it' },
  'background.session.ends': { says: 'background commands end with the session, with the process, and with kill -9 of it, sandboxed or not' },
  'background.session.recorded': { says: 'start and end are recorded; after a kill the next session tells the model that they are gone' },
  'background.session.told': { says: 'the end of a command that no call told is told to the model with the next request, once' },
  'background.chat.shown': { says: 'the chat lists and stops background commands, and says at its end which ones it ends' },
  'background.hung.ended': { says: 'nine kinds of hung children end within 3 s of the deadline or the stop, sandboxed and bare, and none survives' },
  'background.hung.memory': { says: 'a hung child costs at most 20 MB of memory, a flood of output no more than the engine lets lie around, 64 MB' },
  'background.exhausted.refused': { says: 'without descriptors, memory, processes, /proc, namespaces or bwrap a command is refused with a reason, never run bare' },
} as const satisfies Group;
