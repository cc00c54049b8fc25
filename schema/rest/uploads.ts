import { z } from 'zod';
import { studentOnly } from '../access.ts';
import { fileMaximum, pictureMaximum } from '../rules/files.ts';
import { pictureProblems } from './media.ts';
import { operation } from './operation.ts';
import { hashCodeOf, id, idOf, newUuid, trimmedText } from './values.ts';

const student = {
  /** The calling profile's id; any other id is refused. */
  StudentId: idOf('callingProfile'),
  /** The idempotency key, a UUID of the device: a repeated upload with the same key returns the same request. */
  ClientId: newUuid.optional(),
};
// The specification's spelling.
const place = { ClassId: idOf('class'), LessionId: idOf('lesson') };
const title = trimmedText(200).default('');

const thumbnail = { kind: 'image', maximum: pictureMaximum, optional: true } as const;

const rules =
  'The class must be one that the profile has joined and not be completed, the unit a published one of its textbook. What was sent is prepared after the answer: `mediaStatus` tells how that went.';

const response = z.object({ requestId: id });
const problems = {
  ...pictureProblems,
  403: "for another's `studentId`",
  404: "`messages.notFound` for a class that the profile has not joined and a unit that is not its book's",
  409: '`messages.classCompleted`, `messages.profileStorageFull`, `messages.classStorageFull` or `messages.schoolStorageFull`',
  429: '`messages.tooManyUploads`',
  503: 'when too many are at work',
} as const;
// `mediaStatus` reports faults of the files' content.
const fileRequired = '`messages.fileRequire`';

export const uploadCommunityImage = operation({
  name: 'uploadCommunityImage',
  method: 'POST',
  path: '/Community/upload-image',
  summary: `Puts a picture on the wall of a class, made anew without place or other data, at most 2560 pixels a side. It is shown then, or waits for the teacher where the class is set so. The device may send a small picture that it made; one is made anyway. ${rules}`,
  limits:
    'JPEG, PNG, WebP or GIF, told by its content; 2 MB; 25 million pixels; unless set otherwise 30 works an hour and 200 MB for a profile, 5,000 MB for a class',
  access: studentOnly,
  form: {
    fields: z.object({ ...student, ...place, Title: title }),
    files: { Image: { kind: 'image', maximum: pictureMaximum }, Thumbnail: thumbnail },
  },
  response,
  status: 202,
  problems,
});

export const uploadCommunityRecord = operation({
  name: 'uploadCommunityRecord',
  method: 'POST',
  path: '/Community/upload-record',
  summary: `Puts a voice on the wall of a class, copied without tags. The content's hash code says which page was recorded, so that staff find recordings of the same page beside each other; one that the class's textbook does not have is dropped. ${rules}`,
  limits: 'MP3, M4A, OGG, WebM or WAV, told by its content; 10 MB; 3 minutes',
  access: studentOnly,
  form: {
    fields: z.object({
      ...student,
      ClassHashCode: hashCodeOf('class', 'classHashCode'),
      LessonHashCode: hashCodeOf('lesson'),
      /** The page that was recorded; older devices leave it out. */
      ContentHashCode: hashCodeOf('content').optional(),
    }),
    files: { File: { kind: 'audio', maximum: fileMaximum } },
  },
  response,
  status: 202,
  problems: { ...problems, 400: fileRequired, 415: '`messages.audioTypeNotAllowed`' },
});

export const uploadCommunityVideo = operation({
  name: 'uploadCommunityVideo',
  method: 'POST',
  path: '/Community/upload-video',
  summary: `Puts a video on the wall of a class, copied without place or tags. The device may send a small picture of it that it made; without, there is none. ${rules}`,
  limits: 'MP4, MOV or WebM, told by its content; 10 MB; less than 2 minutes',
  access: studentOnly,
  form: {
    fields: z.object({ ...student, ...place, Title: title }),
    files: { Video: { kind: 'video', maximum: fileMaximum }, Thumbnail: thumbnail },
  },
  response,
  status: 202,
  problems: { ...problems, 400: fileRequired, 415: '`messages.videoTypeNotAllowed`' },
});

export const mediaStates = ['pending', 'processing', 'ready', 'rejected'] as const;

export const mediaStatus = operation({
  name: 'mediaStatus',
  method: 'GET',
  path: '/Community/media-status',
  summary:
    "How far an upload of the calling profile's own has come: pending, processing, then ready with its post, or rejected with the reason's message key. Ask again every second or two until it is ready or rejected.",
  access: studentOnly,
  query: z.object({ RequestId: idOf('uploadRequest') }),
  response: z.object({
    requestId: id,
    state: z.enum(mediaStates),
    /** The reason of a rejection; null otherwise. */
    messageKey: z.string().nullable(),
    /** The post; null when it was rejected or deleted. */
    postId: id.nullable(),
  }),
  problems: { 404: "`messages.notFound`, for another profile's too" },
});
