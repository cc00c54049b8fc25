import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

/** Files that only children read; their words have rules of their own. */
const children = ['check', 'posting', 'record', 'scan', 'sending', 'student'];

/** The specification's own messages, and those that children alone are shown. */
const given = [
  'messages.bookNotFound',
  'messages.checkAndResubmit',
  'messages.checkEmailAndPassword',
  'messages.classStorageFull',
  'messages.confirmPasswordField',
  'messages.passwordReused',
  'messages.profileNameRequire',
  'messages.profileStorageFull',
  'messages.serviceUnavailable',
  'messages.sessionExpired',
  'messages.tooManyUploads',
];

const avoided = {
  en: /\blog(?:ged|ging)? (?:in|out)\b|\be-mail|\bfilms?\b|\bplease\b|\beverybody\b|\bsomebody\b|\bwhoever\b|\bmay do\b|\btake up\b|\bfor ever\b|\banew\b|\bmend\b|\bchildren\b|\bevery kind\b/i,
  jp: /ログイン|ログアウト|掲示板|教科書|児童|押して聞|リスン|ブラウザ(?!ー)|スタッフ|(?<!教)職員|本[にのをがへ]|ましょう/,
};

const textsOf = (language: 'en' | 'jp') =>
  readdirSync(`locales/${language}`)
    .map((file) => basename(file, '.json'))
    .filter((name) => !children.includes(name))
    .flatMap((name) => {
      const words: unknown = JSON.parse(readFileSync(`locales/${language}/${name}.json`, 'utf8'));
      return Object.entries(words as Record<string, string>).map(([key, text]) => ({ key: `${name}.${key}`, text }));
    });

it.each(['en', 'jp'] as const)('staff read one term for one thing (%s)', (language) => {
  const texts = textsOf(language).filter(({ key }) => !given.includes(key));
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter(({ text }) => avoided[language].test(text))).toEqual([]);
});

it('the class’s school administrator is another term than the role of a school owner', () => {
  const words = new Map(textsOf('jp').map(({ key, text }) => [key, text]));
  expect(words.get('shell.roleSchoolOwner')).toBe('学校管理者');
  expect(words.get('classes.schoolAdministrator')).toBe('クラスの学校管理担当');
  expect(words.get('audit.field-schoolAdministratorId')).toBe('クラスの学校管理担当');
});
