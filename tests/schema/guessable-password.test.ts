import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { isGuessable, type PasswordOwner, passwordStrength } from '#schema/rules/guessable-password.ts';
import { passwordFields } from '#schema/rules/password.ts';

const owner: PasswordOwner = {
  email: 'm.hayashi@hoshizora.ed.jp',
  firstName: 'Marigold',
  lastName: '林田 Featherstone',
  schoolName: 'Hoshizora Elementary School',
};
const someone: PasswordOwner = { email: 'someone@example.com', firstName: 'Some', lastName: 'One' };

const permitted = (password: string): boolean => passwordFields.password.safeParse(password).success;

describe('a password is refused', () => {
  test('among the 10,000 most common ones, of which every tenth that is long enough is tried', () => {
    const common = dictionary['passwords-common'].slice(0, 10_000).map(String).filter(permitted);
    const tried = common.filter((_, index) => index % 10 === 0);
    expect(tried.length).toBeGreaterThan(200);
    expect(tried.filter((password) => !isGuessable(password, someone))).toEqual([]);
  });

  // Of lists of leaked passwords that the library's is not made from.
  test.each(
    `password 12345678 sunshine princess football baseball superman trustno1 jennifer michelle iloveyou starwars
    11111111 corvette mercedes maverick samantha steelers 88888888 hardcore rush2112 bigdaddy scorpion
    marlboro danielle victoria yankees1 qwerty123 1q2w3e4r 1qaz2wsx zaq12wsx asdfghjkl Password1! P@ssw0rd Passw0rd!
    Welcome1 Summer2024 Qwerty123! letmein123 admin1234 changeme dragon123 abcd1234 aaaaaaaa abcabcabc 20261125`.split(
      /\s+/,
    ),
  )('as common or a pattern: %s', (password) => {
    expect(isGuessable(password, someone)).toBe(true);
  });

  test.each([
    'himawari2026',
    'hanamaru1',
    'Sakura-1234',
    'ｐａｓｓｗｏｒｄ１',
    'がっこう2026',
    'p a s s w o r d',
    'doraemon12',
  ])('as common in Japan: %s', (password) => {
    expect(isGuessable(password, someone)).toBe(true);
  });

  test.each([
    'marigold2026!',
    'M4r1g0ld-26',
    'FeatherstoneMarigold',
    'dlogiram1999',
    '林田林田12345',
    'hayashi-1985',
    'Hoshizora1!',
    'ElementarySchool9',
    'Manabook2026!',
    'm@nab00k-123',
    'まなぶっく1234',
  ])('as little more than parts of the name, the address, the school and the product: %s', (password) => {
    expect(isGuessable(password, owner)).toBe(true);
  });
});

describe('a password may', () => {
  test.each([
    'kx7-vq2m',
    'learn-together',
    'what it is now',
    'a password of mine',
    'ひみつのことばだよ',
    '🦊🐻🐰🐸🐧🦉🐘🐼',
    'correct horse battery staple',
  ])('be %s', (password) => {
    expect(isGuessable(password, owner)).toBe(false);
  });

  test('hold a name, where the rest is hard to guess by itself', () => {
    expect(isGuessable('marigold kx7-vq2m', owner)).toBe(false);
  });

  test('hold short names by chance', () => {
    expect(isGuessable('broken-kettle-9', { ...someone, firstName: 'Ken', lastName: 'Li' })).toBe(false);
  });
});

test('the strength grows with the password', () => {
  const typed = ['kx7v', 'kx7vq2', 'kx7vq2mb', 'kx7vq2mb-w9'];
  expect(typed.map((password) => passwordStrength(password, someone))).toEqual(['guessable', 'fair', 'good', 'strong']);
});

test.each(['a', 'p4ssw0rd', '1234567890', '1!l|'])(
  'of %s over and over, only the first 32 characters are judged',
  (part) => {
    // The time to match grows with the square of the length, and the API checks passwords beside other requests.
    const first = part.repeat(32).slice(0, 32);
    expect(isGuessable(first, owner)).toBe(true);
    expect(isGuessable(`${first}kx7vq2mb-w9-broken-kettle`, owner)).toBe(true);
    expect(isGuessable(`${part.repeat(2)}kx7vq2mb-w9-broken-kettle`.slice(0, 32), owner)).toBe(false);
  },
);
