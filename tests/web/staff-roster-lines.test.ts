import '#tests/support/dom.ts';
import { describe, expect, test } from 'vitest';
import { textOfFile } from '#web/staff/features/classes/roster/read-cells.ts';
import { readLines } from '#web/staff/features/classes/roster/read-lines.ts';
import { lineProblems, listProblem, newLine, studentsIn } from '#web/staff/features/classes/roster/roster-line.ts';

const read = (text: string) =>
  readLines(text).map(({ number, name, reading, animal, unknownAnimal }) => [
    number,
    name,
    reading,
    animal || unknownAnimal,
  ]);
const sora = ['1', '阿部 空', 'あべ そら', 'owl'];

describe('a pasted list of children', () => {
  test.each([
    ['from Excel', '1\t阿部 空\tあべ そら\tふくろう\r\n'],
    ['as CSV with its heading in Japanese', '出席番号,氏名,フリガナ,動物\n1,阿部 空,あべ そら,フクロウ'],
    ['as CSV with its heading in English, in another order', '\ufeffName;Animal;No.;Kana\n阿部 空;Owl;1;あべ そら'],
    ['with quotation marks', '"1","阿部 空","あべ そら","owl"'],
    ['with two columns for each name', '番号,姓,名,セイ,メイ,動物\n1,阿部,空,あべ,そら,フクロウ'],
    [
      'with two columns called otherwise',
      '番号,氏,名,氏（ふりがな）,名（ふりがな）,動物\n1,阿部,空,あべ,そら,フクロウ',
    ],
    ['with the family name beside the name', '番号,名字,名前,ふりがな,動物\n1,阿部,空,あべ そら,フクロウ'],
    [
      'with the family name beside the name, and the same of the reading',
      '番号,姓,名前,姓（ふりがな）,名前（ふりがな）,動物\n1,阿部,空,あべ,そら,フクロウ',
    ],
    ...[
      '氏名（ふりがな）',
      '氏名カナ',
      '氏名ﾌﾘｶﾞﾅ',
      '氏名（よみ）',
      'ふりがな氏名',
      'フリガナ（氏名）',
      '名前（ふりがな）',
    ].map((reading) => [`with ${reading} beside 氏名`, `出席番号,氏名,${reading},動物\n1,阿部 空,あべ そら,フクロウ`]),
    ...['生徒氏名', '児童氏名', '姓名', '児童生徒氏名'].map((name) => [
      `with ${name} for the name`,
      `番号,${name},ふりがな,動物\n1,阿部 空,あべ そら,フクロウ`,
    ]),
    ['with two columns and no heading', '1,阿部,空,あべ そら,フクロウ'],
    ['with two columns for each and no heading', '1,阿部,空,あべ,そら,フクロウ'],
    ['with a column that is none of ours', '1\t阿部 空\t女\tあべ そら\tふくろう'],
    ['with numbers as schools write them', '１番\t阿部 空\tあべ そら\tOWL\n\n\n'],
  ])('is read %s', (_, text) => {
    expect(read(text)).toEqual([sora]);
  });

  test('may have names alone, and a child may be called as a heading', () => {
    expect(read('Kana\nMia')).toEqual([
      ['', 'Kana', '', ''],
      ['', 'Mia', '', ''],
    ]);
    expect(read('メイ\tめい\nミア\tみあ')).toEqual([
      ['', 'メイ', 'めい', ''],
      ['', 'ミア', 'みあ', ''],
    ]);
    expect(read('阿部\t空\n井上\tめい').map(([, ...child]) => child)).toEqual([
      ['阿部 空', '', ''],
      ['井上 めい', '', ''],
    ]);
    expect(read('Kana\tねこ\nMia\tdog')).toEqual([
      ['', 'Kana', '', 'cat'],
      ['', 'Mia', '', 'dog'],
    ]);
  });

  test('has no child called as its heading', () => {
    expect(read('番号,生徒氏名\n1,阿部 空')).toEqual([['1', '阿部 空', '', '']]);
  });

  test('keeps what stands in quotation marks together, and takes one that is never closed as it can', () => {
    expect(read('1,"Abe, Sora ""So"""\n2,Mia')[0]).toEqual(['1', 'Abe, Sora "So"', '', '']);
    expect(read('1,"Sora\n2,Mia').map(([, name]) => name)).toEqual(['"Sora', 'Mia']);
  });

  test('comes from a file in UTF-8, UTF-16 and Shift_JIS', async () => {
    const bytes = {
      utf8: [0xe7, 0xa9, 0xba],
      utf16: [0xff, 0xfe, 0x7a, 0x7a],
      shiftJis: [0x8b, 0xf3],
    };
    for (const each of Object.values(bytes)) {
      // jsdom's Blob has no `arrayBuffer`.
      const file = { arrayBuffer: () => Promise.resolve(Uint8Array.from(each).buffer) } as Blob;
      expect((await textOfFile(file)).replace('\ufeff', '')).toBe('空');
    }
  });
});

