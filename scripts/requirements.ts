import { fileURLToPath } from 'node:url';
import { isClean, readVerified, renderReport, reportRequirements } from '../test/requirements/report.js';
import { requirements } from '../test/requirements.js';

const verified = readVerified(fileURLToPath(new URL('../test', import.meta.url)));
const report = reportRequirements({ requirements, verified });
console.log(renderReport(report, requirements));
process.exitCode = isClean(report) ? 0 : 1;
