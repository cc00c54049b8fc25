import Encoding from 'encoding-japanese';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { tableProgram } from '#api/ground/csv/apart/program.ts';
import { newId } from '#api/ground/db/ids.ts';
import { userImports, users } from '#api/ground/db/schema.ts';
import { exportUsers, importUsers, type UserImport } from '#schema/rest/user-files.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, makeSchools, problemOf, send, type Who } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

const post = (who: Who, content: Buffer | string, dryRun = 'true') =>
  send(world, importUsers, {
    token: school.tokens[who],
    fields: { dryRun },
    files: { file: { content: Buffer.from(content), fileName: '先生.csv' } },
  });

async function checked(who: Who, content: Buffer | string): Promise<UserImport> {
  return importUsers.response.parse((await post(who, content).expect(202)).body);
}

const english = 'E-mail,First name,Last name,Role,Phone number\r\n';
const line = (...cells: string[]): string => `${cells.join(',')}\r\n`;
const mail = () => `${newId()}@school.test`;

describe('a file of people', () => {
  const text = (delimiter: string) =>
    [
      ['メールアドレス', '姓', '名', '役割', '電話番号', '備考'],
      [mail(), '髙橋', 'ﾊﾅｺ', '先生', '０９０-1234-5678', '～①'],
    ]
      .map((cells) => cells.join(delimiter))
      .join('\r\n');
  const shiftJis = (plain: string) =>
    Buffer.from(Encoding.convert(plain, { from: 'UNICODE', to: 'SJIS', type: 'array' }));
  const bigEndian = (plain: string) => Buffer.from(`\uFEFF${plain}`, 'utf16le').swap16();

  test.each([
    ['UTF-8', ',', Buffer.from(text(','))],
    ['UTF-8', ';', Buffer.from(`\uFEFF${text(';')}`)],
    ['UTF-16LE', '\t', Buffer.from(`\uFEFF${text('\t')}`, 'utf16le')],
    ['UTF-16BE', '\t', bigEndian(text('\t'))],
    ['Shift_JIS', ',', shiftJis(text(','))],
  ])('in %s with %j between the cells is read', async (encoding, delimiter, content) => {
    const result = await checked('owner', content);
    expect(result).toMatchObject({ id: null, state: 'checked', encoding, delimiter, total: 1, created: 1, failed: 0 });
    expect(result.fileName).toBe('先生.csv');
  });

  test('in Shift_JIS comes out letter by letter, wherever a piece of the file ends', async () => {
    const people = Array.from({ length: 40 }, (_, each) => [
      mail(),
      '髙橋表ソ',
      `花${each}`,
      '先生',
      '表'.repeat(2000 + each),
    ]);
    const plain = [['メール', '姓', '名', '権限', '備考'], ...people].map((cells) => cells.join(',')).join('\n');
    const id = (await post('owner', shiftJis(plain), 'false').expect(202)).body as UserImport;
    await expect.poll(() => stateOf(id.id), { timeout: 60_000 }).toBe('done');
    const found = await world.services.db.select().from(users).where(eq(users.lastName, '髙橋表ソ'));
    expect(found.map(({ firstName }) => firstName).sort()).toEqual(people.map((cells) => cells[2]).sort());
  });

  test('tells which rows are wrong and in what, and what would be done', async () => {
    const email = mail();
    const result = await checked(
      'owner',
      english +
        line(email, 'Aya', 'Sato', 'Teacher', '') +
        '\r\n' +
        line('no mail', '', 'Sato', 'Boss', '12') +
        line(email.toUpperCase(), 'Aya', 'Sato', 'school owner', '') +
        line(school.people.stranger.email, 'Aya', 'Sato', 'Teacher', '') +
        line(mail(), 'Aya', 'Sato', 'Administrator', '') +
        line(mail(), '"Ay', 'a"', 'Teacher', '(03) 1234 5678'),
    );
    expect(result).toMatchObject({ total: 6, processed: 6, created: 1, failed: 5 });
    expect(result.errors).toEqual([
      { row: 4, field: 'email', messageKey: 'messages.invalidEmail' },
      { row: 4, field: 'firstName', messageKey: 'messages.firstNameRequire' },
      { row: 4, field: 'role', messageKey: 'messages.invalidValue' },
      { row: 4, field: 'phoneNumber', messageKey: 'messages.invalidPhone' },
      { row: 5, field: 'email', messageKey: 'messages.emailTwice' },
      { row: 6, field: 'email', messageKey: 'messages.emailExists' },
      { row: 7, field: 'role', messageKey: 'messages.roleAboveOwn' },
      { row: 8, field: 'role', messageKey: 'messages.invalidValue' },
    ]);
    const written = await world.services.db.select().from(users).where(eq(users.email, email));
    expect(written).toEqual([]);
  });

  test.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 415, 'messages.tableUnreadable'],
    ['letters of no encoding we read', Buffer.from('caf\xe9,na\xefve\r\n', 'latin1'), 415, 'messages.tableUnreadable'],
    ['a text without headings', Buffer.from('hello\r\n'), 400, 'messages.tableColumnsMissing'],
    ['headings alone', Buffer.from(english), 400, 'messages.tableEmpty'],
    ['an open quotation mark', Buffer.from(`${english}a@b.jp,"Aya`), 400, 'messages.tableBroken'],
    ['10 MB of empty lines', Buffer.from(english + '\r\n'.repeat(5_000_000)), 400, 'messages.tableTooLong'],
    ['100,001 lines, nearly all empty', Buffer.from(english + '\r\n'.repeat(100_000)), 400, 'messages.tableTooLong'],
    [
      '10 MB of empty cells',
      Buffer.from(english + `${','.repeat(99_000)}\n`.repeat(100)),
      400,
      'messages.tableTooLong',
    ],
    ['10,001 rows', Buffer.from(english + 'a,b,c,d,e\r\n'.repeat(10_001)), 400, 'messages.tableTooLong'],
  ])('that is %s is refused', async (_, content, status, key) => {
    const problem = await problemOf(post('owner', content), status);
    expect(problem).toMatchObject({ messageKey: key, errors: { file: [key] } });
    await problemOf(post('owner', content, 'false'), status);
    expect(await world.services.db.$count(userImports, eq(userImports.createdById, school.people.stranger.id))).toBe(0);
  });

  test('is read by a child process alone: where that is stopped, the sender may send it again', async () => {
    const right = tableProgram.args;
    tableProgram.args = ['--eval', 'process.kill(process.pid, "SIGKILL")'];
    try {
      await post('owner', english + line(mail(), 'Aya', 'Sato', 'Teacher', '')).expect(503);
    } finally {
      tableProgram.args = right;
    }
  });

  test('on which the child process runs out of memory is too long', async () => {
    const right = tableProgram.args;
    tableProgram.args = ['--max-old-space-size=10', ...right];
    try {
      // Fewer lines and cells than are too many by themselves.
      const many = `${mail()},Aya,Sato,Teacher,${'ab,'.repeat(30_000)}\r\n`.repeat(30);
      const { messageKey } = await problemOf(post('owner', english + many), 400);
      expect(messageKey).toBe('messages.tableTooLong');
    } finally {
      tableProgram.args = right;
    }
  });

  test('that is broken tells at which row', async () => {
    const answer = post('owner', Buffer.from(`${english}${line(mail(), 'Aya', 'Sato', 'Teacher', '')}a"b,c,d,e,f\r\n`));
    expect((await problemOf(answer, 400)).messageValues).toEqual({ row: '3' });
  });

  test('of 10 MB and a byte is too large, and none at all is missing', async () => {
    await problemOf(post('owner', Buffer.alloc(10 * 1024 * 1024 + 1, 97)), 413);
    const none = send(world, importUsers, { token: school.tokens.owner, fields: { dryRun: 'true' }, files: {} });
    await none.expect(({ status }) => expect([400, 415]).toContain(status));
  });
});

