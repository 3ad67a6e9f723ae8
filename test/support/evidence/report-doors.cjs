// Loaded by the built program in tests (see doors.ts): writes which commands, profiles and formats it opens.
const { channel } = require('node:diagnostics_channel');
const { appendFileSync } = require('node:fs');

const file = process.env.TOOLWRIGHT_TEST_DOORS;
for (const kind of file === undefined ? [] : ['profile', 'command', 'dialect'])
  channel(`toolwright:${kind}`).subscribe(({ name }) => appendFileSync(file, `${kind}:${name}\n`));
