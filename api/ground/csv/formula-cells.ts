// What a spreadsheet takes for the beginning of a formula; the wide signs too, in Japanese editions.
const begin = '[=+\\-@\\t\\r\\n＝＋－＠]';
const dangerous = new RegExp(`^'*${begin}`);
const neutralised = new RegExp(`^'+${begin}`);

/**
 * A cell that no spreadsheet computes: an apostrophe goes before what looks like a formula, and before what already
 * has one, so that `plainCell` gives every text back as it was.
 */
export const harmlessCell = (text: string): string => (dangerous.test(text) ? `'${text}` : text);

/** The text that `harmlessCell` was given. */
export const plainCell = (cell: string): string => (neutralised.test(cell) ? cell.slice(1) : cell);
