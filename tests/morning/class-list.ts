import { animals } from '#schema/rules/profile-name.ts';
import type { Language } from './views.ts';

/** A child as the school's own list has it. */
export interface Listed {
  readonly number: number;
  readonly name: string;
  readonly reading: string;
  readonly animal: string;
}

// Two children of each class have the same name.
const names: Record<Language, readonly (readonly [name: string, reading: string])[]> = {
  en: [
    'Ada',
    'Ben',
    'Chloe',
    'Daniel',
    'Ella',
    'Finn',
    'Grace',
    'Hugo',
    'Isla',
    'Jack',
    'Kira',
    'Leo',
    'Mia',
    'Mia',
    'Noah',
    'Olivia',
    'Paul',
    'Quinn',
    'Rosa',
    'Sam',
    'Tara',
    'Uma',
    'Victor',
    'Wendy',
    'Xavier',
    'Yara',
    'Zoe',
    'Anouk',
    'Bruno',
    'Cleo',
  ].map((name) => [name, ''] as const),
  jp: [
    ['青木 あおい', 'あおき あおい'],
    ['石川 いつき', 'いしかわ いつき'],
    ['上田 うみ', 'うえだ うみ'],
    ['遠藤 えま', 'えんどう えま'],
    ['岡田 おと', 'おかだ おと'],
    ['加藤 かのん', 'かとう かのん'],
    ['木村 きい', 'きむら きい'],
    ['工藤 くう', 'くどう くう'],
    ['小林 こはる', 'こばやし こはる'],
    ['佐藤 さくら', 'さとう さくら'],
    ['清水 しおん', 'しみず しおん'],
    ['鈴木 すず', 'すずき すず'],
    ['そら', 'そら'],
    ['そら', 'そら'],
    ['田中 たくみ', 'たなか たくみ'],
    ['千葉 ちひろ', 'ちば ちひろ'],
    ['土屋 つむぎ', 'つちや つむぎ'],
    ['寺田 てる', 'てらだ てる'],
    ['戸田 とうや', 'とだ とうや'],
    ['中村 なつ', 'なかむら なつ'],
    ['西田 にこ', 'にしだ にこ'],
    ['野口 のあ', 'のぐち のあ'],
    ['橋本 はると', 'はしもと はると'],
    ['平野 ひなた', 'ひらの ひなた'],
    ['福田 ふみ', 'ふくだ ふみ'],
    ['前田 まお', 'まえだ まお'],
    ['水野 みなと', 'みずの みなと'],
    ['森 もも', 'もり もも'],
    ['山本 ゆい', 'やまもと ゆい'],
    ['渡辺 れん', 'わたなべ れん'],
  ],
};

/** Thirty children, by their number. */
export const classList = (language: Language): readonly Listed[] =>
  names[language].map(([name, reading], at) => ({
    number: at + 1,
    name,
    reading,
    animal: animals[at % animals.length] ?? 'cat',
  }));

/** The list as a teacher copies it from a table. */
export const copied = (list: readonly Listed[]): string =>
  list.map(({ number, name, reading, animal }) => [number, name, reading, animal].join('\t')).join('\n');
