import { beforeAll, expect, test } from 'vitest';
import { createAlbumDesk, type Child } from '#tests/api/album-desk.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { graphql } from '#tests/support/people.ts';

const world = keptWorld();
const desk = createAlbumDesk(world);
let child: Child;

beforeAll(async () => {
  await desk.begin();
  await desk.usual();
  child = await desk.aChildWithWorks();
});

interface Album {
  readonly id: string;
  readonly state: string;
  readonly link: string | null;
  readonly openedCount: number;
  readonly pdf: { readonly url: string } | null;
}
interface Answer {
  readonly studentAlbums: { readonly allowed: boolean; readonly albums: readonly Album[] } | null;
  readonly startStudentAlbum: Album | null;
  readonly endStudentAlbum: boolean | null;
  readonly openFamilyAlbum: { readonly firstName: string; readonly animal: string; readonly pdfSize: number } | null;
}

const ask = (query: string, variables: Record<string, unknown>, token = desk.tokens.teacher) =>
  graphql<Answer>(world, query, variables, token === '' ? {} : { authorization: `Bearer ${token}` });
const problemsOf = ({ errors = [] }: Awaited<ReturnType<typeof ask>>) =>
  errors.map(({ extensions: { code, messageKey } }) => [code, messageKey]);

const list = `query ($classId: ID!, $profileId: ID!) { studentAlbums(classId: $classId, profileId: $profileId) {
  allowed albums { id state link openedCount pdf { url } } } }`;
const start = `mutation ($input: StartStudentAlbumInput!) { startStudentAlbum(input: $input) { id state link openedCount pdf { url } } }`;
const end = 'mutation ($id: ID!) { endStudentAlbum(id: $id) }';
const open = 'mutation ($token: String!) { openFamilyAlbum(token: $token) { firstName animal pdfSize } }';

const input = (over: object = {}) => ({ input: { ...child, classIds: [child.classId], days: 3, ...over } });
const albums = async () => (await ask(list, { ...child })).data?.studentAlbums?.albums ?? [];

test('a teacher makes an album, the family opens it without a sign-in, and it ends at once', async () => {
  const started = (await ask(start, input())).data?.startStudentAlbum;
  expect(started?.state).toMatch(/^(WAITING|RUNNING)$/);
  const id = started?.id ?? '';
  await expect.poll(async () => (await albums()).find((one) => one.id === id)?.state, { timeout: 60_000 }).toBe('DONE');
  const [album] = await albums();
  expect(album?.pdf?.url).toMatch(/^\/downloads\/album\/pdf/);
  const token = new URL(album?.link ?? '').hash.slice(1);

  const opened = await ask(open, { token }, '');
  expect(opened.data?.openFamilyAlbum).toMatchObject({ firstName: 'Hana' });
  expect(opened.data?.openFamilyAlbum?.animal).toMatch(/^[A-Z]+$/);
  expect(opened.data?.openFamilyAlbum?.pdfSize).toBeGreaterThan(1_000);
  expect((await albums()).map(({ openedCount }) => openedCount)).toEqual([1]);

  expect(problemsOf(await ask(end, { id }, desk.tokens.otherTeacher))).toEqual([['NOT_FOUND', 'messages.notFound']]);
  expect((await ask(end, { id })).data?.endStudentAlbum).toBe(true);
  expect(problemsOf(await ask(open, { token }, ''))).toEqual([['NOT_FOUND', 'messages.albumEnded']]);
});

test('others are refused, and what is wrong is said of its field', async () => {
  const { otherTeacher } = desk.tokens;
  expect(problemsOf(await ask(list, { ...child }, otherTeacher))).toEqual([['NOT_FOUND', 'messages.notFound']]);
  expect(problemsOf(await ask(start, input(), otherTeacher))).toEqual([['NOT_FOUND', 'messages.notFound']]);
  const tooLong = await ask(start, input({ days: 31 }));
  expect(problemsOf(tooLong)).toEqual([['BAD_USER_INPUT', 'messages.validationFailed']]);
  expect(tooLong.errors?.[0]?.extensions['fields']).toEqual({ days: ['messages.albumDays'] });

  await desk.setSchool({ familyAlbums: false });
  expect((await ask(list, { ...child })).data?.studentAlbums?.allowed).toBe(false);
  const refused = await ask(start, input());
  expect(refused.data?.startStudentAlbum).toBeNull();
  expect(refused.errors).toHaveLength(1);
});
