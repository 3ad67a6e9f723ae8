const integers = /^([+-]?[0-9]+)\.\.([+-]?[0-9]+)(?:\.\.([+-]?[0-9]+))?$/;
const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.([+-]?[0-9]+))?$/;

/**
 * The words of `{1..5}`, given what stands between the braces. `none` when it is no sequence and stays as it is; `unclear`
 * when it has too many words, or such that bash reads as more than text.
 */
export function parseSequence(text: string, limit: number): readonly string[] | 'none' | 'unclear' {
  const numbers = integers.exec(text);
  if (numbers !== null) return integerSequence(numbers, limit);
  const [, first, last, step = '1'] = letters.exec(text) ?? [];
  if (first === undefined || last === undefined) return 'none';
  // From `Z` to `a` there are a backslash and a backtick.
  if (/[a-z]/.test(first) !== /[a-z]/.test(last) || step.length > 9) return 'unclear';
  const codes = count(first.charCodeAt(0), last.charCodeAt(0), Number(step), limit);
  return codes?.map((code) => String.fromCharCode(code)) ?? 'unclear';
}

function integerSequence(
  [, first = '', last = '', step = '1']: RegExpExecArray,
  limit: number,
): readonly string[] | 'unclear' {
  if (Math.max(first.length, last.length, step.length) > 9) return 'unclear';
  const values = count(Number(first), Number(last), Number(step), limit);
  if (values === undefined) return 'unclear';
  const padded = [first, last].some((end) => /^-?0[0-9]/.test(end));
  const width = padded ? Math.max(first.length, last.length) : 0;
  return values.map((value) => pad(value, width));
}

function pad(value: number, width: number): string {
  const digits = String(Math.abs(value));
  return value < 0 ? `-${digits.padStart(width - 1, '0')}` : digits.padStart(width, '0');
}

function count(first: number, last: number, step: number, limit: number): readonly number[] | undefined {
  const size = Math.abs(step) || 1;
  const steps = Math.floor(Math.abs(last - first) / size);
  if (steps >= limit) return undefined;
  const direction = first > last ? -size : size;
  return Array.from({ length: steps + 1 }, (_, index) => first + index * direction);
}
