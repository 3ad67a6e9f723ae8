// Says which listed behaviours the tests have shown on this tree; with the start of an id: by which tests, through which doors.
import { isClean, renderReport, renderShown, reportRequirements, shownIds } from '../test/requirements/report.js';
import { requirements } from '../test/requirements.js';
import { readEvidence } from '../test/support/evidence/evidence.js';
import { treeDigest } from '../test/support/evidence/tree-digest.js';

const [prefix] = process.argv.slice(2);
const evidence = readEvidence();

if (evidence === undefined) {
  console.log('No test has run yet. Run `npm test`, then `npm run test:deep`.');
  process.exitCode = 1;
} else {
  const report = reportRequirements({ requirements, verified: shownIds(evidence) });
  console.log(prefix === undefined ? renderReport(report, requirements) : renderShown(prefix, evidence));
  const isOfThisTree = evidence.tree === treeDigest();
  if (!isOfThisTree)
    console.log('\nThis is what the tests of another tree have shown. Run `npm test`, then `npm run test:deep`.');
  process.exitCode = isOfThisTree && isClean(report) ? 0 : 1;
}
