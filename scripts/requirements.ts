// Says which listed behaviours the tests have shown on this tree; with the start of an id: by which tests, through which
// doors. With --doors a row of the five systems counts only by a test that went through a door of its system.
import { parseArgs } from 'node:util';
import {
  isClean,
  renderElsewhere,
  renderReport,
  renderShown,
  reportRequirements,
  shownIds,
  shownThroughDoors,
} from '../test/requirements/report.js';
import { type Group, requirements } from '../test/requirements.js';
import { type Evidence, readEvidence } from '../test/support/evidence/evidence.js';
import { treeDigest } from '../test/support/evidence/tree-digest.js';

const { values, positionals } = parseArgs({ options: { doors: { type: 'boolean' } }, allowPositionals: true });
const [prefix = ''] = positionals;
const evidence = readEvidence();

if (evidence === undefined) {
  console.log('No test has run yet. Run `npm test`, then `npm run test:deep`.');
  process.exitCode = 1;
} else {
  const clean = tell(evidence);
  const isOfThisTree = evidence.tree === treeDigest();
  if (!isOfThisTree)
    console.log('\nThis is what the tests of another tree have shown. Run `npm test`, then `npm run test:deep`.');
  process.exitCode = isOfThisTree && clean ? 0 : 1;
}

function tell(shown: Evidence): boolean {
  const isMeant = (id: string): boolean => id.startsWith(prefix);
  const listed: Group = Object.fromEntries(Object.entries(requirements).filter(([id]) => isMeant(id)));
  const verified = values.doors === true ? shownThroughDoors(shown, requirements) : shownIds(shown);
  const report = reportRequirements({ requirements: listed, verified: new Set([...verified].filter(isMeant)) });
  if (values.doors === true || prefix === '') console.log(renderReport(report, listed));
  else console.log(renderShown(prefix, shown));
  if (values.doors === true) console.log(`\n${renderElsewhere(shown, listed)}`);
  return isClean(report);
}
