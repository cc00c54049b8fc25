import type { World } from '#tests/support/world.ts';
import type { Ask, Child, Classroom } from './classroom.ts';
import type { Teacher } from './teacher.ts';
import { loudestTone, toneOf } from './voices.ts';

interface Stored {
  readonly profileId: string;
  readonly posts: number;
  readonly answers: number;
  readonly seen: number;
  readonly finished: number;
}

/** What the database has of each profile that has ever been in the class. */
async function storedOf({ services: { pool } }: World, classId: string): Promise<readonly Stored[]> {
  const { rows } = await pool.query<Stored>(
    `select class_profiles.profile_id as "profileId",
            (select count(*)::int from community_posts post
              where post.profile_id = class_profiles.profile_id and post.class_id = $1
                and post.state = 'approved' and post.kind = 'record') as posts,
            (select count(*)::int from community_replies reply join community_posts post on post.id = reply.post_id
              where post.profile_id = class_profiles.profile_id) as answers,
            (select count(*)::int from community_replies reply join community_posts post on post.id = reply.post_id
              where post.profile_id = class_profiles.profile_id and reply.seen_at is not null) as seen,
            (select count(*)::int from finished_contents done join contents on contents.id = done.content_id
              where done.profile_id = class_profiles.profile_id and contents.type = 6) as finished
       from class_profiles where class_id = $1`,
    [classId],
  );
  return rows;
}

/** One line for each child whose works, answers or progress are lost, doubled, or of another child. */
export async function storedFaults(world: World, room: Classroom): Promise<readonly string[]> {
  const stored = await storedOf(world, room.id);
  const wrong: string[] = [];
  if (stored.length !== room.children.length) wrong.push(`the class has ${stored.length} profiles`);
  const { pool } = world.services;
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from profiles where created_at > $1 and id <> all($2)`,
    [await createdAtOf(world, room.id), room.children.map(({ id }) => id)],
  );
  if (rows[0]?.count !== 0) wrong.push(`${rows[0]?.count} second selves`);
  for (const child of room.children) {
    const of = stored.find(({ profileId }) => profileId === child.id);
    const has = of && [of.posts, of.answers, of.seen, of.finished];
    if (!has || has.some((count) => count !== 1))
      wrong.push(`${child.number} ${child.name}: recordings, answers, seen, finished are ${has?.join(', ') ?? 'gone'}`);
  }
  return wrong;
}

async function createdAtOf({ services: { pool } }: World, classId: string): Promise<Date> {
  const { rows } = await pool.query<{ at: Date }>('select created_at as at from classes where id = $1', [classId]);
  return rows[0]?.at ?? new Date(0);
}

interface Recording {
  readonly studentId: string;
  readonly recording: { readonly url: string } | null;
}

/** One line for each recording that does not have the tone of its child, as the teacher's browser decodes it. */
export async function recordingFaults(ask: Ask, teacher: Teacher, room: Classroom): Promise<readonly string[]> {
  const { communityQueue } = await ask<{ communityQueue: { items: Recording[] } }>(
    `query ($classId: ID!) {
      communityQueue(filter: { classId: $classId, state: [APPROVED] }, page: { size: 100 }) {
        items { studentId recording { url } }
      }
    }`,
    { classId: room.id },
  );
  const wrong: string[] = [];
  const tones = room.children.map(({ number }) => toneOf(number));
  for (const child of room.children)
    wrong.push(...(await faultsOfRecording(child, communityQueue.items, { teacher, tones })));
  return wrong;
}

interface Listening {
  readonly teacher: Teacher;
  readonly tones: readonly number[];
}

async function faultsOfRecording(
  child: Child,
  recordings: readonly Recording[],
  { teacher, tones }: Listening,
): Promise<string[]> {
  const own = recordings.filter(({ studentId }) => studentId === child.id);
  const [{ recording } = { recording: null }] = own;
  if (own.length !== 1 || recording === null) return [`${child.number} ${child.name} has ${own.length} recordings`];
  const tone = await loudestTone(teacher.page, recording.url, tones);
  const isOwn = tone === toneOf(child.number);
  return isOwn ? [] : [`the recording of ${child.number} ${child.name} is of ${tone} Hz`];
}
