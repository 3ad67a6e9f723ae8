import { calls, says } from '../calls.js';
import { answerHas, answerLacks, changesOnly } from '../checks.js';
import { tasksOf } from '../task.js';

const logs = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => {
    const name = `logs/node-${String(at + 1).padStart(2, '0')}.log`;
    const line = at % 5 < 3 ? `09:${10 + at}:00 TIMEOUT after 30 s\n` : `09:${10 + at}:00 timeout set to 30 s\n`;
    return [name, `09:00:00 started\n${line}10:00:00 stopped\n`];
  }),
);

const jobs = Array.from({ length: 3000 }, (_, at) => {
  const time = new Date(Date.UTC(2026, 0, 1) + at * 17_000).toISOString().slice(11, 19);
  const job = ['mail-digest', 'nightly-export', 'cache-sweep', 'index-build'][at % 4];
  const word = at === 1877 ? 'FAILED' : at % 97 === 0 ? 'RETRIED' : 'done';
  return `${time} job=${job} run=${at} ${word}\n`;
}).join('');

/** Finding something among files. */
export const findTasks = tasksOf('find', [
  {
    name: 'find-definition',
    prompt: 'Which file defines the function applyDiscount? Answer with the path of the file.',
    files: {
      'src/cart/total.js':
        "import { applyDiscount } from '../pricing/rules.js';\nexport const total = (cart) => applyDiscount(cart.sum, cart.code);\n",
      'src/pricing/rules.js': "export { applyDiscount } from './reductions.js';\nexport const vat = 0.19;\n",
      'src/pricing/reductions.js':
        "export function applyDiscount(sum, code) {\n  return code === 'SPRING' ? sum * 0.9 : sum;\n}\n",
      'src/pricing/discount.js': 'export const codes = ["SPRING", "SUMMER"];\n',
      'docs/pricing.md': 'The function applyDiscount takes a sum and a code.\n',
    },
    checks: [answerHas(/src\/pricing\/reductions\.js/), changesOnly()],
    solution: [
      calls(['grep', { pattern: 'function applyDiscount' }]),
      says('It is defined in src/pricing/reductions.js.'),
    ],
  },
  {
    name: 'count-files',
    prompt:
      'How many files in the folder logs hold the word TIMEOUT in capital letters? Answer with the number alone, in digits.',
    files: logs,
    checks: [answerHas(/^\D*8\D*$/), changesOnly()],
    solution: [calls(['grep', { pattern: 'TIMEOUT', path: 'logs', output: 'files' }]), says('8')],
  },
  {
    name: 'regex-search',
    prompt:
      'A ticket number is two to four capital letters, a dash and exactly three digits, such as AB-123. List every ticket number that stands in the files of the folder notes, and nothing that merely looks like one.',
    files: {
      'notes/monday.txt': 'We closed OPS-204. The room is B-12, the phone 555-2040.\n',
      'notes/tuesday.txt': 'See WEB-771 and web-772. The part number is LONGER-773.\n',
      'notes/wednesday.txt': 'Nothing but QA-0815 and a call about HR-118.\n',
      'notes/archive/january.txt': 'CORE-360 was moved to next year.\n',
    },
    checks: [
      answerHas(/\bOPS-204\b/, /\bWEB-771\b/, /\bHR-118\b/, /\bCORE-360\b/),
      answerLacks(/772/, /773/, /0815/, /B-12\b/, /555/),
      changesOnly(),
    ],
    solution: [
      calls(['grep', { pattern: '\\b[A-Z]{2,4}-\\d{3}\\b', path: 'notes' }]),
      says('OPS-204, WEB-771, HR-118 and CORE-360.'),
    ],
  },
  {
    name: 'one-line-of-many',
    prompt: 'jobs.log is long. Exactly one run in it FAILED. At what time, and what is the number of that run?',
    files: { 'jobs.log': jobs },
    checks: [answerHas(/\b0?8:51:49\b/, /\b1,?877\b/), changesOnly()],
    solution: [
      calls(['grep', { pattern: 'FAILED', path: 'jobs.log' }]),
      says('The run 1877 of nightly-export failed at 08:51:49.'),
    ],
  },
  {
    name: 'largest-value',
    prompt:
      'Each file in the folder services sets a timeout. Which service has the longest one, and how many seconds is it?',
    files: {
      'services/auth.json': '{ "timeout": "45s" }\n',
      'services/mail.json': '{ "timeout": "1500ms" }\n',
      'services/search.json': '{ "retries": 9, "timeout": "2m" }\n',
      'services/billing.json': '{ "timeout": "90s", "retries": 500 }\n',
    },
    checks: [answerHas(/search/i, /\b120\b/), changesOnly()],
    solution: [
      calls(['grep', { pattern: 'timeout', path: 'services' }]),
      says('The service search waits longest: 120 seconds.'),
    ],
  },
]);