test('a phone number that lost its leading 0 in Excel gets it back', async () => {
  const numbers = [
    ['9012345678', '', '09012345678', 2],
    ['5012345678', '', '05012345678', 2],
    ['8012345678', '携帯', '08012345678', 2],
    ['312345678', '', '0312345678', 1],
    ['0312345678', '', '0312345678', 1],
    // No number of Japan: nothing is known of it.
    ['7185551234', '', '7185551234', 1],
  ] as const;
  const rows = numbers.map(([typed, type]) => ({ email: mail(), cells: [typed, type] }));
  const file = [
    'メール,姓,名,役割,電話番号,電話種別',
    ...rows.map(({ email, cells }) => [email, '山田', '花子', '先生', ...cells].join()),
  ];
  const started = importUsers.response.parse((await post('owner', file.join('\r\n'), 'false').expect(202)).body);
  await expect.poll(() => stateOf(started.id), { timeout: 60_000 }).toBe('done');
  for (const [index, [, , phoneNumber, phoneType]] of numbers.entries()) {
    const [made] = await world.services.db
      .select()
      .from(users)
      .where(eq(users.email, rows[index]?.email ?? ''));
    expect(made).toMatchObject({ phoneNumber, phoneType });
  }
});

test('our own export comes back as it was, formulas and wide letters included', async () => {
  const names = [
    ['=HYPERLINK("x")', "'+quoted"],
    ['-', '＝山田'],
    // Line breaks inside a cell: `csv.test.ts`; names hold none.
    ['a,b;c"d', '"quoted", twice'],
  ];
  const made = await Promise.all(
    names.map(([firstName = '', lastName = '']) =>
      addStaff(world, {
        role: 'Teacher',
        invitedById: school.people.otherOwner.id,
        firstName,
        lastName,
        phoneNumber: '0312345678',
        phoneType: 1,
        language: 'jp',
      }),
    ),
  );
  for (const Language of ['en', 'jp']) {
    const query = { Language, Roles: 'Teacher' };
    const { text } = await send(world, exportUsers, { token: school.tokens.otherOwner, query })
      .set('accept', 'text/csv')
      .buffer(true);
    const renamed = made.reduce((file, { email }) => file.replace(email, `${Language}-${email}`), text);
    const started = importUsers.response.parse((await post('admin', renamed, 'false').expect(202)).body);
    await expect.poll(() => stateOf(started.id), { timeout: 60_000 }).toBe('done');
    for (const { email, firstName, lastName, phoneNumber, phoneType, language } of made) {
      const [back] = await world.services.db
        .select()
        .from(users)
        .where(and(eq(users.email, `${Language}-${email}`), eq(users.status, UserStatus.INVITED)));
      expect(back).toMatchObject({ firstName, lastName, phoneNumber, phoneType, language, role: 'Teacher' });
    }
  }
});

async function stateOf(id: string | null): Promise<string | undefined> {
  const [row] = await world.services.db
    .select()
    .from(userImports)
    .where(eq(userImports.id, id ?? ''));
  return row?.state;
}
