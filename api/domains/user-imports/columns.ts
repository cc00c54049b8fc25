import { languageWords, phoneTypeWords, roleWord, type UserWords } from '#api/domains/users/words.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { roles } from '#schema/access.ts';

/** The fields that a column of the file can have. */
export const importFields = ['email', 'lastName', 'firstName', 'role', 'phoneNumber', 'phoneType', 'language'] as const;
export type ImportField = (typeof importFields)[number];

/** The fields that every file must have. */
export const requiredFields: readonly ImportField[] = ['email', 'lastName', 'firstName', 'role'];

// Further headings that schools use, besides the words of our screens.
const headings: Record<ImportField, readonly string[]> = {
  email: ['email', 'email address', 'mail', 'メール', 'eメール', '電子メール', 'メアド'],
  lastName: ['surname', 'family name', '苗字', '名字', '氏'],
  firstName: ['given name', '名前（名）', '下の名前'],
  role: ['user role', '権限', 'ロール', '役職', '種別'],
  phoneNumber: ['phone', 'telephone', 'tel', '電話', 'TEL'],
  phoneType: ['type of phone', '電話種別'],
  language: ['lang', 'メールの言語'],
};

const roleNames: Record<string, readonly string[]> = {
  SuperAdmin: ['super admin'],
  Administrator: ['admin'],
  SchoolOwner: ['owner', 'school administrator', 'オーナー', '校長'],
  Teacher: ['教師', '教員', '講師'],
};
const phoneTypeNames = { 1: ['1', 'landline', '固定'], 2: ['2', 'mobile', 'cell', '携帯'] } as const;
const languageNames = { en: ['en'], jp: ['jp', 'ja'] } as const;

/** Reads the words of a file, in both languages. */
export interface Vocabulary {
  readonly field: (heading: string) => ImportField | undefined;
  readonly role: (cell: string) => string | undefined;
  readonly phoneType: (cell: string) => number | undefined;
  readonly language: (cell: string) => string | undefined;
}

export function vocabularyOf(languages: readonly UserWords[]): Vocabulary {
  const say = (key: string): string[] => languages.map((words) => words(key));
  const fields = importFields.map((field) => [field, [field, ...say(`users.${field}`), ...headings[field]]] as const);
  const types = ([1, 2] as const).map(
    (type) => [type, [...say(phoneTypeWords[type]), ...phoneTypeNames[type]]] as const,
  );
  const tongues = (['en', 'jp'] as const).map(
    (tongue) => [tongue, [...say(languageWords[tongue]), ...languageNames[tongue]]] as const,
  );
  return {
    field: finder(fields),
    role: finder(roles.map((role) => [role, [role, ...say(roleWord(role)), ...(roleNames[role] ?? [])]] as const)),
    phoneType: finder(types),
    language: finder(tongues),
  };
}

function finder<Value>(known: readonly (readonly [Value, readonly string[]])[]): (text: string) => Value | undefined {
  const values = new Map(known.flatMap(([value, names]) => names.map((name) => [plain(name), value] as const)));
  return (text) => values.get(plain(text));
}

// Removes what makes no difference, such as in `E-mail`, `email *` and `Ｅメール`.
const plain = (text: string): string => searchText(text).replace(/[\s\-_*()]/g, '');
