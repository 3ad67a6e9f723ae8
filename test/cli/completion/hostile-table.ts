import type { CommandTable } from '../../../src/cli/command.js';

const nasty = `it's "$(touch pwned)" \`touch pwned\` [a] {b} (c) : ; & | > x \\ %s !! ~ # ' "`;
const load = async () => async () => 0;

/** Words and texts that would do harm, or break a script, if they were not quoted. */
export const hostileTable: CommandTable = {
  commands: [
    { name: '', summary: nasty, arguments: [], options: [], load },
    {
      name: 'odd set',
      summary: nasty,
      arguments: [
        { name: `A:'B`, required: true },
        { name: 'FILE', required: false, many: true, kind: 'file' },
      ],
      options: [
        { name: 'header', short: 'H', value: `N'A:M[E]`, many: true, help: nasty },
        { name: 'word', value: 'WORD', offers: [`a'b $(touch pwned)`, 'c:d\\e', 'plain'], help: nasty },
        { name: 'loud', help: nasty },
      ],
      notes: [`.leading dot\n  .verbatim dot\n'quote`, nasty],
      load,
    },
    { name: 'odd get', summary: `.TH ${nasty}`, arguments: [], options: [], load },
  ],
  hidden: [],
  everywhere: [{ name: 'help', short: 'h', help: nasty }],
};