describe('beside each line stands', () => {
  test('what is wrong with it', () => {
    const lines = readLines('7\tSora\n7\tMia\n\tLeo\n\tLeo\n1000\tAki\n8\tBen\t\tdragon\n9\tHana\n10\tA\u202eB').concat(
      newLine({ number: '11' }),
      newLine({ name: 'あ'.repeat(41) }),
    );
    const there = [{ name: 'Hana', number: null }];
    expect(lineProblems(lines, there)).toEqual([
      {},
      { number: 'messages.studentNumberTaken' },
      {},
      { name: 'messages.studentTwice' },
      { number: 'messages.studentNumberRange' },
      { animal: 'messages.unknownAnimal' },
      { name: 'messages.studentTwice' },
      { name: 'messages.nameHiddenCharacters' },
      { name: 'messages.profileNameRequire' },
      { name: 'messages.valueTooLong' },
    ]);
    expect(listProblem(lines, there)).toBe('messages.studentsToFix');
  });

  test('that a child of its name waits to be let in, and that such a child has its number', () => {
    const lines = readLines('1\tMia\n2\tHana\n3\tBen');
    const there = [
      { name: 'Hana', number: 9 },
      { name: 'Ｍ i a', number: null, waits: true },
      { name: 'Leo', number: 3, waits: true },
    ];
    expect(lineProblems(lines, there)).toEqual([
      { name: 'messages.studentWaiting' },
      {},
      { number: 'messages.studentNumberTaken' },
    ]);
  });

  test('that its name is there in another form of a kanji, but not that another name looks like it', () => {
    const there = ['高橋 さくら', '渡辺 空', '斉藤 蓮'].map((name) => ({ name, number: null }));
    expect(lineProblems(readLines('髙橋さくら\n渡邉\u{e0101} 空\n渡邊 凛\n斎藤 蓮'), there)).toMatchObject([
      { name: 'messages.studentTwice' },
      { name: 'messages.studentTwice' },
      {},
      {},
    ]);
  });

  test('nothing where all is right; blank lines are left out', () => {
    const lines = [...readLines('1\t阿部 空\tあべ そら\tふくろう\n２\tMia'), newLine()];
    expect(listProblem(lines, [])).toBe(null);
    expect(studentsIn(lines)).toEqual([
      { number: 1, name: '阿部 空', reading: 'あべ そら', animal: 'OWL' },
      { number: 2, name: 'Mia', reading: '', animal: null },
    ]);
    expect(listProblem([newLine()], [])).toBe('messages.studentsRequire');
    const many = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Child ${at}`, number: null }));
    expect(
      listProblem(
        many(101).map(({ name }) => newLine({ name })),
        [],
      ),
    ).toBe('messages.tooManyStudentsAtOnce');
    expect(listProblem([newLine({ name: 'Mia' })], many(200))).toBe('messages.classFull');
  });
});
