import { z } from 'zod';
import { anyone, staffOf } from '../access.ts';
import { albumDays } from '../rules/albums.ts';
import { means } from './meanings.ts';
import { operation } from './operation.ts';
import { notFound, tooManyRequests, tooManyTokens } from './problems.ts';
import { animal } from './students.ts';
import { staffMember } from './users.ts';
import { dateTime, fileLink, id, idOf, text } from './values.ts';

export const albumStates = ['waiting', 'running', 'done', 'failed'] as const;

/** The most classes of one album. */
export const mostAlbumClasses = 20;

const albumClass = z.object({ id, classCode: z.string(), className: z.string() });

/** A child's works as two files for its family, and the family's link to them. */
export const studentAlbum = z.object({
  id,
  classes: z.array(albumClass),
  state: z.enum(albumStates),
  /** How far the job is, of 100. */
  percent: z.int(),
  days: z.int(),
  /** Null once that account is gone for good. */
  madeBy: staffMember.nullable(),
  createdAt: dateTime,
  /** When the family's link ends; null until the album is done. */
  expiresAt: dateTime.nullable(),
  /** The family's link, with the token behind its #; null until the album is done, and after its key was revoked. */
  link: z.string().nullable(),
  /** How often the family's page was opened. */
  openedCount: z.int(),
  lastOpenedAt: dateTime.nullable(),
  pdf: fileLink.nullable(),
  zip: fileLink.nullable(),
});
export type StudentAlbum = z.output<typeof studentAlbum>;

const access = staffOf('classes');
const whose = 'those who see the class';
const params = z.object({ id: idOf('class'), profileId: idOf('profile') });
const names = { id: 'classId' } as const;

export const studentAlbums = operation({
  name: 'studentAlbums',
  method: 'GET',
  path: '/Album/classes/{id}/profiles/{profileId}',
  summary:
    "The take-home albums of a child, the newest first, that are of classes which the caller sees: those whose link has not ended, and those that failed within a day. `allowed` is the setting of the class's school (`familyAlbums`), `classes` are those that an album can be made of: the child's in that school that the caller sees. While one waits or runs, ask again every second or two.",
  access,
  whose,
  params,
  response: z.object({ allowed: z.boolean(), classes: z.array(albumClass), albums: z.array(studentAlbum) }),
  problems: { 404: '`messages.notFound` for class and profile' },
  names,
});

export const startStudentAlbum = operation({
  name: 'startStudentAlbum',
  method: 'POST',
  path: '/Album/classes/{id}/profiles/{profileId}',
  summary:
    "Makes a take-home album of a child: a PDF, and a ZIP with the PDF and every picture, video and recording. It has the posts that are shown, and the child's recordings that are not hidden, of the classes named. A job does the work, which `studentAlbums` follows and which goes on after a restart. When it is done, a link opens both files to the family for `days` days.",
  limits: 'one album of a school at a time, 1 GB of works, 200 an hour of one person',
  access,
  whose,
  params,
  body: z.object({
    /** Classes that the child is in, of the same school as the class in the path. */
    classIds: z
      .array(idOf('class'), { error: 'messages.invalidValue' })
      .min(1, { error: 'messages.invalidValue' })
      .max(mostAlbumClasses, { error: 'messages.tooManyAtOnce' })
      .refine((ids) => new Set(ids).size === ids.length, { error: 'messages.invalidValue' }),
    days: z
      .int({ error: 'messages.albumDays' })
      .min(albumDays.from, { error: 'messages.albumDays' })
      .max(albumDays.to, { error: 'messages.albumDays' })
      .default(albumDays.initial),
  }),
  response: studentAlbum,
  status: 202,
  problems: {
    400: '`messages.albumDays` on `days`, `messages.albumClassNotAvailable` on `classIds`',
    404: '`messages.notFound` for class and profile',
    409: '`messages.albumsOff` while the school does not allow albums, `messages.albumRunning` while another album of the school is made, `messages.albumEmpty` without a work, `messages.albumTooLarge` when the works are more than 1 GB',
    429: tooManyRequests,
  },
  names,
});

export const endStudentAlbum = operation({
  name: 'endStudentAlbum',
  method: 'DELETE',
  path: '/Album/{id}',
  summary: "Ends a family's link at once, and removes the album's files.",
  access,
  whose: 'those who see all classes of the album',
  params: z.object({ id: idOf('studentAlbum') }),
  problems: { 404: notFound },
});

export const openFamilyAlbum = operation({
  name: 'openFamilyAlbum',
  method: 'POST',
  path: '/Album/open',
  summary:
    "Opens what a family's link leads to, and counts it: the child's first name, and both files behind paths that work for ten minutes. A wrong token, a link that has ended and one whose school, class or child is gone are alike (`messages.albumEnded`).",
  limits: '60 unknown tokens a minute from one address',
  access: anyone,
  body: z.object({ token: means(text(200, 'messages.albumEnded'), { entity: 'familyAlbum', field: 'token' }) }),
  response: z.object({
    firstName: z.string(),
    animal,
    expiresAt: dateTime,
    pdf: fileLink,
    /** In bytes. */
    pdfSize: z.int(),
    zip: fileLink,
    zipSize: z.int(),
  }),
  problems: { 404: '`messages.albumEnded`', 429: tooManyTokens },
});
