import type { Request } from 'express';
import type { Language } from '#schema/languages.ts';

/** The language by the header `accept-language`; English when the header has none of ours. */
export const acceptedLanguage = (request: Request): Language =>
  request.acceptsLanguages('en', 'ja') === 'ja' ? 'jp' : 'en';
