/**
 * Keeps a field's value, as its `parse` or `format`: final-form would store an empty text as undefined, which JSON leaves
 * out, and would show null as ''.
 */
export const asItIs = <Value>(value: Value): Value => value;
