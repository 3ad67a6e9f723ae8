/** Text without control characters, as names and values of settings are. */
export const printable = '^[^\\p{Cc}\\p{Zl}\\p{Zp}]+$';
