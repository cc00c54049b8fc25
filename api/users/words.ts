import type { Settings } from '#api/settings.ts';
import { readWords } from '#api/words.ts';
import type { Language } from '#schema/languages.ts';

const namespaces = ['users', 'shell', 'messages'] as const;

/** A word of the users' screens, so that a file says the same: `users.email`, `shell.roleTeacher`. */
export type UserWords = (key: string) => string;

export async function userWords(settings: Pick<Settings, 'root'>, language: Language): Promise<UserWords> {
  const read = async (namespace: string): Promise<[string, string][]> => {
    const words = await readWords(settings, language, namespace);
    return Object.entries(words).map(([key, text]) => [`${namespace}.${key}`, text]);
  };
  const known = new Map((await Promise.all(namespaces.map(read))).flat());
  return (key) => known.get(key) ?? key;
}

/** The keys of the words that stand for a value in a cell. */
export const roleWord = (role: string): string => `shell.role${role}`;
export const phoneTypeWords = { 1: 'users.landline', 2: 'users.mobile' } as const;
export const statusWords = { 0: 'users.invited', 1: 'users.actived', 2: 'users.deactivated' } as const;
export const languageWords = { en: 'users.languageEn', jp: 'users.languageJp' } as const;
