import type { Group } from '../requirements.js';

/** What is promised of questions: what a person is shown before they decide, and which answers count. */
// biome-ignore format: one line a requirement
export const question = {
  'question.shown.whole': { says: 'a question shows all that will run, however long, and counts what would push its end out of sight' },
  'question.shown.pages': { says: 'what is longer than the terminal is shown in pages; a yes counts after its end, or after the person skipped a stated number of lines' },
  'question.shown.escaped': { says: 'control, bidi and invisible characters and odd spaces are shown as escapes, with a warning that names them' },
  'question.shown.look-alikes': { says: 'characters that pass for others are named with code point and script; words of one script, accents and emoji are not' },
  'question.shown.hosts': { says: 'a host that is not plain ASCII is told by its punycode, and one in punycode by its letters' },
  'question.shown.imitation': { says: 'text that imitates a question or an approval stays in the gutter and is warned of' },
  'question.shown.facts': { says: 'a question lists the facts, the level, the reasons, whether it can be undone and whether it is sandboxed' },
  'question.shown.bounded-time': { says: 'a question of a megabyte is drawn without delay; what was not looked through for hidden or misleading text is said' },
  'question.shown.same-everywhere': { says: 'a script and a run without a terminal are shown the same text' },

  'question.answer.lasting': { says: 'a lasting answer first shows what else it would allow, and takes a second yes' },
  'question.answer.not-offered': { says: 'lasting choices are there only where something may be made lasting; else the reason is told' },
  'question.answer.type-ahead': { says: 'keys pressed before a question was drawn, or right after, are no answer to it; Enter alone is no yes' },
  'question.answer.digest': { says: 'an answer by a line of stdin can name the digest it is for, and is passed over when that is another' },
  'question.answer.origin': { says: 'an answer is recorded with who gave it and from where' },
  'question.answer.late': { says: 'an answer to a question that is no longer open is passed over, and that is said' },
  'question.answer.reason': { says: 'the model reads why the person said no' },
  'question.answer.style': { says: 'a profile brings its own words and choices, as data' },
} as const satisfies Group;
