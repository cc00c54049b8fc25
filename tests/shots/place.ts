import { askForEmail } from '#api/domains/auth/email-change.ts';
import { sendInvitation } from '#api/domains/auth/invitations.ts';
import { hashOf } from '#api/domains/auth/tokens.ts';
import { finishedContents, installation } from '#api/ground/db/schema.ts';
import { demoSchoolOf } from '#api/app/demo/demo-school.ts';
import { ChildGuard, UserStatus } from '#schema/rest/enumerations.ts';
import { addStaff } from '#tests/api/school.ts';
import { giveAlbum } from '#tests/support/albums.ts';
import { mailedLink } from '#tests/support/outbox.ts';
import { demoEmail, graphql, signIn } from '#tests/support/people.ts';
import { makeChild, makeClass } from '#tests/support/teaching.ts';
import { giveProvider } from '#tests/support/sign-in-provider.ts';
import { makeDelivery, makeWebhook } from '#tests/support/webhooks.ts';
import type { World } from '#tests/support/world.ts';
import { answerWorks } from './answered-works.ts';

/** What stands in the addresses of the pictures. */
export interface Place {
  readonly userId: string;
  readonly classId: string;
  /** The school with the most members. */
  readonly schoolId: string;
  /** Hash codes, as students' addresses have them. */
  readonly classCode: string;
  readonly unitCode: string;
  readonly contentCode: string;
  readonly bookId: string;
  readonly unitId: string;
  readonly contentId: string;
  /** A content to push and listen. */
  readonly soundsId: string;
  /** The hash codes of pages to show on the board. */
  readonly boardCodes: Readonly<Record<'sounds' | 'song' | 'video' | 'game', string>>;
  /** A class that asks children for their cards, and has a board. */
  readonly lesson: { readonly classCode: string; readonly showBoard: () => Promise<unknown> };
  /** A post on the class's wall. */
  readonly postId: string;
  /** A work of the child on the tablet, answered by its teacher. */
  readonly answeredId: string;
  /** Of a family's link to its child's album. */
  readonly albumToken: string;
  /** The child who made the post, and has finished something. */
  readonly profileId: string;
  readonly resetLink: string;
  readonly invitation: string;
  readonly newEmail: string;
  readonly firstRun: string;
  /** With a message that failed. */
  readonly webhookId: string;
  readonly child: { readonly id: string; readonly name: string; readonly token: string };
}

interface Coded {
  readonly id: string;
  readonly hashCode: string;
}

const first = <Row>(rows: readonly Row[], what: string): Row => {
  const [row] = rows;
  if (row === undefined) throw new Error(`The demo school has no ${what}`);
  return row;
};

/** The link that sets a school up, as a first start prints it. */
async function printedLink({ services, url }: World): Promise<string> {
  const token = 'a-printed-token';
  const firstRunEndsAt = new Date(Date.now() + 3_600_000);
  await services.db.update(installation).set({ firstRunKeyHash: hashOf(token), firstRunEndsAt });
  return `${url}/first-run#token=${token}`;
}

