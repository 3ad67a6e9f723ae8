import { cutEnd, plural } from '../../base/text.js';
import { safeLine } from '../safe-text.js';

/** Shows what running calls print, line by line, once they take long enough for a person to wonder. */
export type OutputLines = ReturnType<typeof createOutputLines>;

/** What ends sooner is told by its result alone. */
const afterMs = 1000;
/** Of a call so many lines are shown as they come; then the newest one, now and then. */
const maxLines = 20;
const thenEveryMs = 1000;
const maxWidth = 110;

interface Printing {
  /** The line that is not ended yet. */
  open: string;
  /** Lines that wait to be shown. */
  waiting: string[];
  passed: number;
  shown: number;
  timer: NodeJS.Timeout | undefined;
}

export function createOutputLines(note: (line: string) => void) {
  const calls = new Map<string, Printing>();

  const tell = (printing: Printing): void => {
    const room = Math.max(0, maxLines - printing.shown);
    const lines = room > 0 ? printing.waiting.slice(-room) : printing.waiting.slice(-1);
    const left = printing.passed + printing.waiting.length - lines.length;
    if (left > 0 && lines.length > 0) note(`  │ … ${plural(left, 'line')} more`);
    for (const line of lines) note(`  │ ${line}`);
    printing.shown += lines.length;
    printing.waiting = [];
    printing.passed = 0;
    printing.timer = undefined;
  };
  const later = (printing: Printing, ms: number): void => {
    printing.timer ??= setTimeout(tell, ms, printing).unref();
  };
  const stop = (callId: string): void => {
    clearTimeout(calls.get(callId)?.timer);
    calls.delete(callId);
  };

  return {
    push(callId: string, text: string) {
      const known = calls.get(callId);
      const printing = known ?? { open: '', waiting: [], passed: 0, shown: 0, timer: undefined };
      calls.set(callId, printing);
      const lines = `${printing.open}${text}`.split('\n');
      printing.open = cutEnd(lines.pop() ?? '', maxOpen);
      printing.waiting.push(...lines.slice(-maxLines).map(shownLine).filter(Boolean));
      printing.passed += Math.max(0, lines.length - maxLines);
      printing.passed += printing.waiting.splice(0, Math.max(0, printing.waiting.length - maxLines)).length;
      if (printing.shown === 0) later(printing, afterMs);
      else if (printing.shown < maxLines) later(printing, 0);
      else later(printing, thenEveryMs);
    },
    /** The call has ended: its result is told now. */
    stop,
    stopAll() {
      for (const callId of [...calls.keys()]) stop(callId);
    },
  };
}

const maxOpen = 4096;

/** Of a line that was drawn over, what stands there last. */
const shownLine = (line: string): string =>
  cutEnd(safeLine(line.slice(line.lastIndexOf('\r') + 1)).trimEnd(), maxWidth);
