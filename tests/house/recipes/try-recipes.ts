import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import { startApi } from '#api/app/start.ts';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, classProfiles, profiles } from '#api/ground/db/schema.ts';
import { createLog } from '#api/ground/log.ts';
import { createApp } from '#gateway/app.ts';
import { createLog as createGatewayLog } from '#gateway/log.ts';
import { readSettings } from '#gateway/settings.ts';
import { addStaff, tokenOf } from '#tests/api/school.ts';
import { graphql } from '#tests/support/people.ts';
import { freePort } from '#tests/support/ports.ts';
import { apiSettings } from '#tests/support/settings.ts';
import { makeMedia } from '#tests/support/teaching.ts';

/*
 * Runs in the copy of the tree that recipes.test.ts has changed: starts API and gateway on an empty database, and prints
 * what the new field and the new operation answer, as JSON. Arguments: the database's address.
 */
const [databaseUrl = ''] = process.argv.slice(2);
const dataDir = await mkdtemp(join(tmpdir(), 'manabook-recipes-'));
const settings = apiSettings({ databaseUrl, dataDir, demoData: false });
await prepareDatabase(settings, createLog('error'));
const api = await startApi(settings);
const port = await freePort();
const gateway = await createApp(
  readSettings({
    API_URL: api.url,
    PORT: String(port),
    HOST: '127.0.0.1',
    NODE_ENV: 'test',
    FREE_OPERATIONS: 'everyone',
  }),
  createGatewayLog('fatal'),
);
await gateway.start();
const world = { apiUrl: api.url, url: `http://127.0.0.1:${port}`, services: api.services, databaseUrl };

const services = api.services;
const administrator = await addStaff(world, { role: 'Administrator' });
const token = await tokenOf(world, administrator);
const teacher = await tokenOf(world, await addStaff(world, { role: 'Teacher' }));

interface Row {
  readonly id: string;
  readonly version: number;
  readonly note?: string;
}

/** What an operation's only field answers; a refusal's code as the id. */
async function ask<Answer extends object = Row>(query: string, variables: object, bearer = token) {
  const { data, errors } = await graphql<Record<string, Answer>>(
    world,
    query,
    { ...variables },
    { authorization: `Bearer ${bearer}` },
  );
  const code = errors?.map(({ extensions }) => extensions.code).join();
  const refused: Row = { id: code ?? 'nothing', version: 0 };
  return Object.values(data ?? {})[0] ?? refused;
}

const notes: Record<string, readonly (string | undefined)[]> = {};
const first = 'Bring the big book.';
const second = 'Bring the small book.';

/** Changes the note of a row of this type, then changes the row without it, and reads what the three calls answer. */
async function change(of: string, type: string, input: object, created: Row, name = `Update${type}`): Promise<void> {
  const field = name.charAt(0).toLowerCase() + name.slice(1);
  const text = `mutation ($input: ${name}Input!) { ${field}(input: $input) { id version note } }`;
  const updated = await ask(text, { input: { ...input, version: created.version, note: second } });
  const kept = await ask(text, { input: { ...input, version: updated.version } });
  notes[of] = [created.note, updated.note ?? updated.id, kept.note ?? kept.id];
}

/** Creates a row with a note and changes the note. Resolves to the row as it was created. */
async function createAndChange(of: string, type: string, input: object, parent: object = {}): Promise<Row> {
  const text = `mutation ($input: Create${type}Input!) { create${type}(input: $input) { id version note } }`;
  const created = await ask(text, { input: { ...input, ...parent, note: first } });
  await change(of, type, { ...input, id: created.id }, created);
  return created;
}

const { id: textBookId } = await createAndChange('a textbook', 'TextBook', {
  name: 'Hello',
  shortCode: 'HELLO1',
  description: '',
});
const unit = { number: 1, title: 'Unit 1', name: 'Hello!', description: '', languageFocus: 'Greetings', phonics: 'h' };
const { id } = await createAndChange('a unit', 'Lesson', unit, { textBookId });
const picture = await makeMedia(services.db, { kind: 'image', fileName: 'page.png', contentType: 'image/png' });
const page = { type: 'PUSH_AND_LISTEN', pageNumber: 1, name: 'Page 1', description: '', pageImageId: picture.id };
const { id: contentId } = await createAndChange('a content', 'Content', page, { lessonId: id });
const sound = await makeMedia(services.db);
const item = { name: 'apple', audioId: sound.id };
await createAndChange('a sound of Push and Listen', 'PushAndListenItem', item, { contentId });
const aClass = {
  ...{ className: '1A', textBookId, startDate: '2026-04-01', endDate: '2027-03-31', status: 'ACTIVE' },
  ...{ secondaryTeacherIds: [], approvalRequired: true },
};
const { id: classId } = await createAndChange('a class', 'Class', aClass);
await createAndChange('a user', 'User', {
  ...{ email: 'note@school.test', firstName: 'Aya', lastName: 'Mori', role: 'TEACHER' },
});
const profileId = newId();
await services.db.insert(profiles).values({ id: profileId, name: 'Hina', animal: 'fox' });
await services.db.insert(classProfiles).values({ classId, profileId });
const hina = { classId, profileId, name: 'Hina', animal: 'FOX' };
const rename = 'mutation ($input: RenameClassProfileInput!) { renameClassProfile(input: $input) { id version note } }';
const renamed = await ask(rename, { input: { ...hina, version: 1, note: first } });
await change("a student's profile", '', hina, renamed, 'RenameClassProfile');

const chosen: unknown[] = [];
for (const halfDay of [undefined, 'AFTERNOON']) {
  const { version } = await ask('query ($id: ID!) { class(id: $id) { id version } }', { id: classId });
  const choose = 'mutation ($input: UpdateClassInput!) { updateClass(input: $input) { halfDay } }';
  chosen.push(await ask(choose, { input: { ...aClass, id: classId, version, note: second, halfDay } }));
}

const copy = 'mutation ($input: CopyClassInput!) { copyClass(input: $input) { class { note halfDay } } }';
const copied = await ask<{ readonly class: object }>(copy, { input: { id: classId } });

const numbered: unknown[] = [];
for (const minutes of [undefined, 45]) {
  const { version } = await ask('query ($id: ID!) { lesson(id: $id) { id version } }', { id });
  const time = 'mutation ($input: UpdateLessonInput!) { updateLesson(input: $input) { minutes } }';
  numbered.push(await ask(time, { input: { ...unit, id, version, note: second, minutes } }));
}

const withdraw = 'mutation ($id: ID!) { withdrawLesson(id: $id) { id version publishedAt } }';
const read = 'query ($id: ID!) { lesson(id: $id) { id version publishedAt } }';
const changes = await services.db.select({ after: auditLog.after }).from(auditLog).where(eq(auditLog.action, 'update'));
const answers = {
  notes,
  // How many changes the audit log keeps with the new note.
  audited: changes.filter(({ after }) => after?.['note'] === second).length,
  copied: 'class' in copied ? copied.class : copied.id,
  numbered,
  chosen,
  refused: await ask(withdraw, { id }, teacher),
  withdrawn: await ask(withdraw, { id }),
  read: await ask(read, { id }),
};
process.stdout.write(`${JSON.stringify(answers)}\n`);

await gateway.stop();
await api.close();
await rm(dataDir, { recursive: true, force: true });
