import {
  contentFields,
  type Fields,
  instant,
  namedBook,
  list,
  link,
  object,
  orNull,
  picture,
  sizedPicture,
} from './floor-json.ts';

// The rows that children read, as SQL makes them.

const briefFields = {
  id: 'l.id',
  hashCode: 'l.hash_code',
  number: 'l.number',
  title: 'l.title',
  name: 'l.name',
  languageFocus: 'l.language_focus',
  phonics: 'l.phonics',
  contentCount: `(select count(*) from contents
    where lesson_id = l.id and published_at is not null and deleted_at is null)`,
};
export const briefItem = object(briefFields);

export const bookShown = 'b.published_at is not null and b.deleted_at is null';
export const unitShown = `l.published_at is not null and l.deleted_at is null and ${bookShown}`;
export const contentShown = `p.published_at is not null and p.deleted_at is null and ${unitShown}`;
export const forStudents = `c.deleted_at is null and ${bookShown}`;
export const completed = `(c.status = 1 or c.end_date < (now() at time zone $2::text)::date)`;

/** With `m`, the book's picture. */
export const shownBook = object({
  id: 'b.id',
  hashCode: 'b.hash_code',
  name: 'b.name',
  shortCode: 'b.short_code',
  description: 'b.description',
  thumbnail: picture('m'),
});

export const studentClassItem = object({
  id: 'c.id',
  classHashCode: 'c.class_hash_code',
  className: 'c.class_name',
  status: 'c.status',
  startDate: 'c.start_date',
  endDate: 'c.end_date',
  completed,
  textBook: shownBook,
});

export const contentItem = object({ ...contentFields, unitId: 'p.lesson_id' });

export const unitPlaceItem = object({ ...briefFields, textBook: namedBook });

/** With `m`, the page's picture, `s`, its sound, and `n`, its neighbours. */
export const studentContentItem = object({
  ...contentFields,
  description: 'p.description',
  pageImage: sizedPicture('m'),
  youtubeLink: 'p.youtube_link',
  wordwallLink: 'p.wordwall_link',
  audio: picture('s'),
  unit: object({ id: 'l.id', hashCode: 'l.hash_code', number: 'l.number', name: 'l.name' }),
  textBook: namedBook,
  previousHashCode: 'n.previous',
  nextHashCode: 'n.next',
});

export const spotItem = object({
  id: 'i.id',
  name: 'i.name',
  audio: link(`'/media/' || i.audio_media_id || '/'`, 'i.file_name'),
  spot: orNull('i.spot_x', object({ x: 'i.spot_x', y: 'i.spot_y', width: 'i.spot_width', height: 'i.spot_height' })),
});

const guarded = (guard: number): string => `exists (
  select from class_profiles j join classes g on g.id = j.class_id
  where j.profile_id = p.id and g.child_guard = ${guard} and g.deleted_at is null and g.status = 0
    and g.end_date >= (now() at time zone $2::text)::date)`;

export const rosterItem = object({
  id: 'p.id',
  name: 'p.name',
  animal: 'p.animal',
  // The children of the demo school have no namesakes.
  number: 'null',
  asksPictures: guarded(1),
  asksCard: guarded(2),
  mergedIds: 'to_json(array(select m.id from merged_profiles m where m.into_id = p.id order by m.id))',
});

const postOf = (mine: string, own: Fields): string => {
  const fileOf = (view: string) => link(`'/media/' || f.id || '/${view}'`, 'f.file_name');
  const file = `case when ${mine} then ${fileOf('own/')} else ${fileOf('')} end`;
  const card = (view: string) => link(`'/media/' || k.id || '/${view}'`, 'k.file_name');
  const small = `case when ${mine} then ${fileOf('own-small/')} else ${fileOf('small/')} end`;
  const ofKind = (kind: string) => `case when w.kind = '${kind}' then ${file} end`;
  return object({
    id: 'w.id',
    kind: 'w.kind',
    classId: 'w.class_id',
    lessonId: 'w.lesson_id',
    title: 'w.title',
    displayName: 'p.name',
    animal: 'p.animal',
    mine,
    image: ofKind('image'),
    thumbnail: `case when k.id is not null then case when ${mine} then ${card('own/')} else ${card('')} end
      when w.kind = 'image' then ${small} end`,
    recording: ofKind('record'),
    video: ofKind('video'),
    likeCount: 'w.like_count',
    heartCount: 'w.heart_count',
    reactionCount: 'w.like_count + w.heart_count',
    createdAt: instant('w.created_at'),
    ...own,
  });
};

/** For nobody, who has no posts. */
export const postItem = postOf('false', {
  state: 'null',
  moderationState: 'null',
  liked: 'false',
  hearted: 'false',
  replies: `'[]'::json`,
});

const given = (type: number): string =>
  `exists (select from community_reactions where post_id = w.id and profile_id = $3 and type = ${type})`;

/** With `r`, the reply, and `v`, its voice. */
export const replyItem = (view: 'own' | 'staff'): string =>
  object({
    kind: 'r.kind',
    stamp: 'r.stamp',
    voice: orNull('v.id', link(`'/media/' || v.id || '/${view}/'`, 'v.file_name')),
    seen: 'r.seen_at is not null',
    createdAt: instant('r.created_at'),
  });

/** A post's replies, with the voices for the child alone or for the staff. */
export const repliesTo = (view: 'own' | 'staff'): string => `(select ${list(replyItem(view), 'r.kind')}
  from community_replies r left join media v on v.id = r.media_id where r.post_id = w.id)`;

/** For the child `$3`. */
export const ownPostItem = postOf('w.profile_id = $3', {
  state: `case when w.profile_id = $3 then case when w.state = 'pending' then 'waiting' else 'shown' end end`,
  moderationState: 'case when w.profile_id = $3 then w.state end',
  liked: given(1),
  hearted: given(2),
  replies: `case when w.profile_id = $3 then ${repliesTo('own')} else '[]'::json end`,
});
