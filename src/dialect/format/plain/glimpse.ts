import type { Input, Reading } from '../../read/input.js';

/** The most characters that are looked at before they are taken. */
const most = 256;

/**
 * What follows, told without taking it. `tell` is given what has come of the next characters and whether there are no
 * more of them for it; it answers undefined while that does not tell.
 */
export function* glimpse<Told>(
  input: Input,
  tell: (ahead: string, ended: boolean) => Told | undefined,
): Reading<Told | undefined> {
  for (;;) {
    const ahead = input.text.slice(input.at, input.at + most);
    const over = ahead.length >= most || input.ended;
    const told = tell(ahead, over);
    if (told !== undefined || over) return told;
    yield;
  }
}
