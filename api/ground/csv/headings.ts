import { searchText } from '#api/ground/db/search-text.ts';

/** A heading in a form that ignores dashes, spaces, stars and width, as in `E-mail`, `email *` and `Ｅメール`. */
export const plainHeading = (text: string): string => searchText(text).replace(/[\s\-_*()]/g, '');
