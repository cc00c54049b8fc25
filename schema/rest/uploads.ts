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
  'The class must be one that the profile has joined and not be completed, the unit a published one of its textbook. What was sent is prepared after the answer: `mediaStatus` tells how that went. 403 another StudentId; 404 class or unit; 409 the class is completed, or no room is left for the profile or the class; 413 too large; 415 another type; 429 too many uploads of the profile, or of one network to the class.';

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
  summary: `Puts a picture on a class's wall: JPEG, PNG, WebP or GIF of at most 2 MB and 25 million pixels, told by its content and made anew without place or other data. Thumbnail: a small picture that the device made; one is made anyway. ${rules}`,
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
  summary: `Puts a voice on a class's wall: MP3, M4A, OGG, WebM or WAV of at most 10 MB and 3 minutes, copied without tags. ContentHashCode: the page that was recorded, so that staff find recordings of the same page beside each other; one that the class's textbook does not have is dropped. ${rules}`,
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
  summary: `Puts a video on a class's wall: MP4, MOV or WebM of at most 10 MB and less than 2 minutes, copied without place or tags. Thumbnail: a small picture of it that the device made; without, there is none. ${rules}`,
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
    "How far an upload of the calling profile's own has come: pending, processing, then ready with its post, or rejected with the reason's message key. Another profile's: 404.",
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
