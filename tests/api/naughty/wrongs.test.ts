import { describe, expect, test } from 'vitest';
import { contract } from '#schema/rest/contract.ts';
import { tellsInsides } from './insides.ts';
import { isRead, keepsNoText, readers, unread } from './stored.ts';
import { textFieldsOf } from './texts.ts';
import { changedIn, wrongsIn } from './wrongs.ts';

const answered = (status: number, body: object) => ({ status, body, text: JSON.stringify(body), headers: {} });
const answerWith = (detail: string) => answered(400, { detail });
const [operation] = contract;
if (!operation) throw new Error('there is no operation');
const name = { operation, part: 'body', fields: ['name'] } as const;

describe('the checks of what the naughty texts are answered with', () => {
  test.each([401, 403, 404, 409, 413, 415, 429, 500, 503])('do not let %i pass', (status) => {
    const body = { type: '', title: '', status, messageKey: 'messages.notFound' };
    expect(wrongsIn(answered(status, body), name, 'x')).toHaveLength(1);
  });

  test.each([200, 201, 202, 204, 400])('let %i pass', (status) => {
    expect(wrongsIn(answered(status, {}), name, 'x')).toEqual([]);
  });

  test.each([
    'ENOENT: no such file, open /tmp/manabook-x/form-1',
    `${process.cwd()}/api/main.ts`,
    '/home/school/data',
    'C:\\Users\\school',
    'in node_modules/pg/lib',
    'TypeError: x is not a function',
    'at Object.handle (file:///app/routes.ts:3:1)',
    'routes.ts:41',
    'select "id" from users where id = $1',
    'INSERT INTO users',
    'update "users" set "name"',
    'delete from users',
    'syntax error at or near "x"',
    'new row violates check constraint "a"',
    'relation "users" does not exist',
    'column "x" is unknown',
    'duplicate key value',
    'invalid byte sequence for encoding "UTF8"',
    'Failed query: …',
  ])('see that %j is nobody’s business', (words) => {
    expect(tellsInsides(answerWith(words), 'x')).toBe(true);
  });

  test('do not mind what was sent, nor our own addresses', () => {
    expect(tellsInsides(answerWith('/etc/passwd'), ' /etc/passwd ')).toBe(false);
    expect(tellsInsides(answerWith('select * from users'), 'select * from users')).toBe(false);
    expect(tellsInsides(answerWith('$1.png'), '$1.00')).toBe(false);
    expect(tellsInsides(answerWith('/api/Class/1, /media/2/small, https://manabook.test/student/class/x'), 'x')).toBe(
      false,
    );
    expect(tellsInsides(answerWith('/etc/passwd and /tmp/x'), '/etc/passwd')).toBe(true);
  });

  test('compare what is stored sign by sign, but for the spaces around it', () => {
    expect(changedIn({ name: 'a  b' }, name, ' a  b ')).toEqual([]);
    expect(changedIn({ name: 'a b' }, name, 'a  b')).toHaveLength(1);
    expect(changedIn({ name: 'é' }, name, 'e\u0301')).toHaveLength(1);
    expect(changedIn({}, name, 'a')).toHaveLength(1);
  });
});

const written = [...textFieldsOf('body'), ...textFieldsOf('fields')].flatMap(({ operation: write, fields }) =>
  fields.map((field) => ({ write, of: write.name, field })),
);

test('every text of a write is read back, or nobody can and it is said why', () => {
  const said = ({ write, of, field }: (typeof written)[number]) =>
    `${of}.${field}` in unread || `${of}.*` in unread || keepsNoText(write, field);
  const neither = written.filter((one) => !isRead(one.of, one.field) && !said(one));
  expect(neither.map(({ of, field }) => `${of}.${field}`)).toEqual([]);
});

test('what is read back is as it was looked at last', async () => {
  const lines = [...readers].flatMap(([name, { by }]) => {
    const fields = written.filter(({ of, field }) => of === name && isRead(of, field)).map(({ field }) => field);
    return fields.length > 0 ? [`${name}: ${fields.join(', ')} by ${by}`] : [];
  });
  const advice = 'Read what changed, then write it by `npm run tables`';
  await expect(`${lines.sort().join('\n')}\n`, advice).toMatchFileSnapshot('stored.txt');
});
