import { afterAll, beforeAll, expect, test } from 'vitest';
import { signStudentToken } from '#api/accounts/tokens.ts';
import { newHashCode } from '#api/db/ids.ts';
import { graphql } from '#tests/support/people.ts';
import { startWorld, type World } from '#tests/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

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
    kind title displayName animal mine state likeCount heartCount createdAt
    image { url } thumbnail { url } recording { url fileName } video { url }
  }
}`;

/** The demo class whose wall has a post that waits, with the child who made it. */
async function waitingPost(): Promise<{ code: string; profile: string; name: string }> {
  const { rows } = await world.services.pool.query<{ code: string; profile: string; name: string }>(
    `select class_hash_code as code, profiles.id as profile, profiles.name from community_posts
       join classes on classes.id = class_id join profiles on profiles.id = profile_id
      where state = 'pending' and kind = 'record' limit 1`,
  );
  const [found] = rows;
  if (!found) throw new Error('no post waits in the demo school');
  return found;
}

test("a wall comes with GraphQL's names and files that open, and a token marks what is one's own", async () => {
  const { code, profile, name } = await waitingPost();
  const asNobody = await graphql<Wall>(world, wall, { code });
  expect(asNobody.errors).toBeUndefined();
  expect(asNobody.data?.communityPosts.length).toBeGreaterThan(1);
  expect(asNobody.data?.communityPosts.filter(({ mine, state }) => mine || state !== null)).toEqual([]);
  expect(new Set(asNobody.data?.communityPosts.map(({ kind }) => kind))).toEqual(new Set(['IMAGE', 'RECORD']));

  const authorization = `Bearer ${await signStudentToken(world.services.secrets, profile)}`;
  const { data } = await graphql<Wall>(world, wall, { code }, { authorization });
  const [first, ...others] = data?.communityPosts ?? [];
  expect(first).toMatchObject({ kind: 'RECORD', displayName: name, mine: true, state: 'WAITING' });
  const voice = await fetch(new URL(first?.recording?.url ?? '', world.url));
  expect([voice.status, voice.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  expect(others.map(({ mine }) => mine)).not.toContain(true);
});

test('a code that is no class is NOT_FOUND', async () => {
  const { errors } = await graphql(world, wall, { code: newHashCode() });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', status: 404 });
});
