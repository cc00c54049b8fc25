import type { Settings } from '#api/ground/settings/settings.ts';
import { readWords } from '#api/ground/words.ts';
import type { Language } from '#schema/languages.ts';

const namespaces = ['users', 'shell', 'messages'] as const;

/** A word of the users' screens by its key, such as `users.email`: a file uses the same words. */
export type UserWords = (key: string) => string;

export async function userWords(settings: Pick<Settings, 'root'>, language: Language): Promise<UserWords> {
  const read = async (namespace: string): Promise<[string, string][]> => {
    const words = await readWords(settings, language, namespace);
    return Object.entries(words).map(([key, text]) => [`${namespace}.${key}`, text]);
  };
  const wordsByKey = new Map((await Promise.all(namespaces.map(read))).flat());
  return (key) => wordsByKey.get(key) ?? key;
}

/** The keys of words for the values in cells. */
export const roleWord = (role: string): string => `shell.role${role}`;
export const phoneTypeWords = { 1: 'users.landline', 2: 'users.mobile' } as const;
export const statusWords = { 0: 'users.invited', 1: 'users.actived', 2: 'users.deactivated' } as const;
export const languageWords = { en: 'users.languageEn', jp: 'users.languageJp' } as const;
