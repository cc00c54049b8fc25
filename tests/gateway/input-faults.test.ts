import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { withoutValues } from '#gateway/faults/without-values.ts';
import { createLog } from '#gateway/log.ts';
import { json, problem, startStandIn } from './stand-in.ts';
import { startGateway } from './start-gateway.ts';

const secret = 'himitsu-1234';
const answer = z.object({
  errors: z.array(
    z.object({
      message: z.string(),
      extensions: z.looseObject({
        code: z.string(),
        messageKey: z.string(),
        fields: z.record(z.string(), z.array(z.string())).optional(),
      }),
    }),
  ),
});

async function errorsOf(query: string, variables?: object, accept = 'application/json') {
  const api = await startStandIn((_, response) => json(response, {}));
  const gateway = await startGateway(api);
  const answered = await gateway.graphql(query, variables).set('accept', accept);
  expect(api.calls).toEqual([]);
  return { text: answered.text + gateway.lines.join(''), errors: answer.parse(answered.body).errors };
}

const accept = 'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) }';
const create = 'mutation ($input: CreateClassInput!) { createClass(input: $input) { id } }';
const wholeClass = { className: 'A', textBookId: 'b', startDate: '2026-04-01', endDate: '2027-03-31' };
const login = (input: string) => `mutation ($e: String = "a") { login(input: ${input}) { userId } }`;

describe('a value of an input stands in no error and in no line of the log', () => {
  test.each<[string, string, object?]>([
    ['beside a field that is missing', accept, { input: { token: secret, password: secret } }],
    ['in the place of an object', accept, { input: secret }],
    ['of another type', accept, { input: { token: { a: secret }, password: [secret], confirmPassword: 'x' } }],
    ['of an enumeration', accept, { input: { token: 'a', password: 'b', confirmPassword: 'b', language: secret } }],
    ['where a date belongs', create, { input: { ...wholeClass, endDate: secret } }],
    ['where a number belongs', 'query ($n: Int) { classes(page: { number: $n }) { totalCount } }', { n: secret }],
    ['in an operation of several', `${accept.slice(0, -2)} again: logout }`, { input: { token: secret } }],
    ['in an operation with a directive', '{ class(id: 1) @skip(if: "himitsu-1234") { id } }'],
    ['as text of another type', login(`{ email: 7, password: ["${secret}"] }`)],
    ['as a block', login(`{ email: "a", password: { x: """${secret}""" } }`)],
    ['as a number', `{ classes(page: { size: ${'12341234123412341234'} }) { totalCount } }`],
    ['as a word without quotation marks', login(`{ email: "a", password: himitsu_1234 }`)],
    [
      'as a word of an enumeration',
      'mutation { forgotPassword(input: { email: "a", language: himitsu_1234 }) { validHours } }',
    ],
    ['beside a variable that is null', login(`{ email: $e, password: "${secret}" }`), { e: null }],
    ['in a text that does not parse', `mutation { login(input: "${secret}" "${secret}") { userId } }`],
    ['in a text that breaks off', `mutation { login(input: { email: "a", password: "b" "${secret}`],
    ['in two words', login(`{ email: "a", password: "a" himitsu_1234 himitsu_1234 }`)],
    ['with an escape that is none', login(`{ email: "a", password: "\\u{himitsu-1234}" }`)],
  ])('%s', async (_, query, variables) => {
    const { text, errors } = await errorsOf(query, variables);
    expect(errors.length).toBeGreaterThan(0);
    expect(text).not.toMatch(/himitsu|1234/);
  });

  test('whatever graphql-js says of a value, and names are kept', () => {
    expect(withoutValues(`Variable "$a" got invalid value { b: "${secret}" } at "a.b"; x`)).toBe(
      'Variable "$a" got invalid value.',
    );
    expect(withoutValues('Value "x" does not exist in "Role" enum. Did you mean the enum value "A"?')).toBe(
      'This value does not exist in "Role" enum.',
    );
    expect(withoutValues('Field "a" of required type "B!" was not provided.')).toContain('"a" of required type "B!"');
  });

  test('nor in the log of what is masked', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => lines.push(line) });
    const error = Object.assign(new Error(`String cannot represent value: ${secret}`), { sent: secret });
    log.error({ err: error }, 'masked error');
    log.error({ err: secret }, 'masked error');
    expect(lines.join('')).toContain('String cannot represent');
    expect(lines.join('')).not.toContain(secret);
  });
});

