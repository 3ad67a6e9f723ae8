import { asksOnly } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { likely, literal } from '../../word.js';
import { isDash } from './path-word.js';

/** Editors run commands of their own, from their settings, from the file they open and from what they are told. */
const editor: Program = (args, doing) => {
  if (asksOnly(args)) return;
  doing.unknown('an editor needs a person at the terminal, and can run any command');
  args.forEach((word, at) => {
    const told = /^(-c|-e|-S|-s|--cmd|--eval|--execute)$/.test(args[at - 1]?.text ?? '');
    const command = /^\+?:*[a-z%.]* ?!(.+)$/s.exec(likely(word))?.[1];
    if (command !== undefined) doing.script(literal(command));
    if (isDash(word) || /^[-+:]/.test(likely(word)) || (told && command !== undefined)) return;
    doing.read(word);
    doing.write(word);
  });
};

/** Hands a file or an address to whatever program the desktop has for it. */
const opener: Program = (args, doing) => {
  if (asksOnly(args)) return;
  doing.unknown('which program opens it is set on the desktop, and nothing confines that program');
  for (const word of args) {
    const text = likely(word);
    if (text.startsWith('-')) continue;
    if (/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^file:/i.test(text)) doing.net(word);
    else doing.read(word);
  }
};

export const editorPrograms: ProgramTable = {
  'ed red ex vi view vim nvim gvim vimdiff rvim emacs emacsclient nano pico micro joe helix hx code subl': editor,
  'xdg-open open gio sensible-browser': opener,
};
