const names =
  'rm|rmdir|unlink|shred|dd|mkfs[.a-z0-9]*|mke2fs|wipefs|sgdisk|fdisk|sfdisk|parted|cryptsetup|blkdiscard|mv|cp|chmod|chown|find|rsync|tee|cat|head|tail|less|base64|xxd|curl|wget|nc|ncat|netcat|socat|scp|openssl|sudo|doas|env|xargs|eval|exec|sh|bash|truncate|ln|install|tar';

/** A text in which one of the programs is named that do the worst harm. */
export const suspect = new RegExp(`(?:^|[\\s/])(?:${names})(?:\\s|$)`);

/** The name of such a program. */
export const suspectName = new RegExp(`^(?:${names})$`);
