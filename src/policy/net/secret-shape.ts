/**
 * Finds text that has the shape of a secret, also behind one layer of percent signs, base64 or hex. Answers what it looks
 * like, for the person, and never the text itself.
 */
export function findSecretShape(text: string): string | undefined {
  for (const spelling of spellings(text.slice(0, maxText))) {
    const found = shapes.find(({ form, random }) =>
      [...spelling.matchAll(form)].some(([whole, part]) => random !== true || looksRandom(part ?? whole)),
    );
    if (found !== undefined) return found.name;
  }
  return undefined;
}

const maxText = 200_000;
/** How many pieces are looked at that may be something else in base64 or hex. */
const maxPieces = 200;

interface Shape {
  readonly name: string;
  readonly form: RegExp;
  /** The text, or its first group, must also look like no words. */
  readonly random?: boolean;
}

/** The prefixes are those that the makers of the tokens document. */
const shapes: readonly Shape[] = [
  { name: 'a private key', form: /-----BEGIN[A-Z ]{0,40}PRIVATE KEY/g },
  { name: 'an access key of AWS', form: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g },
  { name: 'a token of GitHub', form: /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{20,255}/g },
  { name: 'a token of GitHub', form: /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{20,255}/g },
  { name: 'a token of GitLab', form: /(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{20,255}/g },
  { name: 'a token of Slack', form: /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,255}/g },
  { name: 'a token of npm', form: /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,255}/g },
  { name: 'a token of PyPI', form: /(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{50,255}/g },
  { name: 'a token of Hugging Face', form: /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,255}/g },
  { name: 'a key of Google', form: /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}/g },
  { name: 'a key of Stripe', form: /(?<![A-Za-z0-9])[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}/g },
  { name: 'a key of SendGrid', form: /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,255}\.[A-Za-z0-9_-]{16,255}/g },
  { name: 'a key of a model provider', form: /(?<![A-Za-z0-9])sk-([A-Za-z0-9_-]{20,255})/g, random: true },
  { name: 'a signed token', form: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4096}\.eyJ[A-Za-z0-9_-]{8,4096}/g },
  { name: 'a bearer token', form: /\bbearer\s{1,8}([A-Za-z0-9._~+/=-]{16,4096})/gi, random: true },
  {
    name: 'a value under the name of a secret',
    form: /(?:token|key|secret|passw(?:or)?d|pwd|auth|credentials?|signature)["']?\s{0,8}[=:]\s{0,8}["']?([A-Za-z0-9+/_=.~-]{20,4096})/gi,
    random: true,
  },
];

/** Words in a row have few digits and are short; what was drawn by lot has both kinds, or is all hex. */
function looksRandom(text: string): boolean {
  const longest = text.split(/[-_.~]/).reduce((best, part) => (part.length > best.length ? part : best), '');
  if (longest.length < 12) return false;
  if (/^[0-9a-f]+$/i.test(longest)) return /[0-9]/.test(longest) && longest.length >= 16;
  return /[0-9]/.test(longest) && /[A-Za-z]/.test(longest);
}

function spellings(text: string): readonly string[] {
  const plain = [text, percentDecoded(text)];
  plain.push(percentDecoded(plain[1] ?? ''));
  const unique = [...new Set(plain)];
  return [...unique, ...unique.flatMap(unpacked)];
}

function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}

/** What the longer pieces of a text say in base64 or hex, where that is readable text. */
function unpacked(text: string): readonly string[] {
  // A slash may belong to base64 or to a path.
  const pieces = [/[A-Za-z0-9+/]{20,}/g, /[A-Za-z0-9+_-]{20,}/g].flatMap((form) =>
    [...text.matchAll(form)].slice(0, maxPieces),
  );
  return pieces
    .flatMap(([piece]) => [
      Buffer.from(piece, 'base64'),
      ...(/^[0-9a-f]+$/i.test(piece) ? [Buffer.from(piece, 'hex')] : []),
    ])
    .map((bytes) => bytes.toString('latin1'))
    .filter((readable) => /^[\t\n\r\x20-\x7e]+$/.test(readable));
}
