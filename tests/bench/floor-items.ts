import {
  contentFields,
  namedBook,
  classStaff,
  editing,
  escaped,
  instant,
  link,
  list,
  object,
  orNull,
  person,
  picture,
  sizedPicture,
  smallPicture,
} from './floor-json.ts';

// The rows that staff read, as SQL makes them.

const qrPictures = (kind: string, id: string, stem: string, hashCode: string, inUrl = stem): string => {
  const nameOf = (stemmed: string, format: string) =>
    `(${stemmed} || '-' || substr(encode(sha256(${hashCode}::bytea), 'hex'), 1, 8) || '.${format}')`;
  const pictureIn = (format: 'svg' | 'png') =>
    link(`'/downloads/${kind}/' || ${id} || '/'`, nameOf(stem, format), nameOf(inUrl, format));
  return object({ svg: pictureIn('svg'), png: pictureIn('png') });
};

const printedCode = (id: string) => `(select code from printed_codes where entity_id = ${id} and kind = 'code')`;

/** `$1` is the product's public address. */
export const classItem = object({
  id: 'c.id',
  classCode: 'c.class_code',
  externalId: 'c.external_id',
  classHashCode: 'c.class_hash_code',
  className: 'c.class_name',
  textBook: object({ id: 'b.id', name: 'b.name', shortCode: 'b.short_code', thumbnail: smallPicture('m') }),
  startDate: 'c.start_date',
  endDate: 'c.end_date',
  status: 'c.status',
  mainTeacher: classStaff('t'),
  schoolAdministrator: classStaff('a'),
  school: orNull('sc.id', object({ id: 'sc.id', name: 'sc.name' })),
  secondaryTeachers: 's.teachers',
  inactiveStaffIds: `(select coalesce(json_agg(id), '[]') from (
    select t.id where t.status <> 1 union all select a.id where a.status <> 1 union all select unnest(s.inactive)
  ) as inactive)`,
  approvalRequired: 'c.approval_required',
  childGuard: 'c.child_guard',
  admission: 'c.admission',
  codeOpens: 'c.code_opens',
  studentCount: `(select count(*) from class_profiles cp join profiles p on p.id = cp.profile_id
    where cp.class_id = c.id and not cp.waiting and p.deleted_at is null)`,
  codesUntil: 'codes_until(c.id)',
  urlLink: `$1::text || '/student/class/' || c.class_hash_code`,
  communityLink: `$1::text || '/student/community/list?class=' || c.class_hash_code`,
  qrCode: qrPictures('class-qr', 'c.id', 'c.class_code', 'c.class_hash_code'),
  ...editing('c', 'e'),
});

export const classJoins = `
  join textbooks b on b.id = c.textbook_id
  left join media m on m.id = b.thumbnail_media_id
  left join users t on t.id = c.main_teacher_id and t.deleted_at is null
  left join users a on a.id = c.school_administrator_id and a.deleted_at is null
  left join users e on e.id = c.updated_by_id
  left join schools sc on sc.id = c.school_id
  cross join lateral (
    select ${list(classStaff('u'), 'st.position')} as teachers,
      array_agg(u.id order by st.position) filter (where u.status <> 1) as inactive
    from class_secondary_teachers st join users u on u.id = st.teacher_id and u.deleted_at is null
    where st.class_id = c.id
  ) as s`;

export const userItem = object({
  id: 'u.id',
  firstName: 'u.first_name',
  lastName: 'u.last_name',
  email: 'u.email',
  pendingEmail: `(select email from account_links where user_id = u.id and purpose = 'email'
    and used_at is null and voided_at is null and expires_at > now())`,
  username: 'u.username',
  role: 'u.role',
  phoneNumber: 'u.phone_number',
  phoneType: 'u.phone_type',
  status: 'u.status',
  dateCreated: instant('u.created_at'),
  createdAt: instant('u.created_at'),
  invitedAt: instant('u.invited_at'),
  lastSignInAt: instant('u.last_sign_in_at'),
  language: 'u.language',
  externalId: 'u.external_id',
  secondFactor: `(exists (select from second_factors where user_id = u.id and confirmed_at is not null)
    or exists (select from passkeys where user_id = u.id))`,
  invitedBy: person('i'),
  version: 'u.version',
  updatedAt: instant('u.updated_at'),
  updatedBy: person('e'),
  // An administrator may change everybody but those above.
  refusal: `case when u.role = 'SuperAdmin' then 'messages.userAboveOwn' end`,
});

export const userJoins = 'left join users i on i.id = u.invited_by_id left join users e on e.id = u.updated_by_id';

