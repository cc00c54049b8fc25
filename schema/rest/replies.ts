import { z } from 'zod';
import { staffWith, studentOnly } from '../access.ts';
import { replyMaximum, stamps } from '../rules/replies.ts';
import { communityPostKinds, postReply, replyKinds } from './community.ts';
import { soundProblems } from './media.ts';
import { moderatedPost } from './moderation.ts';
import { operation } from './operation.ts';
import { notFound, tooManyRequests } from './problems.ts';
import { dateTime, hashCodeOf, id, idOf } from './values.ts';

const access = staffWith('Community:Edit');
const params = z.object({ id: idOf('waitingPost') });

const rules =
  'The child alone finds it: at its next visit of the class, and on the wall at its work. A post has one stamp and one voice; a new one replaces the earlier one and is new to the child again. Of a hidden post the child finds it when the post is shown again.';

export const replyWithStamp = operation({
  name: 'replyWithStamp',
  method: 'PUT',
  path: '/Community/{id}/replies/stamp',
  summary: `Answers a child's post with a stamp. ${rules} The same stamp again changes nothing.`,
  access,
  whose: 'those who see the class',
  params,
  body: z.object({ stamp: z.enum(stamps, { error: 'messages.invalidValue' }) }),
  response: moderatedPost,
  problems: { 404: notFound },
});

export const replyWithVoice = operation({
  name: 'replyWithVoice',
  method: 'PUT',
  path: '/Community/{id}/replies/voice',
  summary: `Answers a child's post with a voice, whose packets are copied into a new file without tags. ${rules}`,
  limits: 'MP3, M4A, OGG, WebM or WAV, told by its content; 3 MB; 1 minute',
  access,
  whose: 'those who see the class',
  params,
  form: { fields: z.object({}), files: { file: { kind: 'audio', maximum: replyMaximum } } },
  response: moderatedPost,
  problems: { ...soundProblems, 404: notFound },
});

export const takeBackReply = operation({
  name: 'takeBackReply',
  method: 'DELETE',
  path: '/Community/{id}/replies/{kind}',
  summary:
    "Takes the stamp or the voice of a post back, and the voice's file with it at once. Without one it changes nothing.",
  access,
  whose: 'those who see the class',
  params: params.extend({ kind: z.enum(replyKinds, { error: 'messages.invalidValue' }) }),
  response: moderatedPost,
  problems: { 404: notFound },
});

/** A work of the calling profile, with the teacher's replies that the child has not opened yet. */
export const repliedPost = z.object({
  id,
  kind: z.enum(communityPostKinds),
  /** The new ones, the stamp before the voice. */
  replies: z.array(postReply),
});
export type RepliedPost = z.output<typeof repliedPost>;

export const newReplies = operation({
  name: 'newReplies',
  method: 'GET',
  path: '/Student/replies',
  summary:
    "Works of the profile whose token is sent, on a class's wall, that its teacher has answered since the child opened them; the newest answer first. None for a class that the profile has no work in.",
  limits: '20 works',
  access: studentOnly,
  query: z.object({ ClassHashCode: hashCodeOf('class', 'classHashCode') }),
  response: z.array(repliedPost),
});

export const markRepliesSeen = operation({
  name: 'markRepliesSeen',
  method: 'PUT',
  path: '/Student/replies/{id}/seen',
  summary:
    "Says that the child has opened its own work with its teacher's answers, which are not new any more. A second time changes nothing.",
  limits: '120 calls a minute for a profile',
  access: studentOnly,
  params: z.object({ id: idOf('ownPost') }),
  body: z.object({
    /** The `createdAt` of each reply that was shown. A later reply stays new. Without this field, all replies count as shown. */
    shown: z.array(dateTime, { error: 'messages.invalidValue' }).max(10, { error: 'messages.tooManyAtOnce' }).nullish(),
  }),
  problems: { 404: "`messages.notFound` for another's post", 429: tooManyRequests },
});
