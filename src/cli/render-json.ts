/** A value as JSON that can also be shown: what would steer a terminal or not be seen stands there as an escape. */
export function renderJson(value: unknown): string {
  return escapeUnseen(JSON.stringify(value, null, 2));
}

/** The same for JSON text. */
export function escapeUnseen(json: string): string {
  return json.replaceAll(unseen, (char) => char.split('').map(escapeUnit).join(''));
}

/** JSON itself escapes only the first 32 characters, and line ends stand between its parts only. */
const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
