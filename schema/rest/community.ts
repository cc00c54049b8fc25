import { z } from 'zod';
import { anyone } from '../access.ts';
import { operation } from './operation.ts';
import { animal } from './students.ts';
import { dateTime, fileLink, hashCode, id } from './values.ts';

/** What a child puts on a class's wall: a picture, a film, or their voice. */
export const communityPostKinds = ['image', 'video', 'record'] as const;

/** Where a post of one's own stands: it waits for the teacher, or everybody sees it. */
export const communityPostStates = ['waiting', 'shown'] as const;

/** A post as the wall shows it: its child by display name and animal, never by an id. */
export const communityPost = z.object({
  id,
  kind: z.enum(communityPostKinds),
  title: z.string(),
  displayName: z.string(),
  animal,
  /** The post is the calling profile's own. */
  mine: z.boolean(),
  /** Told of the caller's own posts alone. */
  state: z.enum(communityPostStates).nullable(),
  image: fileLink.nullable(),
  /** A picture as big as a card; of a video, where it has one. */
  thumbnail: fileLink.nullable(),
  recording: fileLink.nullable(),
  video: fileLink.nullable(),
  likeCount: z.int(),
  heartCount: z.int(),
  createdAt: dateTime,
});
export type CommunityPost = z.infer<typeof communityPost>;

export const communityPosts = operation({
  name: 'communityPosts',
  method: 'GET',
  path: '/Community',
  summary:
    "A class's wall, of one unit where given: the caller's own posts first, those that wait for the teacher before all, then the last 100 that are shown, newest first; none when the class is completed.",
  access: anyone,
  // Without its class a wall would be everybody's, so the code that section 7 lists is required.
  query: z.object({ LessonHashCode: hashCode.optional(), ClassHashCode: hashCode }),
  response: z.array(communityPost),
  problems: [404],
});