/** Finds the demo school's rows, and makes what a school has after a while: a bin, mails, a child. */
export async function preparePlace(world: World): Promise<Place> {
  const { accessToken } = await signIn(world, 'Administrator');
  const ask = async <Data>(query: string, variables: Record<string, unknown> = {}): Promise<Data> => {
    const { data, errors } = await graphql<Data>(world, query, variables, { authorization: `Bearer ${accessToken}` });
    if (!data) throw new Error(JSON.stringify(errors));
    return data;
  };
  const school = await demoSchoolOf(world.services);
  const classCode = school?.classUrl.split('/').at(-1) ?? '';
  const { users, schools, classes } = await ask<{
    users: { items: Coded[] };
    schools: { items: { id: string; memberCount: number }[] };
    classes: { items: (Coded & { classHashCode: string; textBook: { id: string } })[] };
  }>('{ users { items { id } } schools(page: { size: 100 }) { items { id memberCount } } classes(page: { size: 100 }) { items { id classHashCode textBook { id } } } }');
  const ours = first(
    classes.items.filter(({ classHashCode }) => classHashCode === classCode),
    'class',
  );
  const { textBookUnits } = await ask<{ textBookUnits: { items: Coded[] } }>(
    'query ($id: ID!) { textBookUnits(textBookId: $id) { items { id hashCode } } }',
    { id: ours.textBook.id },
  );
  const unit = first(textBookUnits.items, 'unit');
  const contentsOf = async ({ id }: Coded) => {
    const { contents } = await ask<{ contents: { items: (Coded & { type: string })[] } }>(
      'query ($id: ID!) { contents(lessonId: $id, page: { size: 100 }) { items { id hashCode type } } }',
      { id },
    );
    return contents.items;
  };
  const contents = (await Promise.all(textBookUnits.items.map(contentsOf))).flat();
  const others = classes.items.filter(({ id }) => id !== ours.id).slice(-2);
  for (const { id } of others) await ask('mutation ($id: ID!) { deleteClass(id: $id) }', { id });
  await ask('mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { key } }', {
    input: { name: 'Library', scopes: ['CLASS_READ', 'TEXT_BOOK_READ', 'TEXT_BOOK_WRITE'] },
  });
  const { createStudent: child } = await ask<{ createStudent: Place['child'] }>(
    'mutation ($input: CreateStudentInput!) { createStudent(input: $input) { id name token } }',
    { input: { name: 'Mia', animal: 'CAT', classHashCode: classCode } },
  );
  const { communityPosts } = await ask<{ communityPosts: { id: string }[] }>(
    'query ($code: String!) { communityPosts(classHashCode: $code) { id } }',
    { code: classCode },
  );
  const { communityQueue } = await ask<{ communityQueue: { items: { studentId: string }[] } }>(
    'query ($classId: ID!) { communityQueue(filter: { classId: $classId }) { items { studentId } } }',
    { classId: ours.id },
  );
  const { studentId: profileId } = first(communityQueue.items, 'maker of a post');
  const finished = contents.slice(0, 4).map(({ id: contentId }) => ({ profileId, contentId, finishedAt: new Date() }));
  await world.services.db.insert(finishedContents).values(finished).onConflictDoNothing();
  const answeredId = await answerWorks(world, {
    classId: ours.id,
    textbookId: ours.textBook.id,
    profileIds: [profileId, child.id],
  });
  const content = first(contents, 'content');
  const sounds = contents.filter(({ type }) => type === 'PUSH_AND_LISTEN');
  const codeOf = (wanted: string) =>
    first(
      contents.filter(({ type }) => type === wanted),
      `page of the type ${wanted}`,
    ).hashCode;
  const { userId: madeById } = await signIn(world, 'Teacher');
  const album = await giveAlbum(world.services, { classId: ours.id, profileId, madeById });
  const { id: schoolId } = first(
    schools.items.toSorted((one, other) => other.memberCount - one.memberCount),
    'school',
  );
  await giveProvider(world.services, { schoolId, name: 'Google' });
  return {
    userId: first(users.items, 'user').id,
    classId: ours.id,
    schoolId,
    classCode,
    unitCode: unit.hashCode,
    contentCode: content.hashCode,
    bookId: ours.textBook.id,
    unitId: unit.id,
    contentId: content.id,
    soundsId: first(sounds, 'page to push and listen').id,
    boardCodes: {
      sounds: first(sounds, 'page to push and listen').hashCode,
      song: codeOf('MUSIC'),
      video: codeOf('VIDEO'),
      game: codeOf('GAME'),
    },
    lesson: await aLesson(world, ask, { textbookId: ours.textBook.id, contentId: first(sounds, 'sounds').id }),
    postId: first(communityPosts, 'post').id,
    answeredId,
    albumToken: album.token,
    profileId,
    webhookId: await triedWebhook(world),
    child,
    ...(await mailedLinks(world, ask)),
  };
}

type Ask = (query: string, variables: Record<string, unknown>) => Promise<unknown>;

async function aLesson(
  { services: { db } }: World,
  ask: Ask,
  { textbookId, contentId }: { readonly textbookId: string; readonly contentId: string },
): Promise<Place['lesson']> {
  const { id: classId, classHashCode } = await makeClass(db, {
    ...{ textbookId, className: '5年1組 Lesson', childGuard: ChildGuard.CARD },
  });
  await makeChild(db, { classId, name: 'そら', animal: 'owl', number: 1 });
  const start = 'mutation ($input: StartBoardSessionInput!) { startBoardSession(input: $input) { session { id } } }';
  return { classCode: classHashCode, showBoard: () => ask(start, { input: { classId, contentId } }) };
}

async function triedWebhook({ services }: World): Promise<string> {
  const events = ['class.created', 'class.deleted', 'user.updated'] as const;
  const { id } = await makeWebhook(services, { name: 'Timetable', events: [...events], failingSince: new Date() });
  const tried = { webhookId: id, attempts: 1, lastTryAt: new Date(), durationMs: 35 };
  await makeDelivery(services.db, { ...tried, state: 'delivered', status: 204 });
  await makeDelivery(services.db, { ...tried, attempts: 10, status: 503, problem: 'status', answer: 'Come back later.' });
  return id;
}

async function mailedLinks(world: World, ask: (query: string) => Promise<unknown>) {
  const { services } = world;
  await ask(`mutation { forgotPassword(input: { email: "${demoEmail.Teacher}" }) { validHours } }`);
  const owner = await addStaff(world, { role: 'SchoolOwner', firstName: '花子', lastName: '山田' });
  const invited = await addStaff(world, { role: 'Teacher', status: UserStatus.INVITED });
  await services.db.transaction((tx) => sendInvitation(services, tx, { user: invited, requestedById: owner.id }));
  const newEmail = 'new.address@school.test';
  const request = { email: newEmail, requestedById: invited.id };
  await services.db.transaction((tx) => askForEmail(services, tx, { user: owner, ...request }));
  return {
    newEmail: await mailedLink(world, newEmail),
    resetLink: await mailedLink(world, demoEmail.Teacher),
    invitation: await mailedLink(world, invited.email),
    firstRun: await printedLink(world),
  };
}
