import { animalOf, plainWord } from './animal-words.ts';
import { readCells } from './read-cells.ts';
import { newLine, type RosterLine } from './roster-line.ts';

type Column = 'number' | 'name' | 'family' | 'given' | 'reading' | 'familyReading' | 'givenReading' | 'animal';

const kana = ['かな', 'ふりがな', 'よみ', 'よみがな', '読み', '読みがな', '読み仮名', '振り仮名'];
// Beside a family name, these are the given name.
const nameOrGiven = ['名前', 'なまえ'];
const names = [
  ...nameOrGiven,
  '氏名',
  '姓名',
  '生徒名',
  '児童名',
  '児童生徒名',
  '生徒氏名',
  '児童氏名',
  '児童生徒氏名',
];
const family = ['姓', '氏', '名字', '苗字'];
const given = ['名'];
const withKana = (words: readonly string[]) =>
  words.flatMap((word) => kana.flatMap((sort) => [word + sort, `${word}(${sort})`, sort + word, `${sort}(${word})`]));

const headings: Record<Column, readonly string[]> = {
  number: ['number', 'no', 'no.', '#', '番号', '出席番号', '番', '組番'],
  name: ['name', 'fullname', 'student', 'studentname', ...names],
  family,
  given,
  reading: ['reading', 'kana', 'furigana', ...kana, ...withKana(names)],
  familyReading: ['せい', ...withKana(family)],
  givenReading: ['めい', ...withKana(given)],
  animal: ['animal', 'face', '動物', 'どうぶつ'],
};

/** The children of a pasted table, or of a file's text. A heading in English or Japanese is optional. */
export function readLines(text: string): RosterLine[] {
  const rows = readCells(text.replace(/^\ufeff/, '')).map(({ cells }) => cells);
  const [first = [], ...rest] = rows;
  const named = columnsNamedBy(first);
  const places = named ?? columnsGuessed(rows);
  return (named ? rest : rows).map((cells) => {
    const cell = (column: Column) => cells[places.indexOf(column)] ?? '';
    const animal = animalOf(cell('animal'));
    return newLine({
      number: numberIn(cell('number')),
      name: cell('name') || joined(cell('family'), cell('given')),
      reading: cell('reading') || joined(cell('familyReading'), cell('givenReading')),
      animal: animal ?? '',
      unknownAnimal: animal === undefined ? cell('animal') : '',
    });
  });
}

const joined = (...halves: readonly string[]): string => halves.filter((half) => half !== '').join(' ');

// Number 1 is written `1.` and `１番` too.
const numberIn = (cell: string): string =>
  cell
    .normalize('NFKC')
    .trim()
    .replace(/^(\d+)[番.)]?$/, '$1');

const columnOf = (word: string) =>
  (Object.keys(headings) as Column[]).find((column) => headings[column].includes(word));

type Places = readonly (Column | undefined)[];

// A child may be called Kana, Sei or Mei. So a line is one of headings if it has the name's heading or two others, and the
// headings of half a reading are not counted.
function columnsNamedBy(cells: readonly string[]): Places | undefined {
  const words = cells.map(plainWord);
  const found = words.map((word) => columnOf(word));
  const counted = found.filter((column) => column !== undefined && !halfReadings.includes(column));
  if (!counted.includes('name') && counted.length < 2) return undefined;
  const isHalved = found.includes('family') && !found.includes('given');
  const isReadingHalved = found.includes('familyReading') && !found.includes('givenReading');
  return found.map((column, at) => {
    const word = words[at] ?? '';
    if (isHalved && nameOrGiven.includes(word)) return 'given';
    return isReadingHalved && withKana(nameOrGiven).includes(word) ? 'givenReading' : column;
  });
}

const halfReadings: readonly Column[] = ['familyReading', 'givenReading'];

// Without a heading: numbers come first, animals are known by their words, and the reading comes after the name. A
// reading has no kanji: a column with kanji in its place has the given names, or is left out.
function columnsGuessed(rows: readonly (readonly string[])[]): Places {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const filled = (at: number) => rows.map((cells) => cells[at] ?? '').filter((cell) => cell !== '');
  const has = (at: number, fits: (cell: string) => boolean) => filled(at).some(fits);
  const holds = (at: number, fits: (cell: string) => boolean) => filled(at).length > 0 && filled(at).every(fits);
  const isAnimals = (at: number) => holds(at, (cell) => animalOf(cell) !== undefined);
  const areHalves = (nameAt: number, at: number) => nameAt >= 0 && !has(nameAt, hasSpace) && !holds(at, isGender);
  const texts: Column[] = ['name', 'reading', 'animal'];
  const places: (Column | undefined)[] = [];
  for (let at = 0; at < width; at += 1) {
    const nameAt = places.indexOf('name');
    if (at === 0 && width > 1 && holds(at, (cell) => /^\d+$/.test(numberIn(cell)))) places.push('number');
    else if (texts[0] !== 'name' && isAnimals(at)) places.push('animal');
    else if (texts[0] !== 'reading' || !has(at, hasKanji)) places.push(texts.shift());
    else if (!areHalves(nameAt, at)) places.push(undefined);
    else {
      places[nameAt] = 'family';
      places.push('given');
      // Two columns of kana follow: the reading has two halves too.
      if (holds(at + 2, isKana) && !isAnimals(at + 2)) texts.splice(0, 1, 'familyReading', 'givenReading');
    }
  }
  return places;
}

const hasSpace = (cell: string): boolean => /\s/u.test(cell);
const hasKanji = (cell: string): boolean => /\p{Script=Han}/u.test(cell);
const isKana = (cell: string): boolean =>
  /^[\p{Script=Hiragana}\p{Script=Katakana}ー\s]+$/u.test(cell.normalize('NFKC'));
const isGender = (cell: string): boolean => /^[男女]/u.test(cell) && cell.length <= 2;
