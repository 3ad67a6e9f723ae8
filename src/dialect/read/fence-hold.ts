/**
 * Holds the marks of a code block back until it is known whether anything but calls stands in it: marks around calls alone
 * are not said.
 */
export class FenceHold {
  private readonly sayOn: (text: string) => void;
  /** What may be opening marks, at the end of what came. */
  private held = '';
  /** The marks of a block in which calls stood, and what came behind the last of them. */
  private marks: string | undefined;
  private behind = '';

  constructor(sayOn: (text: string) => void) {
    this.sayOn = sayOn;
  }

  say(text: string): void {
    if (this.marks !== undefined) {
      this.sayBehind(this.marks, text);
      return;
    }
    const all = this.held + text;
    const [opening = ''] = openingAtEnd.exec(all.slice(-maxHeld)) ?? [];
    this.held = opening;
    this.on(all.slice(0, all.length - opening.length));
  }

  /** A call was read here; `quoted`: in a code block. */
  call(quoted: boolean): void {
    if (this.marks !== undefined && this.behind.trim() === '') return;
    if (quoted && this.held !== '') this.marks = /`+|~+/.exec(this.held)?.[0];
    else this.release();
  }

  /** Says what is held: it belongs to something else. */
  release(): void {
    const all = this.held + this.behind;
    this.forget();
    this.on(all);
  }

  end(): void {
    if (this.marks !== undefined && /^\s*[`~]*\s*$/.test(this.behind)) this.forget();
    this.release();
  }

  private sayBehind(marks: string, text: string): void {
    this.behind += text;
    const [closing] =
      new RegExp(`^\\s*${marks}[${marks.charAt(0)}]*(?=[ \\t]*\\n|[^\\n${marks.charAt(0)}])`).exec(this.behind) ?? [];
    if (closing !== undefined) {
      const rest = this.behind.slice(closing.length);
      this.forget();
      this.say(rest);
    } else if (this.behind.length > maxHeld || !/^\s*[`~]*[ \t]*$/.test(this.behind)) this.release();
  }

  private forget(): void {
    this.held = '';
    this.marks = undefined;
    this.behind = '';
  }

  private on(text: string): void {
    if (text !== '') this.sayOn(text);
  }
}

const maxHeld = 300;

/** Marks, with what names the language, and white space behind. */
const openingAtEnd = /[ \t]*(?:(?:`{3,}|~{3,})[^\n`]*(?:\n\s*)?|(?:`{1,2}|~{1,2})[ \t]*)$/;
