type Field = Readonly<Record<string, unknown>>;

/** Whether a server asks for what sounds like a secret, in the words of some languages, or in letters that hide it. */
export function soundsSecret(message: string, fields: readonly (readonly [string, Field])[]): boolean {
  return (
    isStrong(message) ||
    fields.some(([name, field]) => {
      const named = `${name.replaceAll(/[_-]/g, ' ')} ${name} ${String(field['title'] ?? '')}`;
      return shortWords.test(named) || isStrong(`${named} ${JSON.stringify(field)}`);
    })
  );
}

function isStrong(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return strongWords.test(plain) || mixedWord.test(plain);
}

const strongWords =
  /pass(?:word|phrase|code|wort)|kennwort|mot de passe|contrase[nñ]a|\bsenha\b|парол|密码|密碼|パスワード|비밀번호|secret|\btoken\b|api[\s_-]?key|access[\s_-]?key|private[\s_-]?key|credential|one[\s-]?time (?:code|password)|card number|seed phrase/i;
/** They count where something is named, not within a sentence about it. */
const shortWords = /\b(?:otp|pin|cvv|cvc|2fa|mfa)\b/i;
/** Nobody writes so who does not want to be misread. */
const mixedWord =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u;
