/**
 * Code by which a program of a bench learns, in `kilobytes`, the most memory it had. Where there is no /proc, Node's own
 * figure is taken: on Linux that one counts what the process was before it became this program.
 */
export const peakMemory = `let kilobytes = process.resourceUsage().maxRSS;
try {
  kilobytes = /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
} catch {}`;
