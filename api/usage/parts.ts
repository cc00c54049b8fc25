/** What a page view can be of, by its columns. */
export const placeColumns = ['class_id', 'textbook_id', 'lesson_id', 'content_type'] as const;
export type PlaceColumn = (typeof placeColumns)[number];

/**
 * The parts of a school that `usage_totals` holds by day, each by what its rows name; the first is the whole school. A
 * visitor of two units of a book is one visitor of the book, so each part counts its own. Of any other part, visitors
 * are counted when somebody asks.
 */
export const parts: readonly (readonly PlaceColumn[])[] = [
  [],
  ['content_type'],
  ['class_id'],
  ['class_id', 'content_type'],
  ['textbook_id'],
  ['textbook_id', 'content_type'],
  ['lesson_id'],
  ['lesson_id', 'content_type'],
  ['textbook_id', 'lesson_id'],
  ['textbook_id', 'lesson_id', 'content_type'],
];

const types = { class_id: 'uuid', textbook_id: 'uuid', lesson_id: 'uuid', content_type: 'smallint' } as const;

/** The parts that a row belongs to, as SQL rows of `placeColumns`; what a part does not name is null. */
export const partsOf = (row: string): string => {
  const one = (part: readonly PlaceColumn[]) => {
    const cells = placeColumns.map((column) => (part.includes(column) ? `${row}.${column}` : `null::${types[column]}`));
    const named = part.map((column) => `${row}.${column} is not null`);
    return `select ${cells.map((cell, at) => `${cell} as ${placeColumns[at]}`).join(', ')}
      where ${named.join(' and ') || 'true'}`;
  };
  return parts.map(one).join(' union all ');
};
