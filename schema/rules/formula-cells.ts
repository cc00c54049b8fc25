// The characters with which a spreadsheet's formula begins; Japanese editions accept full-width signs too.
const begin = '[=+\\-@\\t\\r\\n＝＋－＠]';
const dangerous = new RegExp(`^'*${begin}`);
const neutralised = new RegExp(`^'+${begin}`);

/**
 * Protects a cell against formula injection: an apostrophe precedes a text that looks like a formula. A text that
 * begins with an apostrophe gets another one, so that `plainCell` restores every text.
 */
export const harmlessCell = (text: string): string => (dangerous.test(text) ? `'${text}` : text);

/** Restores the text that `harmlessCell` got. */
export const plainCell = (cell: string): string => (neutralised.test(cell) ? cell.slice(1) : cell);
