import { z } from 'zod';
import { anyone, studentOnly, studentOrStaffWith } from '../access.ts';
import { stamps } from '../rules/replies.ts';
import { fromQuery, ReactionType } from './enumerations.ts';
import { operation } from './operation.ts';
import { classCompleted, tooManyCodes, tooManyRequests, unknownCode } from './problems.ts';
import { animal } from './students.ts';
import { dateTime, fileLink, hashCodeOf, id, idOf, trimmedText } from './values.ts';

/** The kinds of posts: a picture, a video or a recording. */
export const communityPostKinds = ['image', 'video', 'record'] as const;

/** The state of a post, for staff and for its child: pending, approved or hidden. */
export const moderationStates = ['pending', 'approved', 'hidden'] as const;
export type ModerationState = (typeof moderationStates)[number];

/** The older words for the caller's own post: waiting for the teacher, or shown. */
export const communityPostStates = ['waiting', 'shown'] as const;

/** The kinds of replies that staff give to a child's work. */
export const replyKinds = ['stamp', 'voice'] as const;

/** A teacher's answer to a child's work, for that child and the class's staff. */
export const postReply = z.object({
  kind: z.enum(replyKinds),
  /** Null for a voice. */
  stamp: z.enum(stamps).nullable(),
  /** Null of a stamp. */
  voice: fileLink.nullable(),
  /** The child has opened the work since. */
  seen: z.boolean(),
  createdAt: dateTime,
});
export type PostReply = z.output<typeof postReply>;

/** A post on the wall, with its child's display name and animal, never with the child's id. */
export const communityPost = z.object({
  id,
  kind: z.enum(communityPostKinds),
  classId: idOf('class'),
  /** The unit that the post is about; null once the unit is gone. */
  lessonId: idOf('lesson').nullable(),
  title: z.string(),
  displayName: z.string(),
  animal,
  /** The post is the calling profile's own. */
  mine: z.boolean(),
  /** Only for the caller's own posts. */
  moderationState: z.enum(moderationStates).nullable(),
  /** The same in the older words. */
  state: z.enum(communityPostStates).nullable(),
  image: fileLink.nullable(),
  /** A card-sized picture; for a video, when there is one. */
  thumbnail: fileLink.nullable(),
  recording: fileLink.nullable(),
  video: fileLink.nullable(),
  likeCount: z.int(),
  heartCount: z.int(),
  /** Likes and hearts together. */
  reactionCount: z.int(),
  /** The calling profile has given it a like. */
  liked: z.boolean(),
  /** The calling profile has given it a heart. */
  hearted: z.boolean(),
  /** Only for the caller's own posts: the teacher's stamp, then the voice. */
  replies: z.array(postReply),
  createdAt: dateTime,
});
export type CommunityPost = z.infer<typeof communityPost>;

export const communityPosts = operation({
  name: 'communityPosts',
  method: 'GET',
  path: '/Community',
  summary:
    "A class's wall, of one unit where given: the calling profile's own posts first, those that wait for the teacher before all, then the last ones that are shown, the newest first; none when the class is completed. That staff have looked is written into the audit log, once a day.",
  limits:
    'the last 100 posts that are shown; with a child’s token, the last 100 of the others, 100 of its own, and 100 of its own that wait',
  access: anyone,
  whose: "the code opens it; a profile's token shows which posts are its own",
  // The code is required, as in section 7: without a class the wall would show everyone's posts.
  query: z.object({
    LessonHashCode: hashCodeOf('lesson').optional(),
    ClassHashCode: hashCodeOf('class', 'classHashCode'),
  }),
  response: z.array(communityPost),
  problems: { 404: unknownCode, 429: tooManyCodes },
});

// One gives the reaction, zero takes it back. Other numbers are clamped, never refused: older devices send taps.
const interactions = z.coerce
  .number({ error: 'messages.invalidValue' })
  .int({ error: 'messages.invalidValue' })
  .default(1)
  .transform((sent) => Math.min(Math.max(sent, 0), 1))
  .pipe(z.int().min(0).max(1));

export const deleteCommunityPost = operation({
  name: 'deleteCommunityPost',
  method: 'DELETE',
  path: '/Community',
  summary:
    'Deletes a post, and its links with it at once. A profile sends its own id and deletes its own posts, from a completed class too; staff send none and delete any post of a class they see, into the trash.',
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
    'Gives a shown post the like or heart of a profile that has joined its class, or takes it back; answers the post with its new counts. A profile gives each once: a second time changes nothing.',
  limits: '120 calls a minute for a profile',
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
    'Asks staff to look at a shown post of a class that the profile has joined. It stays on the wall until they decide; a second report by the same profile changes nothing.',
  limits: '20 reports an hour for a profile',
  access: studentOnly,
  params: z.object({ id: idOf('post') }),
  body: z.object({ reason: trimmedText(1000).default('') }),
  problems: {
    404: '`messages.notFound` for a post that is not shown, or of a class that the profile has not joined',
    409: classCompleted,
    429: tooManyRequests,
  },
});
