import { z } from 'zod';
import { anyone, studentOnly, studentOrStaffWith } from '../access.ts';
import { fromQuery, ReactionType } from './enumerations.ts';
import { operation } from './operation.ts';
import { classCompleted, tooManyCodes, tooManyRequests, unknownCode } from './problems.ts';
import { animal } from './students.ts';
import { dateTime, fileLink, hashCodeOf, id, idOf, text } from './values.ts';

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
  whose: "the code opens it; a profile's token shows which posts are its own",
  // Without its class a wall would be everybody's, so the code that section 7 lists is required.
  query: z.object({
    LessonHashCode: hashCodeOf('lesson').optional(),
    ClassHashCode: hashCodeOf('class', 'classHashCode'),
  }),
  response: z.array(communityPost),
  problems: { 404: unknownCode, 429: tooManyCodes },
});

/** Taps that one call may bring; more count as this many. */
export const interactionsPerCall = 50;

// Children tap as often as they like: what is out of bounds is brought within them and never refused.
const interactions = z.coerce
  .number({ error: 'messages.invalidValue' })
  .int({ error: 'messages.invalidValue' })
  .default(1)
  .transform((sent) => Math.min(Math.max(sent, 1), interactionsPerCall))
  .pipe(z.int().min(1).max(interactionsPerCall));

export const deleteCommunityPost = operation({
  name: 'deleteCommunityPost',
  method: 'DELETE',
  path: '/Community',
  summary:
    "Deletes a post, with its links at once. A profile deletes its own: `StudentId` is that profile's, another's is 403 and another's post 404. Staff with Community:Delete delete any post of a class they see, without `StudentId`. The form may be multipart, URL-encoded or JSON.",
  access: studentOrStaffWith('Community:Delete'),
  form: { fields: z.object({ Id: idOf('ownPost'), StudentId: idOf('callingProfile').optional() }) },
  problems: {
    403: "when `studentId` is not the caller's own",
    404: "`messages.notFound` for another's post, and the second time",
  },
});

export const reactToCommunityPost = operation({
  name: 'reactToCommunityPost',
  method: 'PUT',
  path: '/Community/{id}/{type}',
  summary:
    'Adds likes (type 1) or hearts (2) to a shown post and answers the post with its new counts. The profile must have joined the class, else 404; 409 when the class is completed. `numberOfInteractions` is brought within 1 to 50; from one profile a post takes 1,000 of each type, what is more is dropped. 429 past 120 calls a minute.',
  access: studentOnly,
  params: z.object({ id: idOf('post'), type: fromQuery(ReactionType) }),
  query: z.object({ numberOfInteractions: interactions }),
  response: communityPost,
  problems: {
    404: '`messages.notFound` for a post that is not shown, or of a class that the profile has not joined',
    409: classCompleted,
    429: tooManyRequests,
  },
});

export const reportCommunityPost = operation({
  name: 'reportCommunityPost',
  method: 'POST',
  path: '/Community/{id}/report',
  summary:
    'Asks staff to look at a shown post of a class that the profile has joined. It stays on the wall until they decide; a second report of the same profile changes nothing. 429 past 20 reports an hour.',
  access: studentOnly,
  params: z.object({ id: idOf('post') }),
  body: z.object({ reason: text(1000).trim().default('') }),
  problems: {
    404: '`messages.notFound` for a post that is not shown, or of a class that the profile has not joined',
    409: classCompleted,
    429: tooManyRequests,
  },
});
