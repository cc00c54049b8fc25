/**
 * A field's `parse` or `format` that keeps the value. By default, final-form stores an empty text as undefined, which JSON
 * leaves out, and shows null as ''.
 */
export const asItIs = <Value>(value: Value): Value => value;
