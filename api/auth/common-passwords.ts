/** The passwords that guessers try first, of those long enough for our rules; letters only, digits around them count for nothing. */
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

/** Who sets the password: their own name and address are the next guess. */
export interface Owner {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Whether a password is among the first that somebody would try. */
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

// `aaaaaaaa`, `12121212`, `abcdabcd`: one to four signs over and over.
const isRepeated = (text: string): boolean => /^(.{1,4})\1+$/su.test(text);
