/** What a text was read as, or what is wrong with it and what to do. */
export type Parsed<Members> = ({ readonly ok: true } & Readonly<Members>) | Unparsed;

interface Unparsed {
  readonly ok: false;
  readonly message: string;
}

export const unparsed = (message: string): Unparsed => ({ ok: false, message });
