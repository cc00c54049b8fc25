import { Client } from 'pg';
import { searchText } from '#api/ground/db/search-text.ts';
import { hashSql, idSql } from './bench-ids.ts';
import { doingStatements, teachingStatements } from './more-data.ts';

export interface SchoolSize {
  readonly users: number;
  readonly classes: number;
  /** One for a hundred classes unless given. */
  readonly textbooks?: number;
}

// To each class, as a school of any size has them.
const perClass = { children: 20, posts: 2, views: 50 };
const classesPerOwner = 10;
const tables = ['users', 'textbooks', 'classes', 'class_secondary_teachers', 'profiles', 'class_profiles'];
const bulky = ['community_posts', 'page_views', 'lessons', 'contents', 'media', 'audit_log'];

// The commonest family name of Japan is that of every seventieth person.
const families = [
  ...['田中', '佐藤', '鈴木', '山田', '高橋', '渡辺', '伊藤', '中村', '小林', '加藤', '吉田', '山本', '佐々木', '松本'],
  ...[
    'Suzuki',
    'Tanaka',
    'Sato',
    'Nakamura',
    'Takahashi',
    'Ito',
    'Watanabe',
    'Yamamoto',
    'Kobayashi',
    'Kato',
    'Yoshida',
  ],
  ...[
    '井上',
    '木村',
    '林',
    '斎藤',
    '清水',
    '山崎',
    '森',
    '池田',
    '橋本',
    '阿部',
    '石川',
    '山下',
    '中島',
    '石井',
    '小川',
    '前田',
  ],
  ...['Smith', 'Jones', 'Taylor', 'Brown', 'Wilson', 'Evans', 'Walker', 'Green', 'Hall', 'Wood', 'Clarke', 'Baker'],
  ...["O'Brien", 'Murphy', 'Kelly', 'Garcia', 'Silva', 'Müller', 'Novak', 'Rossi', 'Dubois', 'Jansen', 'Larsen', 'Kim'],
];
const rareFamilies = ['Quayle', '五十嵐', '勅使河原', 'Xerxes'];
const firsts = ['花子', '太郎', 'さくら', 'タケシ', 'Aya', 'Ken', 'Mia', 'Noah', 'Emma', 'Yuki', 'Léa', 'Hana'];
const books = ['Hello World', 'にほんご いちねん', 'ハロー ブック', 'Sea Songs', 'Phonics A to Z'];

const placeIn = (list: string, seed: string) => `1 + mod(abs(hashint8extended(${seed}, 7)), cardinality(${list}))`;

