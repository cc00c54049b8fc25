import { searchText } from '#api/ground/db/search-text.ts';

/** A heading without what makes no difference, such as in `E-mail`, `email *` and `Ｅメール`. */
export const plainHeading = (text: string): string => searchText(text).replace(/[\s\-_*()]/g, '');
