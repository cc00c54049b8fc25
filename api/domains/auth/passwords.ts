import { hash, verify } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { users } from '#api/ground/db/schema.ts';
import { invalid } from '#api/ground/http/problems.ts';
import { createRateLimit, type RateLimit } from '#api/ground/http/rate-limit.ts';
import { createTurns } from '#api/ground/http/turns.ts';
import type { Uses } from '#api/ground/services.ts';
import { passwordForm } from '#schema/rules/password.ts';

// argon2id is the library's default algorithm; the costs are OWASP's.
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of an unknown password with the same costs: verifying takes as long for an unknown account as for a known one. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$RxA0x+GOe+KwYhiFekN+8w$wBxnv84FvSej27ztbSQ+/xZiyLfURyrC+fBVhxOIL6Q';

export function hashPassword(password: string): Promise<string> {
  return withHashingSlot(() => hash(passwordForm(password), costs));
}

/** The hash of a new password; undefined when the account already has this password. */
export function newPasswordHash(password: string, currentHash: string | null): Promise<string | undefined> {
  return withHashingSlot(async () => {
    const same = currentHash !== null && (await verify(currentHash, passwordForm(password)));
    return same ? undefined : hash(passwordForm(password), costs);
  });
}

/** Compares a password; call it inside a hashing slot. Without a stored hash it takes as long and resolves to false. */
export async function verifyPassword(password: string, storedHash: string | null | undefined): Promise<boolean> {
  const matches = await verify(storedHash ?? nobodysHash, passwordForm(password));
  return matches && typeof storedHash === 'string';
}

/** Limits hashing to two at a time: one hash takes 19 MiB and a core for 30 ms, and other requests need room. */
export const withHashingSlot = createTurns({ atOnce: 2, waiting: 20 });

/** Checks a user's password again, in addition to the session or link. */
export type AssertOwnPassword = (userId: string, password: string | null) => Promise<void>;

/** Answers 400 on `password` when it is missing or wrong, and 429 after 30 tries in 15 minutes for one account. */
export function createOwnPassword({ db, pool }: Uses<'db' | 'pool'>): AssertOwnPassword {
  const tries: RateLimit = createRateLimit(pool, { name: 'own-password', points: 30, seconds: 15 * 60 });
  return async (userId, password) => {
    if (password === null) throw invalid({ password: ['messages.ownPasswordRequire'] });
    await tries.take(userId);
    const [account] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
    const right = await withHashingSlot(() => verifyPassword(password, account?.hash));
    if (!right) throw invalid({ password: ['messages.ownPasswordWrong'] });
  };
}

/** The most common passwords that are long enough for our rules; digits around the letters are ignored. */
const words = new Set(
  `password passwort passw0rd p@ssword p@ssw0rd passcode mypassword iloveyou iloveu ilovejesus sunshine princess
  football baseball basketball softball volleyball superman batman spiderman pokemon pikachu doraemon dragon dragonball
  monkey letmein welcome welcomeback administrator superadmin admin adminadmin manager teacher student school
  classroom english japanese nihon nippon japan tokyo osaka kyoto sakura himawari hanamaru sensei gakkou gakusei
  kyoushitsu manabook demoschool changeme changeit default defaultpassword secret topsecret mysecret trustno
  whatever nothing internet computer keyboard michelle jennifer jessica michael jordan charlie daniel thomas robert
  anthony matthew joshua andrew nicole elizabeth victoria samantha hellokitty helloworld hello abcabc
  starwars startrek mercedes corvette ferrari porsche mustang chocolate cheese butterfly flower rainbow lovely
  loveyou forever together friends freedom liverpool chelsea arsenal barcelona master shadow hunter killer
  ninja samurai naruto access login signin guest testing tester test temp temporary qazwsx qazwsxedc zaqwsx
  qwerty qwertyui qwertyuiop asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm aaaaaa abcdef abcdefg abcdefgh abcd
  azerty qwertz poiuytrewq lkjhgfdsa mnbvcxz`.split(/\s+/),
);

const runs = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv',
];

/** The owner of the password: their name and e-mail are common guesses too. */
interface Owner {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Whether a password is a common one, the owner's name or e-mail, or a simple pattern. */
export function isCommonPassword(password: string, { email, firstName, lastName }: Owner): boolean {
  const plain = fold(password);
  const letters = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const own = [email, email.split('@')[0] ?? '', firstName, lastName, firstName + lastName, lastName + firstName];
  return (
    words.has(plain) ||
    words.has(letters) ||
    isRepeated(plain) ||
    runs.some((run) => run.includes(plain) || reversed(run).includes(plain)) ||
    own.map(fold).some((name) => name !== '' && (name === plain || name === letters))
  );
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
const reversed = (text: string): string => [...text].reverse().join('');

// `aaaaaaaa`, `12121212`, `abcdabcd`: one to four characters repeated.
const isRepeated = (text: string): boolean => /^(.{1,4})\1+$/su.test(text);
