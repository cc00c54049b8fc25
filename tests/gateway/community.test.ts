import { expect, test } from 'vitest';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { newHashCode, newId } from '#api/ground/db/ids.ts';
import { graphql } from '#tests/support/people.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { dayFromNow } from '#tests/support/teaching.ts';

const world = keptWorld();

interface Post {
  readonly kind: string;
  readonly state: string | null;
  readonly mine: boolean;
  readonly recording: { readonly url: string } | null;
}
interface Wall {
  readonly communityPosts: readonly Post[];
}

const wall = `query Wall($code: String!) {
  communityPosts(classHashCode: $code) {
    kind title displayName animal mine state moderationState likeCount heartCount reactionCount classId lessonId createdAt
    image { url } thumbnail { url } recording { url fileName } video { url }
  }
}`;

/** The demo class whose wall has a post that waits, with the child who made it. */
async function waitingPost() {
  const { rows } = await world.services.pool.query<{
    readonly code: string;
    readonly id: string;
    readonly lessonId: string;
    readonly profile: string;
    readonly name: string;
  }>(
    `select class_hash_code as code, classes.id, lesson_id as "lessonId", profiles.id as profile, profiles.name from community_posts
       join classes on classes.id = class_id join profiles on profiles.id = profile_id
      where state = 'pending' and kind = 'record' limit 1`,
  );
  const [found] = rows;
  if (!found) throw new Error('no post waits in the demo school');
  return found;
}

test("a wall comes with GraphQL's names and files that open, and a token marks what is one's own", async () => {
  const { code, id, lessonId, profile, name } = await waitingPost();
  const asNobody = await graphql<Wall>(world, wall, { code });
  expect(asNobody.errors).toBeUndefined();
  expect(asNobody.data?.communityPosts.length).toBeGreaterThan(1);
  expect(asNobody.data?.communityPosts.filter(({ mine, state }) => mine || state !== null)).toEqual([]);
  expect(new Set(asNobody.data?.communityPosts.map(({ kind }) => kind))).toEqual(new Set(['IMAGE', 'RECORD']));

  const authorization = `Bearer ${await signStudentToken(world.services.secrets, profile)}`;
  const { data } = await graphql<Wall>(world, wall, { code }, { authorization });
  const [first, ...others] = data?.communityPosts ?? [];
  expect(first).toMatchObject({
    kind: 'RECORD',
    classId: id,
    lessonId,
    displayName: name,
    mine: true,
    state: 'WAITING',
    moderationState: 'PENDING',
  });
  const voice = await fetch(new URL(first?.recording?.url ?? '', world.url));
  expect([voice.status, voice.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  expect(others.map(({ mine }) => mine)).not.toContain(true);
});

test('a code that is no class is NOT_FOUND', async () => {
  const { errors } = await graphql(world, wall, { code: newHashCode() });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', status: 404 });
});

test('a child reacts, reports and deletes through GraphQL, and the answer has the new counts', async () => {
  const { rows } = await world.services.pool.query<{ id: string; profile: string; likes: number }>(
    `select community_posts.id, profile_id as profile, like_count as likes from community_posts
       join classes on classes.id = class_id where state = 'approved' and classes.status = 0
         and classes.end_date >= $1 and community_posts.deleted_at is null limit 1`,
    [dayFromNow(0)],
  );
  const [post] = rows;
  if (!post) throw new Error('no post is shown in the demo school');
  const authorization = `Bearer ${await signStudentToken(world.services.secrets, post.profile)}`;
  const act = `mutation Act($react: ReactToCommunityPostInput!, $report: ReportCommunityPostInput!) {
    reactToCommunityPost(input: $react) { id likeCount liked hearted mine state moderationState }
    reportCommunityPost(input: $report)
  }`;
  const react = { id: post.id, type: 'LIKE', numberOfInteractions: 4 };
  const acted = await graphql(world, act, { react, report: { id: post.id } }, { authorization });
  expect(acted).toMatchObject({
    data: {
      reactToCommunityPost: {
        id: post.id,
        likeCount: post.likes + 1,
        liked: true,
        hearted: false,
        mine: true,
        state: 'SHOWN',
        moderationState: 'APPROVED',
      },
      reportCommunityPost: true,
    },
  });

  const remove = `mutation Remove($input: DeleteCommunityPostInput!) { deleteCommunityPost(input: $input) }`;
  const asAnother = { input: { id: post.id, studentId: newId() } };
  const refused = await graphql(world, remove, asAnother, { authorization });
  expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', status: 403 });
  const own = { input: { id: post.id, studentId: post.profile } };
  expect(await graphql(world, remove, own, { authorization })).toMatchObject({ data: { deleteCommunityPost: true } });
  const again = await graphql(world, remove, own, { authorization });
  expect(again.errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
});
