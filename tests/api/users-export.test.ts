import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { users } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { exportUsers } from '#schema/rest/user-files.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, makeSchools, type Member, problemOf, send, type Sent, tokenOf } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

const aTeacher = (over: Partial<Member> = {}) =>
  addStaff(world, { role: 'Teacher', invitedById: school.people.owner.id, ...over });

const file = (token: string, query: Sent['query'] = {}) =>
  send(world, exportUsers, { token, query }).set('accept', 'text/csv').buffer(true).expect(200);

const rowsOf = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true });

describe('the file of users', () => {
  test('is CSV for spreadsheets, in the language asked for, without formulas', async () => {
    const teacher = await aTeacher({
      firstName: '=1+1',
      lastName: 'say "hi", all',
      phoneNumber: '09012345678',
      phoneType: 2,
      language: 'jp',
      status: UserStatus.INVITED,
      // In the school's zone it is the next morning.
      createdAt: new Date('2026-04-01T15:30:00Z'),
    });
    const answer = await file(school.tokens.owner, { Language: 'jp' });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="?users_\d{4}-\d\d-\d\d\.csv"?$/);
    expect(answer.text.startsWith('\uFEFF')).toBe(true);
    expect(answer.text.split('\r\n')[0]).toBe(
      '\uFEFFメールアドレス,姓,名,役割,電話番号,電話の種類,言語,状態,登録日,最終サインイン',
    );
    expect(rowsOf(answer.text).find((row) => row['メールアドレス'] === teacher.email)).toMatchObject({
      姓: 'say "hi", all',
      名: "'=1+1",
      役割: '先生',
      電話番号: '090-1234-5678',
      電話の種類: '携帯電話',
      言語: '日本語',
      状態: '招待中',
      登録日: '2026-04-02 00:30',
      最終サインイン: '',
    });
  });

  test('holds whom the caller may see and the filter finds, deleted ones never', async () => {
    const mark = `filter${newId().slice(-8)}`;
    const named = { searchText: searchText(mark) };
    const [active, invited] = [await aTeacher(named), await aTeacher({ ...named, status: UserStatus.INVITED })];
    await aTeacher({ ...named, deletedAt: new Date() });
    await addStaff(world, { role: 'Teacher', invitedById: school.people.otherOwner.id, ...named });
    const emails = async (query: Sent['query']) =>
      rowsOf((await file(school.tokens.owner, { SearchText: mark, ...query })).text).map((row) => row['Email']);
    expect((await emails({})).sort()).toEqual([active.email, invited.email].sort());
    expect(await emails({ UserStatus: UserStatus.INVITED, Roles: 'Teacher' })).toEqual([invited.email]);
    expect(await emails({ Roles: 'SchoolOwner' })).toEqual([]);
  });

  test('holds everybody of several thousand once', async () => {
    const mark = `crowd${newId().slice(-8)}`;
    const rows = Array.from({ length: 2500 }, () => {
      const id = newId();
      return { id, email: `${id}@x.test`, firstName: 'A', lastName: 'B', role: 'Teacher' as const, searchText: mark };
    });
    await world.services.db.insert(users).values(rows);
    const emails = rowsOf((await file(school.tokens.admin, { SearchText: mark })).text).map((row) => row['Email']);
    expect([...emails].sort()).toEqual(rows.map(({ email }) => email).sort());
  });

  test('comes as a link too, which asks again who the caller is', async () => {
    const admin = await addStaff(world, { role: 'Administrator' });
    const token = await tokenOf(world, admin);
    const query = { SearchText: '１２３'.repeat(66), Roles: ['Teacher', 'SchoolOwner'] };
    const link = await answerOf(
      exportUsers,
      send(world, exportUsers, { token, query }).set('accept', 'application/json'),
    );
    const open = (path: string) => request(world.apiUrl).get(`/api${path}`);
    await open(link.url)
      .expect(200)
      .expect('content-type', /^text\/csv/);
    await open(link.url.replace(/signature=.{5}/, 'signature=AAAAA')).expect(403);
    await world.services.db.update(users).set({ status: UserStatus.DEACTIVATED }).where(eq(users.id, admin.id));
    await open(link.url).expect(403);
  });

  test('is not for teachers', async () => {
    await problemOf(send(world, exportUsers, { token: school.tokens.teacher }), 403);
  });
});