describe('a value that is missing or of another type', () => {
  test.each<[object, string, string]>([
    [{ startDate: undefined }, 'startDate', 'messages.startDateRequire'],
    [{ startDate: null }, 'startDate', 'messages.startDateRequire'],
    [{ endDate: 'soon' }, 'endDate', 'messages.invalidDate'],
    [{ className: null }, 'className', 'messages.classNameRequire'],
    [{ textBookId: undefined }, 'textBookId', 'messages.textBookRequire'],
    [{ status: 'ASLEEP' }, 'status', 'messages.invalidValue'],
    [{ secondaryTeacherIds: ['a', null] }, 'secondaryTeacherIds.1', 'messages.invalidValue'],
  ])('is told by the key that /api has for it: %o', async (changes, field, key) => {
    const { errors } = await errorsOf(create, { input: { ...wholeClass, ...changes } });
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toContain(`"input.${field}"`);
    expect(errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      status: 400,
      messageKey: 'messages.validationFailed',
      fields: { [field]: [key] },
    });
  });

  test.each<[string, string, object, Record<string, string[]>]>([
    [
      'in an operation without a plan',
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } __typename }',
      { input: { email: 'a@b.jp', firstName: 'A', lastName: 'B' } },
      { role: ['messages.roleRequire'] },
    ],
    [
      'as part of a written input',
      'mutation ($n: String!) { createStudent(input: { animal: CAT, name: $n }) { id } }',
      {},
      { name: ['messages.profileNameRequire'] },
    ],
    [
      'in a group of GraphQL’s own',
      'query ($p: ReportPeriodInput!) { usageByDay(period: $p) { timeZone } }',
      { p: { to: '2026-04-02' } },
      { 'period.from': ['messages.fromDateRequire'] },
    ],
    [
      'as an argument',
      'query ($id: ID!) { classProfiles(classId: $id) { totalCount } }',
      { id: null },
      { classId: ['messages.invalidValue'] },
    ],
  ])('is told so %s', async (_, query, variables, fields) => {
    const { errors } = await errorsOf(query, variables);
    expect(errors.map(({ extensions }) => extensions.fields)).toEqual([fields]);
  });

  test('is listed with the others, each by itself', async () => {
    const { errors } = await errorsOf(create, { input: {} });
    expect(errors.flatMap(({ extensions }) => Object.keys(extensions.fields ?? {}))).toEqual([
      'className',
      'textBookId',
      'startDate',
      'endDate',
    ]);
  });
});

describe('fields of an error have their caller’s names', () => {
  test.each<[string, Record<string, string[]>, string[]]>([
    ['{ allTeachers(ids: ["x"]) { id } }', { 'Id.0': ['messages.invalidValue'] }, ['ids']],
    [
      '{ users(filter: { status: [INVITED] }) { totalCount } }',
      { 'UserStatus.0': ['messages.invalidValue'] },
      ['filter.status'],
    ],
    [
      'mutation { setClassStatuses(input: { ids: ["x"], status: ACTIVE }) { id } }',
      { 'ids.0': ['messages.invalidValue'] },
      ['ids.0'],
    ],
    [
      '{ users(filter: { search: "x" }, page: { size: 1 }, sort: [{ field: NAME }]) { totalCount } }',
      { SearchText: [], PageSize: [], 'SortCriteria.0.field': [] },
      ['filter.search', 'page.size', 'sort.0.field'],
    ],
    [
      '{ visitorReport(period: { from: "2026-04-01", to: "2026-04-01" }) { totalCount } }',
      { To: ['messages.toDateAfterFrom'] },
      ['period.to'],
    ],
    [
      `mutation { startReportExport(input: {
        report: VISITORS, period: { from: "2026-04-01", to: "2026-04-02" }
        visitorSort: [{ field: OS }], usageSort: [{ field: VIEWS }]
      }) { id } }`,
      { From: [], 'SortCriteria.0.field': [], 'SortCriteria.1.field': [], SortCriteria: [] },
      ['period.from', 'visitorSort.0.field', 'usageSort.0.field', 'visitorSort'],
    ],
    ['mutation { deleteClass(id: "01991a6e-85d4-7944-8057-8b27e5c379f3") }', { other: [] }, ['other']],
  ])('said by /api: %s', async (query, errors, names) => {
    const api = await startStandIn((_, response) => problem(response, 400, { errors }));
    const gateway = await startGateway(api);
    const answered = answer.parse((await gateway.graphql(query)).body);
    expect(Object.keys(answered.errors[0]?.extensions.fields ?? {})).toEqual(names);
  });

  test.each([
    ['{ textBook(id: "x") { id } }', 'id'],
    ['{ classActivity(classId: "x", period: { from: "2026-04-01", to: "2026-04-02" }) { timeZone } }', 'classId'],
    ['{ studentPushAndListen(contentId: "x") { id } }', 'contentId'],
  ])('said before /api is asked: %s', async (query, name) => {
    const { errors } = await errorsOf(query);
    expect(errors[0]?.message).toBe(`The parameter '${name}' is not valid.`);
    expect(errors[0]?.extensions.fields).toEqual({ [name]: ['messages.invalidValue'] });
  });
});
