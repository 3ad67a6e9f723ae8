// Runs the hung children in a process of its own, whose memory holds nothing else, and prints how it went.
import { hungKinds } from './hung-kinds.js';
import { runHung } from './hung-run.js';

const [rounds = '1', ...names] = process.argv.slice(2);
const kinds = hungKinds.filter(({ name }) => names.length === 0 || names.includes(name));
process.stdout.write(JSON.stringify(await runHung({ rounds: Number(rounds), kinds, base: 4 })));
