/** What was typed as a number, full-width digits too; text that is none stays text, for the rules to refuse. */
export function typedNumber(text: string): number | string {
  const plain = text.normalize('NFKC').trim();
  return /^[-+]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : plain;
}