/** Fills a migrated database: rows first, and its indexes after them, which takes a tenth of the time. */
export async function fillSchool(url: string, size: SchoolSize): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '128MB'`,
    );
    const indexes = await dropIndexes(client);
    await client.query(
      `create temporary table names as select $1::text[] families, $2::text[] family_forms, $3::text[] rare,
        $4::text[] rare_forms, $5::text[] firsts, $6::text[] first_forms, $7::text[] books, $8::text[] book_forms`,
      [families, rareFamilies, firsts, books].flatMap((words) => [words, words.map((word) => searchText(word))]),
    );
    for (const statement of statements(size)) await client.query(statement);
    for (const index of indexes) await client.query(index);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ indexdef: string; indexname: string }>(
    `select indexdef, indexname from pg_indexes where schemaname = 'public' and tablename = any($1)
      and indexname not in (select conname from pg_constraint where contype in ('p', 'u', 'x'))`,
    [[...tables, ...bulky]],
  );
  for (const { indexname } of rows) await client.query(`drop index "${indexname}"`);
  // PostgreSQL writes that of a partitioned table so that its partitions would stay without one.
  return rows.map(({ indexdef }) => indexdef.replace(' ON ONLY ', ' ON '));
}

function statements({ users, classes, textbooks = Math.max(20, Math.round(classes / 100)) }: SchoolSize): string[] {
  const owners = Math.max(1, Math.round(classes / classesPerOwner));
  const teacher = (seed: string) => idSql(0, `${owners} + 1 + mod(${seed}, ${users - owners - 1})`);
  return [
    `insert into users (id, first_name, last_name, email, search_text, role, status, invited_by_id, invited_at,
        last_sign_in_at, created_at)
      select ${idSql(0, 'i')}, first, last, email, first_form || ' ' || last_form || first_form || ' ' || email,
        case when i = 0 then 'Administrator' when i <= ${owners} then 'SchoolOwner' else 'Teacher' end,
        case when mod(i, 20) = 19 then 2 when mod(i, 10) = 3 then 0 else 1 end,
        case when i > ${owners} and mod(i, 7) <> 0 then ${idSql(0, `1 + mod(i, ${owners})`)} end,
        now() - i * interval '7 seconds',
        case when mod(i, 3) > 0 then now() - mod(i::bigint * 7919, 9999991) * interval '1 second' end,
        now() - (${users} - i) * interval '7 seconds'
      from generate_series(0, ${users - 1}) i, names,
        lateral (select ${placeIn('firsts', 'i * 3')} first_place, ${placeIn('families', 'i')} last_place) place,
        lateral (select firsts[first_place] first, first_forms[first_place] first_form,
          case when mod(i, 5000) = 17 then rare[1 + mod(i, 3)] else families[last_place] end last,
          case when mod(i, 5000) = 17 then rare_forms[1 + mod(i, 3)] else family_forms[last_place] end last_form,
          substr(md5(i::text), 1, 8) || i || '@school' || mod(i, 977) || '.example' email) person`,
    // A school has its owner's id.
    `insert into schools (id, name) select id, last_name from users where role = 'SchoolOwner'`,
    `insert into textbooks (id, name, short_code, hash_code, published_at, search_text)
      select ${idSql(1, 'i')}, books[place] || ' ' || i, 'BOOK' || i, ${hashSql('b', 'i')}, now(),
        book_forms[place] || ' ' || i || ' book' || i
      from generate_series(0, ${textbooks - 1}) i, names, lateral (select ${placeIn('books', 'i')} place) placed`,
    `insert into classes (id, class_code, class_hash_code, class_name, textbook_id, start_date, end_date, status,
        main_teacher_id, school_administrator_id, school_id, search_text, created_at)
      select ${idSql(2, 'i')}, code, ${hashSql('c', 'i')}, class_name, book.id, date '2026-04-01' + mod(i, 90)::int,
        date '2027-03-01' + mod(i, 200)::int, case when mod(i, 8) = 0 then 1 else 0 end, teacher.id,
        ${idSql(0, `1 + mod(i, ${owners})`)}, ${idSql(0, `1 + mod(i, ${owners})`)},
        lower(code || ' ' || class_name) || ' ' || book.search_text || ' ' || split_part(teacher.search_text, ' ' || teacher.email, 1),
        now() - (${classes} - i) * interval '11 minutes'
      from generate_series(0, ${classes - 1}) i
        cross join lateral (select upper(lpad(to_hex(i), 6, '0')) code, case mod(i, 4)
          when 0 then mod(i, 6) + 1 || '年' || mod(i, 9) + 1 || '組' when 1 then 'さくら ' || i
          when 2 then 'Class ' || i else 'Monday Club ' || i end class_name) named
        join textbooks book on book.id = ${idSql(1, `mod(i, ${textbooks})`)}
        join users teacher on teacher.id = ${teacher('i * 37')}`,
    `insert into class_secondary_teachers (class_id, teacher_id, position)
      select ${idSql(2, 'i')}, ${teacher('i * 37 + 11 * (place + 1)')}, place
      from generate_series(0, ${classes - 1}) i, generate_series(0, 1) place`,
    `insert into memberships (school_id, user_id, role)
      select id, id, 'SchoolOwner' from users where role = 'SchoolOwner'
      union select invited_by_id, id, 'Teacher' from users where invited_by_id is not null
      union select school_id, main_teacher_id, 'Teacher' from classes
        where school_id is not null and main_teacher_id is not null
      union select school_id, teacher_id, 'Teacher' from class_secondary_teachers join classes on id = class_id
        where school_id is not null
      on conflict do nothing`,
    `insert into profiles (id, name, animal) select ${idSql(3, 'i')}, 'ひなた', 'fox'
      from generate_series(0, ${classes * perClass.children - 1}) i`,
    `insert into class_profiles (class_id, profile_id) select ${idSql(2, `i / ${perClass.children}`)}, ${idSql(3, 'i')}
      from generate_series(0, ${classes * perClass.children - 1}) i`,
    `insert into community_posts (id, class_id, lesson_id, profile_id, kind, title, state, media_id, created_at)
      select ${idSql(4, 'i')}, ${idSql(2, `i / ${perClass.posts}`)}, null, ${idSql(3, 'i * 10')}, 'image', 'わたしの え',
        case when mod(i, 20) = 0 then 'pending' else 'approved' end, ${idSql(8, 'i')}, now() - i * interval '3 seconds'
      from generate_series(0, ${classes * perClass.posts - 1}) i`,
    `insert into page_views (event_id, name, page_url, class_id, profile_id, visitor, duration_ms, started_at)
      select ${idSql(5, 'i')}, 'Content', '/student/content', ${idSql(2, `i / ${perClass.views}`)},
        ${idSql(3, `i / ${perClass.views} * ${perClass.children} + mod(i, ${perClass.children})`)},
        md5(${idSql(3, `i / ${perClass.views} * ${perClass.children} + mod(i, ${perClass.children})`)}::text)::uuid,
        mod(i, 600) * 1000, now() - mod(i::bigint * 7919, 31536000) * interval '1 second'
      from generate_series(0, ${classes * perClass.views - 1}) i`,
    ...teachingStatements(textbooks),
    ...doingStatements({ users, posts: classes * perClass.posts }),
  ];
}
