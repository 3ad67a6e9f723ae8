/** A small PDF with one line of text a page; `encrypted` asks for a password. */
export function makePdf(pages: readonly string[], { encrypted = false } = {}): Buffer {
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (const [at, text] of pages.entries()) {
    const lines = text.split('\n').map((line) => `(${line}) Tj 0 -14 Td`);
    const content = `BT /F1 12 Tf 72 720 Td ${lines.join(' ')} ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * at} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  const secret = '41'.repeat(32);
  if (encrypted) objects.push(`<< /Filter /Standard /V 1 /R 2 /O <${secret}> /U <${secret}> /P -4 >>`);
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const protection = encrypted ? ` /Encrypt ${objects.length} 0 R /ID [<${secret}> <${secret}>]` : '';
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${protection} >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}
