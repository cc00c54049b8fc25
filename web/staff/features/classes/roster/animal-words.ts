import type { AnimalName } from '#web/shared/art/animals.tsx';

/** The Japanese words for each animal that a school's list may use. */
const wordsOf: Record<AnimalName, readonly string[]> = {
  cat: ['ねこ', '猫'],
  dog: ['いぬ', '犬'],
  rabbit: ['うさぎ', '兎'],
  bear: ['くま', '熊'],
  fox: ['きつね', '狐'],
  frog: ['かえる', '蛙'],
  penguin: ['ぺんぎん'],
  owl: ['ふくろう', '梟'],
  elephant: ['ぞう', '象'],
  panda: ['ぱんだ'],
};

const animals = new Map(
  (Object.keys(wordsOf) as AnimalName[]).flatMap((animal) =>
    [animal, ...wordsOf[animal]].map((word) => [word, animal] as const),
  ),
);

/** Makes a word comparable: half width, lower case, katakana as hiragana, without spaces. */
export const plainWord = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/gu, '')
    .replace(/[\u30a1-\u30f6]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60));

/** The animal of a word in English or Japanese; undefined for any other word. */
export const animalOf = (word: string): AnimalName | undefined => animals.get(plainWord(word));
