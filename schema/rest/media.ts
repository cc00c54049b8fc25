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
export const pictureRules =
  'JPEG, PNG, WebP or GIF, told by its content, of at most 2 MB and 25 million pixels. It is made anew: upright, in sRGB, without place, camera or other data, of a GIF its first frame, at most 4096 pixels a side. 413 too large; 415 another type or something hidden behind the picture; 400 damaged or too many pixels; 507 no room left.';
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
  summary: `Takes in the picture of a content's printed page; the content is then saved with its id. Administrators only. ${pictureRules}`,
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
  summary: `Takes in a textbook's cover picture; the textbook is then saved with its id. Administrators only. ${pictureRules}`,
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
    'Takes in a sound for Push and Listen, a song or a model recording; the item or content is then saved with its id. MP3, M4A, OGG, WebM or WAV, told by its content, of at most 10 MB. Its packets are copied into a new file without tags. Administrators only. 413 too large; 415 another type; 400 damaged, cut off or not playable in browsers; 507 no room left.',
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
    'The sounds that were taken in for teaching, to choose from again; the newest first. SearchText looks into their file names. Administrators only; never what children recorded.',
  access: staffOf('textbooks'),
  query: z.object({
    PageNumber: paging(['fileName']).PageNumber,
    PageSize: paging(['fileName']).PageSize,
    SearchText: searchText,
  }),
  response: pageOf(audioFile),
});
