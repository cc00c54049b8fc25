import { z } from 'zod';
import { staffOf } from '../access.ts';
import { fileMaximum, pictureMaximum } from '../rules/files.ts';
import { operation } from './operation.ts';
import { pageOf, paging, searchText } from './paging.ts';
import { dateTime, fileLink, id } from './values.ts';

const uploaded = fileLink.extend({
  /** The id with which the content or textbook is saved. */
  id,
  createdAt: dateTime,
});

/** An accepted picture, with its displayed size in pixels. */
export const uploadedPicture = uploaded.extend({ width: z.int(), height: z.int() });
export type UploadedPicture = z.infer<typeof uploadedPicture>;

/** An accepted sound, with its measured length in milliseconds. */
export const uploadedSound = uploaded.extend({ durationMs: z.int() });
export type UploadedSound = z.infer<typeof uploadedSound>;

export const pictureForm = {
  fields: z.object({}),
  files: { file: { kind: 'image', maximum: pictureMaximum } },
} as const;
export const pictureRules = 'The picture is made anew: upright, in sRGB, without place, camera or other data.';
export const pictureLimits =
  'JPEG, PNG, WebP or GIF (its first frame), told by its content; 2 MB; 25 million pixels, made smaller to 4096 a side';
/** Reasons for refusing a picture. */
export const pictureProblems = {
  400: '`messages.pictureBroken`, `messages.pictureTooManyPixels`, `messages.fileRequire`',
  413: '`messages.fileTooLarge`',
  415: '`messages.imageTypeNotAllowed`, `messages.heicNotAllowed`, `messages.svgNotAllowed`, `messages.pdfNotAllowed`, `messages.htmlNotAllowed` or `messages.pictureHidesMore`',
  503: 'when too many pictures are at work',
  507: '`messages.storageFull`',
} as const;

export const soundProblems = {
  400: '`messages.recordingBroken`, `messages.recordingCutOff`, `messages.soundExpected`, `messages.codecNotAllowed`, `messages.soundTooLong`, `messages.fileRequire`',
  413: '`messages.fileTooLarge`',
  415: '`messages.audioTypeNotAllowed` and those of `uploadPageImage`',
  503: 'when too many are at work',
  507: '`messages.storageFull`',
} as const;

export const uploadPageImage = operation({
  name: 'uploadPageImage',
  method: 'POST',
  path: '/Content/upload-page-image',
  summary: `Takes in the picture of a content's printed page; \`createContent\` or \`updateContent\` then takes its id. A picture that nothing is saved with is removed after 7 days. ${pictureRules}`,
  limits: pictureLimits,
  access: staffOf('textbooks'),
  form: pictureForm,
  response: uploadedPicture,
  status: 201,
  problems: pictureProblems,
});

export const uploadTextBookThumbnail = operation({
  name: 'uploadTextBookThumbnail',
  method: 'POST',
  path: '/TextBook/upload-thumbnail',
  summary: `Takes in a textbook's cover picture; \`createTextBook\` or \`updateTextBook\` then takes its id. ${pictureRules}`,
  limits: pictureLimits,
  access: staffOf('textbooks'),
  form: pictureForm,
  response: uploadedPicture,
  status: 201,
  problems: pictureProblems,
});

export const uploadPushAndListenAudio = operation({
  name: 'uploadPushAndListenAudio',
  method: 'POST',
  path: '/PushAndListen/upload-audio',
  summary:
    'Takes in a sound for Push and Listen, a song or a model recording; the item or content is then saved with its id. Its packets are copied into a new file without tags. It stays among `audioFiles`.',
  limits: 'MP3, M4A, OGG, WebM or WAV, told by its content; 10 MB; less than 6 hours',
  access: staffOf('textbooks'),
  form: { fields: z.object({}), files: { file: { kind: 'audio', maximum: fileMaximum } } },
  response: uploadedSound,
  status: 201,
  problems: soundProblems,
});

export const audioFile = uploadedSound.extend({ dateCreated: dateTime });
export type AudioFile = z.infer<typeof audioFile>;

export const audioFiles = operation({
  name: 'audioFiles',
  method: 'GET',
  path: '/Content/audio-list',
  summary:
    'The sounds that were taken in for teaching, to choose from again; the newest first. The search looks into their file names. Never what children recorded.',
  limits: '100 rows to a page',
  access: staffOf('textbooks'),
  query: z.object({
    PageNumber: paging(['fileName']).PageNumber,
    PageSize: paging(['fileName']).PageSize,
    SearchText: searchText,
  }),
  response: pageOf(audioFile),
});
