import { z } from 'zod';
import { staffWith } from '../access.ts';
import { bulkIds, bulkResult } from './bulk.ts';
import { communityPostKinds, moderationStates, postReply } from './community.ts';
import { contentBrief, lessonDetail } from './lessons.ts';
import { operation } from './operation.ts';
import { changedMeanwhile, notFound } from './problems.ts';
import { connection, connectionOf } from './paging.ts';
import { animal } from './students.ts';
import { staffMember } from './users.ts';
import { dateTime, fileLink, id, idOf, versionOf } from './values.ts';

/** The queue's filter: a state, or posts with open reports. */
export const queueStates = [...moderationStates, 'reported'] as const;

/** A child's report of a post. */
const postReport = z.object({
  id,
  reason: z.string(),
  /** The reporter; null when the profile has been deleted permanently. */
  displayName: z.string().nullable(),
  createdAt: dateTime,
});

/** A post as the staff of its class see it. Its links open for staff whatever its state. */
export const moderatedPost = z.object({
  id: idOf('post'),
  kind: z.enum(communityPostKinds),
  title: z.string(),
  studentId: id,
  displayName: z.string(),
  animal,
  class: z.object({ id, classCode: z.string(), className: z.string() }),
  unit: z.object({ id, number: z.int(), name: z.string() }).nullable(),
  /** The page that a recording was made at; null where the device did not say, and when it is gone for good. */
  content: contentBrief.pick({ id: true, type: true, pageNumber: true, name: true }).nullable(),
  state: z.enum(moderationStates),
  image: fileLink.nullable(),
  thumbnail: fileLink.nullable(),
  recording: fileLink.nullable(),
  video: fileLink.nullable(),
  likeCount: z.int(),
  heartCount: z.int(),
  /** Open reports, the oldest first. */
  reports: z.array(postReport),
  /** The staff's replies to the child: the stamp, then the voice. */
  replies: z.array(postReply),
  decidedBy: staffMember.nullable(),
  decidedAt: dateTime.nullable(),
  /** Increases with each change; a decision on an older version answers 409. */
  version: z.int(),
  createdAt: dateTime,
});
export type ModeratedPost = z.output<typeof moderatedPost>;

export const queueSortFields = ['createdAt'] as const;

const access = staffWith('Community:Edit');
const params = z.object({ id: idOf('waitingPost') });

export const communityQueue = operation({
  name: 'communityQueue',
  method: 'GET',
  path: '/Community/queue',
  summary:
    "Posts of the classes the caller may see, of one class, of one unit, of one student, of any of the given kinds and of any of the given states, or only those with an unanswered report; the newest first unless sorted. That the caller was shown a class's posts is written into the audit log, once a day.",
  limits: '100 rows to a page',
  access,
  whose: 'as Community:Edit has it; a Teacher those of their own classes',
  query: z.object({
    ClassId: idOf('class').optional(),
    LessonId: idOf('lesson').optional(),
    StudentId: idOf('profile').optional(),
    Kind: z.array(z.enum(communityPostKinds)).default([]),
    State: z.array(z.enum(queueStates)).default([]),
    ...connection(queueSortFields),
  }),
  response: connectionOf(moderatedPost),
});

/** A student's recordings of one page of a textbook. */
export const studentRecording = contentBrief.pick({ id: true, type: true, pageNumber: true, name: true }).extend({
  unit: lessonDetail.pick({ id: true, number: true, title: true, name: true }),
  /** How many there are. */
  count: z.int(),
  first: moderatedPost,
  /** Null while there is one. */
  latest: moderatedPost.nullable(),
});

export type StudentRecording = z.output<typeof studentRecording>;

export const studentRecordings = operation({
  name: 'studentRecordings',
  method: 'GET',
  path: '/Community/recordings',
  summary:
    "The pages that a student has recorded for a class's wall, in printed order, each with its first and its latest recording, whatever their states. Recordings whose device did not say the page are in `communityQueue` alone. That the caller was shown a class's posts is written into the audit log, once a day.",
  limits: '200 pages',
  access,
  whose: 'as Community:Edit has it; a Teacher those of their own classes',
  query: z.object({ ClassId: idOf('class'), StudentId: idOf('profile') }),
  response: z.array(studentRecording),
});

export const communityWaiting = operation({
  name: 'communityWaiting',
  method: 'GET',
  path: '/Community/waiting',
  summary:
    'How many posts wait for the caller, for a badge: to be approved, and to be looked at because a child reported them.',
  access,
  whose: 'as Community:Edit has it; a Teacher those of their own classes',
  response: z.object({ pending: z.int(), reported: z.int() }),
});

export const setCommunityPostState = operation({
  name: 'setCommunityPostState',
  method: 'PUT',
  path: '/Community/{id}/state',
  summary:
    'Approves a post, hides it or lets it wait again. A hidden one leaves the wall and its media links are dead at once. Approving and hiding answer its reports too. `undo` takes the last decision back: the reports that it answered are open again. `version` is the one that was read; with an older one nothing is written.',
  access,
  whose: 'those who see the class',
  params,
  body: z.object({
    state: z.enum(moderationStates),
    version: versionOf('waitingPost'),
    /** True when the state is the one from before the last decision. */
    undo: z.boolean().default(false),
  }),
  response: moderatedPost,
  problems: { 404: notFound, 409: changedMeanwhile },
});

export const approveCommunityPosts = operation({
  name: 'approveCommunityPosts',
  method: 'PUT',
  path: '/Community/approve',
  summary:
    'Approves posts that wait, in one transaction, and tells what became of each, in the order asked: one that the caller does not see is `messages.notFound`, one that was hidden meanwhile `messages.postNotWaiting`.',
  limits: '500 posts',
  access,
  whose: 'those who see the classes',
  body: z.object({ ids: bulkIds('waitingPost') }),
  response: bulkResult,
});

export const resolveCommunityReports = operation({
  name: 'resolveCommunityReports',
  method: 'PUT',
  path: '/Community/{id}/resolve-reports',
  summary:
    'Answers the reports of a post, or only those of `reportIds`, and leaves the post as it is. Without reports it changes nothing.',
  access,
  whose: 'those who see the class',
  params,
  // The reports that the caller was shown. One that came later stays open; without the ids all are answered.
  body: z.object({ reportIds: bulkIds('postReport').optional() }),
  response: moderatedPost,
  problems: { 404: notFound },
});

const ofStudents = z.object({
  classId: idOf('class'),
  studentIds: bulkIds('profile').max(100, { error: 'messages.tooManyAtOnce' }),
});
const postCount = z.object({ count: z.int() });
const strangers = '`messages.notFound` unless each student has joined the class or has a post on its wall';

export const hideStudentPosts = operation({
  name: 'hideStudentPosts',
  method: 'PUT',
  path: '/Community/hide-by-student',
  summary:
    "Hides every post of these students on a class's wall, whatever its state, and those whose file is still being prepared, in one transaction. Their links are dead at once and their reports answered. Answers how many posts were not hidden before.",
  limits: '100 students',
  access,
  whose: 'those who see the class',
  body: ofStudents,
  response: postCount,
  problems: { 404: strangers },
});

export const deleteStudentPosts = operation({
  name: 'deleteStudentPosts',
  method: 'PUT',
  path: '/Community/delete-by-student',
  summary:
    "Puts every post of these students on a class's wall into the trash, whatever its state, in one transaction; `restoreFromTrash` restores each for 30 days. Answers how many.",
  limits: '100 students',
  access: staffWith('Community:Delete'),
  whose: 'those who see the class',
  body: ofStudents,
  response: postCount,
  problems: { 404: strangers },
});
