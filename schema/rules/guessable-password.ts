import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The owner of a password, and the owner's school: an attacker who knows them tries these words first. */
export interface PasswordOwner {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly schoolName?: string | null;
}

/** From refused passwords to passwords that take years to find. */
export type PasswordStrength = 'guessable' | 'fair' | 'good' | 'strong';

// The numbers of guesses from which a password is accepted, is good, and is strong. The library's leaked passwords and
// their simple variants need fewer guesses than the first number. Sign-in allows far fewer guesses than that.
const [refusedBelow, fairBelow, goodBelow] = [1e5, 1e7, 1e10];

// Words that are common at schools in Japan, beside the library's list of 30,000 leaked passwords.
const schoolWords = `nihon nippon nihongo tokyo osaka kyoto hokkaido sakura himawari hanamaru sensei gakkou gakusei
  kyoushitsu kyouto toukyou shougakkou chuugakkou koukou youchien hoikuen seito jidou eigo english japanese teacher
  student admin administrator school classroom textbook naruto doraemon pikachu totoro kitty ganbare ganbatte arigatou konnichiwa ohayou
  もじもじ さくら ひまわり はなまる せんせい がっこう がくせい きょうしつ にほんご えいご ぱすわーど パスワード
  ありがとう こんにちは おはよう がんばれ`.split(/\s+/);
const product = ['manabook', 'まなぶっく', 'マナブック'];

let made: ZxcvbnFactory | undefined;

// Made at the first use, since few processes set a password.
const estimator = (): ZxcvbnFactory =>
  (made ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, 'school-words': schoolWords },
    graphs: adjacencyGraphs,
    // The time to match grows with the square of the length, so a longer password is judged by its beginning.
    maxLength: 32,
    l33tMaxSubstitutions: 16,
  }));

/**
 * How hard a password is to guess, for a password of a permitted length. The parts of the owner's name and e-mail, of the
 * school's name and of the product's do not count: a password must be hard to guess without them.
 */
export function passwordStrength(password: string, owner: PasswordOwner): PasswordStrength {
  const rest = withoutParts(password.normalize('NFKC').replace(/\s+/gu, ''), partsOf(owner));
  // `sakura-1234` is as easy as `sakura1234`.
  const guesses = Math.min(...[rest, rest.replace(/[-_.]+/g, '')].map((text) => estimator().check(text).guesses));
  if (guesses < refusedBelow) return 'guessable';
  if (guesses < fairBelow) return 'fair';
  return guesses < goodBelow ? 'good' : 'strong';
}

/** Whether a new password is refused: common, a pattern, or little more than names. */
export const isGuessable = (password: string, owner: PasswordOwner): boolean =>
  passwordStrength(password, owner) === 'guessable';

function partsOf({ email, firstName, lastName, schoolName }: PasswordOwner): string[] {
  const [mailbox = '', host = ''] = email.split('@');
  const words = [mailbox, ...host.split('.').slice(0, -1), firstName, lastName, schoolName ?? '', ...product];
  const parts = words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]).map((word) => fold(word));
  return [...new Set(parts)].filter(isTelling).sort((one, other) => other.length - one.length);
}

// Three Latin letters are in many words by chance; two kanji are a name.
const isTelling = (part: string): boolean =>
  [...part].length >= (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(part) ? 2 : 4);

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');

const lookAlikes: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  '@': 'a',
  5: 's',
  $: 's',
  7: 't',
};
const plainOf = (text: string): string =>
  [...text.toLowerCase()].map((letter) => lookAlikes[letter] ?? letter).join('');

function withoutParts(password: string, parts: readonly string[]): string {
  const rest = [...password];
  for (const part of parts) {
    const wanted = [plainOf(part), plainOf([...part].reverse().join(''))];
    const length = [...part].length;
    for (let at = 0; at + length <= rest.length;) {
      if (wanted.includes(plainOf(rest.slice(at, at + length).join('')))) rest.splice(at, length);
      else at += 1;
    }
  }
  return rest.join('');
}
