import type { Language } from '#schema/languages.ts';
import type { Language as GraphqlLanguage } from '#web/staff/operations.generated.ts';

/** GraphQL's name of a language of the screens. */
export const graphqlLanguage = (language: string): GraphqlLanguage => (language === 'jp' ? 'JP' : 'EN');

export const languageOf = (name: GraphqlLanguage): Language => (name === 'JP' ? 'jp' : 'en');
