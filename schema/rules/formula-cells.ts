// The characters with which a spreadsheet's formula begins; Japanese editions accept full-width signs too.
const begin = '[=+\\-@\\t\\r\\n＝＋－＠]';
const dangerous = new RegExp(`^'*${begin}`);
const neutralised = new RegExp(`^'+${begin}`);

/**
 * Protects a cell against formula injection: an apostrophe precedes what looks like a formula, and what already begins
 * with an apostrophe, so that `plainCell` restores every text.
 */
export const harmlessCell = (text: string): string => (dangerous.test(text) ? `'${text}` : text);

/** The text that `harmlessCell` was given. */
export const plainCell = (cell: string): string => (neutralised.test(cell) ? cell.slice(1) : cell);
