/** The first `most` UTF-16 units of a text; without the last when it is only half of a character, which JSON of PostgreSQL refuses. */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
