import { animalOf, plainWord } from './animal-words.ts';
import { readCells } from './read-cells.ts';
import { newLine, type RosterLine } from './roster-line.ts';

const columns = ['number', 'name', 'reading', 'animal'] as const;
type Column = (typeof columns)[number];

const headings: Record<Column, readonly string[]> = {
  number: ['number', 'no', 'no.', '#', '番号', '出席番号', '番', '組番'],
  name: ['name', 'fullname', 'student', 'studentname', '名前', '氏名', 'なまえ', '生徒名', '児童名', '児童生徒名'],
  reading: ['reading', 'kana', 'furigana', 'ふりがな', 'よみ', 'よみがな', '読み', '読み仮名', 'かな'],
  animal: ['animal', 'face', '動物', 'どうぶつ'],
};

/** The children of a pasted table, or of a file's text. A heading in English or Japanese is optional. */
export function readLines(text: string): RosterLine[] {
  const rows = readCells(text.replace(/^\ufeff/, ''));
  const [first = [], ...rest] = rows;
  const named = columnsNamedBy(first);
  const places = named ?? columnsGuessed(rows);
  return (named ? rest : rows).map((cells) => {
    const cell = (column: Column) => cells[places.indexOf(column)] ?? '';
    const animal = animalOf(cell('animal'));
    return newLine({
      number: numberIn(cell('number')),
      name: cell('name'),
      reading: cell('reading'),
      animal: animal ?? '',
      unknownAnimal: animal === undefined ? cell('animal') : '',
    });
  });
}

// Number 1 is written `1.` and `１番` too.
const numberIn = (cell: string): string =>
  cell
    .normalize('NFKC')
    .trim()
    .replace(/^(\d+)[番.)]?$/, '$1');

type Places = readonly (Column | undefined)[];

// A child may be called Kana, so a line with only one known heading counts as headings only if it is the name's.
function columnsNamedBy(cells: readonly string[]): Places | undefined {
  const found = cells.map((cell) => columns.find((column) => headings[column].includes(plainWord(cell))));
  const knownColumns = found.filter((column) => column !== undefined);
  return knownColumns.includes('name') || knownColumns.length > 1 ? found : undefined;
}

// Without a heading: numbers come first, animals are known by their words, and the reading comes after the name.
function columnsGuessed(rows: readonly (readonly string[])[]): Places {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const holds = (at: number, fits: (cell: string) => boolean) => {
    const filled = rows.map((cells) => cells[at] ?? '').filter((cell) => cell !== '');
    return filled.length > 0 && filled.every(fits);
  };
  const texts: Column[] = ['name', 'reading', 'animal'];
  return Array.from({ length: width }, (_, at) => {
    if (at === 0 && width > 1 && holds(at, (cell) => /^\d+$/.test(numberIn(cell)))) return 'number';
    if (texts[0] !== 'name' && holds(at, (cell) => animalOf(cell) !== undefined)) return 'animal';
    return texts.shift();
  });
}