export const bookItem = object({
  id: 'b.id',
  name: 'b.name',
  shortCode: 'b.short_code',
  thumbnail: smallPicture('m'),
  hashCode: 'b.hash_code',
  description: 'b.description',
  externalId: 'b.external_id',
  thumbnailId: 'm.id',
  unitCount: `(select count(*) from lessons where textbook_id = b.id and deleted_at is null)`,
  contentCount: `(select count(*) from contents p join lessons l on l.id = p.lesson_id and l.deleted_at is null
    where l.textbook_id = b.id and p.deleted_at is null)`,
  classCount: `(select count(*) from classes where textbook_id = b.id and deleted_at is null)`,
  urlLink: `$1::text || '/student/unit-list?book=' || b.hash_code`,
  printedCode: printedCode('b.id'),
  qrCode: qrPictures('textbook-qr', 'b.id', 'b.short_code', 'b.hash_code'),
  publishedAt: instant('b.published_at'),
  ...editing('b', 'e'),
});

export const bookJoins = 'left join media m on m.id = b.thumbnail_media_id left join users e on e.id = b.updated_by_id';

export const unitItem = object({
  id: 'l.id',
  hashCode: 'l.hash_code',
  number: 'l.number',
  title: 'l.title',
  name: 'l.name',
  description: 'l.description',
  languageFocus: 'l.language_focus',
  phonics: 'l.phonics',
  contentCount: `(select count(*) from contents where lesson_id = l.id and deleted_at is null)`,
  textBookId: 'l.textbook_id',
  textBook: namedBook,
  order: `(select count(*) from lessons o where o.textbook_id = l.textbook_id and o.deleted_at is null
    and (o.position, o.id) <= (l.position, l.id))`,
  urlLink: `$1::text || '/student/unit-detail?unit=' || l.hash_code || '&book=' || b.hash_code`,
  printedCode: printedCode('l.id'),
  publishedAt: instant('l.published_at'),
  ...editing('l', 'e'),
});

export const unitJoins = 'join textbooks b on b.id = l.textbook_id left join users e on e.id = l.updated_by_id';

/** `$2` is the product's public address. */
export const profileItem = object({
  id: 'p.id',
  name: 'p.name',
  reading: 'p.reading',
  number: 'cp.number',
  animal: 'p.animal',
  pictures: 'p.pictures',
  cardLink: `$2::text || '/student/card#' || p.card_code`,
  cardQrCode: qrPictures('card-qr', 'p.id', `'card'`, 'p.card_code'),
  version: 'p.version',
  createdAt: instant('p.created_at'),
  joinedAt: instant('cp.joined_at'),
  lastSeenAt: instant('cp.last_seen_at'),
  postCount: `(select count(*) from community_posts
    where profile_id = p.id and class_id = cp.class_id and deleted_at is null)`,
  otherClassCount: `(select count(*) from class_profiles o join classes c on c.id = o.class_id
    where o.profile_id = p.id and o.class_id <> cp.class_id and c.deleted_at is null)`,
});

const pageStem = `(b.short_code || '-unit-' || lpad(l.number::text, 2, '0') || '-page-' ||
  lpad(p.page_number::text, 3, '0') || '-' || replace(p.name, ' ', '-'))`;

/** With `m`, the page's picture, and `s`, its sound; `$1` is the product's public address. */
export const contentDetailItem = object({
  ...contentFields,
  lessonId: 'p.lesson_id',
  unit: object({ id: 'l.id', hashCode: 'l.hash_code', number: 'l.number', title: 'l.title', name: 'l.name' }),
  textBook: namedBook,
  order: `(select count(*) from contents o where o.lesson_id = p.lesson_id and o.deleted_at is null
    and (o.position, o.id) <= (p.position, p.id))`,
  description: 'p.description',
  pageImageId: 'm.id',
  pageImage: sizedPicture('m'),
  youtubeLink: 'p.youtube_link',
  wordwallLink: 'p.wordwall_link',
  audioId: 's.id',
  audio: picture('s'),
  itemCount: `(select count(*) from push_and_listen_items where content_id = p.id and deleted_at is null)`,
  urlLink: `$1::text || '/student/content/' || p.hash_code`,
  printedCode: printedCode('p.id'),
  qrCode: qrPictures('content-qr', 'p.id', pageStem, 'p.hash_code', escaped(pageStem)),
  publishedAt: instant('p.published_at'),
  ...editing('p', 'e'),
});

export const contentJoins = `join lessons l on l.id = p.lesson_id join textbooks b on b.id = l.textbook_id
  left join media m on m.id = p.page_image_media_id left join media s on s.id = p.audio_media_id
  left join users e on e.id = p.updated_by_id`;
