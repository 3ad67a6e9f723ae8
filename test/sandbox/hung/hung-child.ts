// Runs the hung children in a process of its own, whose memory holds nothing else, and prints how it went.
import { runHung } from './hung-run.js';

const rounds = Number(process.argv[2] ?? 1);
process.stdout.write(JSON.stringify(await runHung({ rounds, base: 4 })));
