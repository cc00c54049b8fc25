import { hashSql, idSql } from './bench-ids.ts';

/** What each textbook holds, in a school of any size. */
const perBook = { units: 10, contents: 60 };
const daysInTrash = 29;

const words = `(array['Apples', 'ねこ と いぬ', 'Hello', 'The sea', 'すうじ', 'Colours'])[1 + mod(i, 6)]`;

/** Units, contents with a sound each, and the sounds. */
export function teachingStatements(textbooks: number): string[] {
  const [units, contents] = [textbooks * perBook.units, textbooks * perBook.contents];
  const perUnit = perBook.contents / perBook.units;
  const soundId = idSql(8, 'i + 10000000');
  return [
    `insert into lessons (id, textbook_id, hash_code, position, number, title, name, language_focus, phonics,
        published_at, search_text)
      select ${idSql(6, 'i')}, ${idSql(1, `i / ${perBook.units}`)}, ${hashSql('l', 'i')}, mod(i, ${perBook.units}),
        mod(i, ${perBook.units}) + 1, 'Unit ' || mod(i, ${perBook.units}) + 1, ${words}, 'Greetings', 'h', now(),
        lower('unit ' || mod(i, ${perBook.units}) + 1 || ' ' || ${words})
      from generate_series(0, ${units - 1}) i`,
    `insert into media (id, kind, purpose, storage_key, content_type, byte_size, duration_ms, file_name, sha256,
        search_text, created_at)
      select ${soundId}, 'audio', 'teaching', 'sound' || i, 'audio/mpeg', 20000, 2000, ${words} || ' ' || i || '.mp3',
        repeat('0', 64), lower(${words} || ' ' || i || '.mp3'), now() - (${contents} - i) * interval '1 minute'
      from generate_series(0, ${contents - 1}) i`,
    `insert into contents (id, lesson_id, hash_code, type, position, page_number, name, audio_media_id, published_at,
        search_text, deleted_at)
      select ${idSql(7, 'i')}, ${idSql(6, `i / ${perUnit}`)}, ${hashSql('p', 'i')}, 2, mod(i, ${perUnit}),
        mod(i, ${perBook.contents}) + 1, ${words}, ${soundId}, now(), lower(${words}),
        case when mod(i, 100) = 99 then now() - mod(i, ${daysInTrash}) * interval '1 day' end
      from generate_series(0, ${contents - 1}) i`,
    // The triggers that give rows their codes are off while rows are added in bulk.
    `select add_permanent_code('textbooks', id, id, now()) from textbooks`,
    `select add_permanent_code('lessons', id, textbook_id, now()) from lessons`,
    `select add_permanent_code('contents', contents.id, textbook_id, now())
      from contents join lessons on lessons.id = lesson_id`,
  ];
}

interface Doings {
  readonly users: number;
  readonly posts: number;
}

/** Works on the walls, what staff have changed and deleted, and the keys they made. */
export function doingStatements({ users, posts }: Doings): string[] {
  const changes = users / 2;
  return [
    `insert into media (id, kind, purpose, storage_key, content_type, byte_size, width, height, file_name, sha256,
        profile_id)
      select ${idSql(8, 'i')}, 'image', 'community', 'work' || i, 'image/jpeg', 90000, 400, 300, 'work.jpg',
        repeat('0', 64), ${idSql(3, 'i * 10')}
      from generate_series(0, ${posts - 1}) i`,
    `insert into community_post_reports (id, post_id, reason)
      select gen_random_uuid(), ${idSql(4, 'i * 100')}, 'いやだ' from generate_series(0, ${posts / 100 - 1}) i`,
    `insert into audit_log (id, at, actor_id, actor_name, action, entity, entity_id, entity_name, search_text)
      select ${idSql(9, 'i')}, now() - (${changes} - i) * interval '40 seconds', ${idSql(0, 'mod(i, 50)')}, 'Aya Mori',
        (array['update', 'create', 'delete', 'resend-invitation'])[1 + mod(i, 4)],
        (array['users', 'classes', 'contents'])[1 + mod(i, 3)], person.id,
        person.last_name || ' ' || person.first_name, 'aya mori ' || person.search_text
      from generate_series(0, ${changes - 1}) i join users person on person.id = ${idSql(0, 'i * 2')}`,
    `update users set deleted_at = now() - mod(number, ${daysInTrash}) * interval '1 day'
      from generate_series(11, ${users - 1}, 250) number where id = ${idSql(0, 'number')} and role = 'Teacher'`,
    `update profiles set deleted_at = now() - mod(number, ${daysInTrash}) * interval '1 day'
      from generate_series(7, ${posts * 10 - 1}, 200) number where id = ${idSql(3, 'number')}`,
    `insert into api_keys (id, owner_id, name, key_hash, last_four, scopes, created_at)
      select gen_random_uuid(), ${idSql(0, '0')}, 'Key ' || i, md5(i::text) || md5(i::text), 'abcd', '{Class:read}',
        now() - i * interval '1 hour'
      from generate_series(0, ${users / 50 - 1}) i`,
  ];
}
