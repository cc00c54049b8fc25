import { expect, test } from 'vitest';
import { z } from 'zod';
import { declaredFields } from '#api/ground/http/declared-fields.ts';
import { classDetail } from '#schema/rest/classes.ts';
import { contract } from '#schema/rest/contract.ts';

const undeclared = { passwordHash: 'secret' };

/** A value with every field that a schema declares; with `more`, every object of it has a field that is not declared. */
function madeOf(schema: z.core.$ZodType, more: object): unknown {
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as z.core.$ZodShape;
    const fields = Object.entries(shape).map(([name, field]) => [name, madeOf(field, more)] as const);
    return { ...more, ...Object.fromEntries(fields) };
  }
  if (schema instanceof z.ZodArray) return [madeOf(schema.element, more), madeOf(schema.element, more)];
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return madeOf(schema.unwrap(), more);
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodUnknown) return { any: 'thing' };
  return 'a value';
}

const answering = contract.flatMap(({ name, response }) => (response ? [{ name, response }] : []));

test.each(answering)('$name answers the declared fields, at every depth, and no other', ({ response }) => {
  expect(declaredFields(response, madeOf(response, undeclared))).toEqual(madeOf(response, {}));
});

test('values that are not there stay so, and a default takes the place of none', () => {
  const schema = z.object({
    none: z.object({ id: z.string() }).nullable(),
    left: z.object({ id: z.string() }).optional(),
    standard: z.array(z.string()).default(['usual']),
  });
  const answer = { none: null, left: undefined, ...undeclared };
  expect(JSON.stringify(declaredFields(schema, answer))).toBe(JSON.stringify(schema.parse(answer)));
});

test('a row is copied as the contract reads it', () => {
  const ids = { id: '01a21fd6-33ea-70cb-a3c5-0ecdd4bedec4' };
  const staff = { ...ids, firstName: '美咲', lastName: '鈴木', status: 1 };
  const link = { url: '/media/a.webp', fileName: 'a.webp' };
  const row = {
    ...ids,
    ...undeclared,
    classCode: 'RKTYPXDR',
    classHashCode: 'xv74BX_r0DBkx8vuAbw4ag',
    className: '4年1組',
    startDate: '2027-04-01',
    endDate: '2028-03-31',
    status: 0,
    childGuard: 1,
    admission: 0,
    codeOpens: true,
    externalId: null,
    textBook: { ...ids, name: 'にほんごだいすき 1', shortCode: 'NIHON1', thumbnail: { ...link, ...undeclared } },
    mainTeacher: { ...staff, ...undeclared },
    schoolAdministrator: null,
    school: null,
    secondaryTeachers: [staff],
    inactiveStaffIds: [],
    approvalRequired: true,
    studentCount: 0,
    urlLink: 'http://school.example/student/class/a',
    codesUntil: null,
    communityLink: 'http://school.example/student/community/list?class=a',
    qrCode: { svg: link, png: link },
    version: 1,
    createdAt: '2026-11-28T01:47:41.280Z',
    updatedAt: '2026-11-28T01:47:41.280Z',
    updatedBy: null,
  };
  expect(declaredFields(classDetail, row)).toStrictEqual(classDetail.parse(row));
});
