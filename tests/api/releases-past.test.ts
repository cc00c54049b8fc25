import { afterAll, expect, test } from 'vitest';
import { migrateDatabase } from '#api/ground/db/migrate.ts';
import { readJournal } from '#api/ground/db/migration-files.ts';
import { migrationsFolder, PastDatabases } from './past-database.ts';
import { connected } from './scratch-database.ts';

const past = new PastDatabases();
afterAll(() => past.drop());

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

test('classes, works and people of before go on, and old servers write them as before', async () => {
  const journal = await readJournal(migrationsFolder);
  const url = await past.create(journal.findIndex(({ tag }) => tag.endsWith('_board_sessions')));
  await connected(async (client) => {
    const book = `insert into textbooks (id, name, short_code, hash_code) values ($1, 'Book', 'AB1', 'hash-code-of-the-book-1')`;
    await client.query(book, [id(1)]);
    const aClass = `insert into classes (id, class_code, class_hash_code, class_name, textbook_id, start_date, end_date, child_guard)
      values ($1, $2, $3, 'Class', $4, '2026-04-01', '2027-03-31', 1)`;
    await client.query(aClass, [id(2), 'CLASS2', 'hash-code-of-the-class-2', id(1)]);
    await client.query(`insert into profiles (id, name, animal) values ($1, 'Mia', 'cat')`, [id(3)]);
    const work = `insert into community_posts (id, class_id, profile_id, kind, state) values ($1, $2, $3, 'record', 'approved')`;
    await client.query(work, [id(4), id(2), id(3)]);
    const person = `insert into users (id, first_name, last_name, email, role, status) values ($1, 'Aya', 'Sato', $2, 'Teacher', 1)`;
    await client.query(person, [id(5), 'aya@school.test']);
    await client.query(`insert into schools (id, name) values ($1, 'Star school')`, [id(6)]);

    await migrateDatabase({ url, migrationsFolder });

    // As servers of the release before write them.
    await client.query(aClass, [id(12), 'CLASS12', 'hash-code-of-the-class-12', id(1)]);
    await client.query(work, [id(14), id(2), id(3)]);
    await client.query(person, [id(15), 'ben@school.test']);
    const classes = await client.query('select code_opens as "codeOpens", child_guard as guard from classes');
    expect(classes.rows).toEqual(Array(2).fill({ codeOpens: true, guard: 1 }));
    const works = await client.query('select content_id as page, state from community_posts');
    expect(works.rows).toEqual(Array(2).fill({ page: null, state: 'approved' }));

    const logos = await client.query('select logo_media_id as logo from schools');
    expect(logos.rows).toEqual([{ logo: null }]);

    // What is new belongs to rows of before, and goes with them.
    const reply = `insert into community_replies (id, post_id, kind, stamp) values ($1, $2, 'stamp', 'star')`;
    await client.query(reply, [id(20), id(4)]);
    const provider = `insert into sign_in_providers (id, school_id, name, issuer, client_id, sealed_secret, domains, roles)
      values ($1, $2, 'Google', 'https://accounts.google.com', 'client', 'sealed', '{school.test}', '{Teacher}')`;
    await client.query(provider, [id(21), id(6)]);
    const identity = 'insert into provider_identities (id, provider_id, subject, user_id) values ($1, $2, $3, $4)';
    await client.query(identity, [id(22), id(21), 'aya', id(5)]);
    const passkey = `insert into passkeys (id, user_id, credential_id, public_key, counter) values ($1, $2, 'credential', 'key', 0)`;
    await client.query(passkey, [id(23), id(5)]);
    await client.query('delete from users where id = $1', [id(5)]);
    await client.query('delete from community_posts where id = $1', [id(4)]);
    await client.query('delete from schools where id = $1', [id(6)]);
    for (const table of ['passkeys', 'provider_identities', 'community_replies', 'sign_in_providers'])
      expect((await client.query(`select from ${table}`)).rowCount, table).toBe(0);
  }, url);
});
