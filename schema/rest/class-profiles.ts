import { z } from 'zod';
import { staffOf } from '../access.ts';
import { answered } from '../rules/plain-fields.ts';
import { newProfileName, profileFields, profileReading, studentNumber } from '../rules/profiles.ts';
import { rosterLimit, studentsAtOnce } from '../rules/rosters.ts';
import { contentBrief, lessonDetail } from './lessons.ts';
import { operation } from './operation.ts';
import { connection, connectionOf, yesOrNo } from './paging.ts';
import { animal } from './students.ts';
import { date, dateTime, idempotencyKey, idOf, qrCode, versionOf } from './values.ts';

/** A child's profile as the staff of a class see it. */
export const classProfile = z.object({
  id: idOf('profile'),
  ...answered(profileFields),
  /** The name in kana, which is the sort key of lists; empty when no reading was entered. */
  reading: z.string(),
  /** The number in the class's register; null when the class gave none. */
  number: z.int().nullable(),
  animal,
  /** The child's three animals, in order. On another device, a class with this guard asks the child for them. */
  pictures: z.array(animal),
  /** The link in the QR code of the child's own card. Every device that opens the link becomes the child's. */
  cardLink: z.string(),
  cardQrCode: qrCode,
  /** When the profile was made. */
  createdAt: dateTime,
  joinedAt: dateTime,
  /** When the profile last entered this class. */
  lastSeenAt: dateTime,
  /** The posts on this class's wall, pending and hidden ones included. */
  postCount: z.int(),
  /** Other classes that the profile has joined. */
  otherClassCount: z.int(),
  /** Counts changes; renaming an older one answers 409. */
  version: z.int(),
});
export type ClassProfile = z.output<typeof classProfile>;

export const classProfileSortFields = ['name', 'number', 'joinedAt', 'lastSeenAt'] as const;
export type ClassProfileSortField = (typeof classProfileSortFields)[number];

const access = staffOf('classes');
const params = z.object({ id: idOf('class') });
const ofProfile = params.extend({ profileId: idOf('profile') });

export const classProfiles = operation({
  name: 'classProfiles',
  method: 'GET',
  path: '/Class/{id}/profiles',
  summary:
    "The students' profiles that have joined a class, by name unless sorted; without those who wait to be let in, unless asked for.",
  limits: '100 rows to a page',
  access,
  whose: 'those who see the class',
  params,
  query: z.object({
    /** True: the children who wait for admission. Left out: the children who are in the class. */
    Waiting: yesOrNo.default(false),
    /** A day in the time zone of the class's school: the children who joined by a code since then, waiting or not. */
    JoinedSince: date.optional(),
    ...connection(classProfileSortFields),
  }),
  response: connectionOf(classProfile),
  problems: { 404: '`messages.notFound` for a class that the caller does not see' },
  names: { id: 'classId' },
});

/** A child as its teacher writes it down. */
export const newStudent = z.object({
  name: newProfileName,
  reading: profileReading.default(''),
  number: studentNumber.default(null),
  /** Null: the server chooses one that few of the class have. */
  animal: animal.nullable().default(null),
});

export const addClassStudents = operation({
  name: 'addClassStudents',
  method: 'POST',
  path: '/Class/{id}/profiles',
  summary:
    "Adds children to a class, all or none. Each is a profile as if the child had made it on a device of the class, and every device that knows the class's code shows it at once. The answer has them in the order of the call.",
  limits: `${studentsAtOnce} in a call, ${rosterLimit} in a class`,
  access,
  whose: 'those who see the class',
  params,
  body: z.object({
    students: z
      .array(newStudent, { error: 'messages.invalidValue' })
      .min(1, { error: 'messages.invalidValue' })
      .max(studentsAtOnce, { error: 'messages.tooManyAtOnce' }),
    idempotencyKey,
  }),
  response: z.array(classProfile),
  status: 201,
  problems: {
    404: '`messages.notFound` for a class that the caller does not see',
    409: `\`messages.studentNumberTaken\` on \`students.N.number\` and \`messages.studentTwice\` on \`students.N.name\` (counted from 0) for a number that another child has, and for a name that another child has unless both have numbers; \`messages.classFull\` for more than ${rosterLimit} in the class`,
  },
  names: { id: 'classId' },
});

/** A content of the class's textbook that a student has finished. */
export const finishedContent = contentBrief.pick({ id: true, type: true, pageNumber: true, name: true }).extend({
  unit: lessonDetail.pick({ id: true, number: true, title: true, name: true }),
  /** Null where the device did not know. */
  finishedAt: dateTime.nullable(),
});

export const classStudent = operation({
  name: 'classStudent',
  method: 'GET',
  path: '/Class/{id}/profiles/{profileId}',
  summary:
    "A student of a class, with what it has finished of the class's textbook on any device, in printed order. Its works are in `communityQueue`, by student.",
  access,
  whose: 'those who see the class',
  params: ofProfile,
  response: z.object({ profile: classProfile, finished: z.array(finishedContent) }),
  problems: { 404: '`messages.notFound` for class and profile' },
  names: { id: 'classId' },
});

export const renameClassProfile = operation({
  name: 'renameClassProfile',
  method: 'PUT',
  path: '/Class/{id}/profiles/{profileId}',
  summary:
    'Gives a profile of the class another name and animal, on every wall it has joined, and where they are sent another reading and number in this class. `version` is the one that was read; with an older one nothing is written.',
  access,
  whose: 'those who see the class',
  params: ofProfile,
  body: z.object({
    ...profileFields,
    animal,
    /** Left out, both stay as they are. */
    reading: profileReading.optional(),
    number: studentNumber.optional(),
    version: versionOf('profile'),
  }),
  response: classProfile,
  problems: {
    404: '`messages.notFound` for class and profile',
    409: '`messages.changedMeanwhile` when `version` is old, `messages.studentNumberTaken` on `number` when another child of the class has it, `messages.profileInOtherClass` when the profile is also in a class that the caller does not see, has left posts there or can be brought back to it',
  },
  names: { id: 'classId' },
});

export const drawClassProfilePictures = operation({
  name: 'drawClassProfilePictures',
  method: 'POST',
  path: '/Class/{id}/profiles/{profileId}/pictures',
  summary:
    'Draws three new animals for a profile, and the old ones open it no more; devices that have the profile keep it.',
  access,
  whose: 'those who see the class',
  params: ofProfile,
  response: classProfile,
  problems: {
    404: '`messages.notFound` for class and profile',
    409: '`messages.profileInOtherClass` when the profile is also in a class that the caller does not see',
  },
  names: { id: 'classId' },
});

export const renewClassProfileCard = operation({
  name: 'renewClassProfileCard',
  method: 'POST',
  path: '/Class/{id}/profiles/{profileId}/card',
  summary:
    'Makes a new card for a child who has lost theirs; the old one opens nothing any more, and devices that have the profile keep it.',
  access,
  whose: 'those who see the class',
  params: ofProfile,
  response: classProfile,
  problems: {
    404: '`messages.notFound` for class and profile',
    409: '`messages.profileInOtherClass` when the profile is also in a class that the caller does not see',
  },
  names: { id: 'classId' },
});

export const mergeClassProfiles = operation({
  name: 'mergeClassProfiles',
  method: 'POST',
  path: '/Class/{id}/profiles/merge',
  summary:
    'Makes one profile of several that are the same child: posts, reactions, reports and classes go to `intoId`, and the others are removed, their tokens with them. All must have joined the class. This cannot be undone.',
  limits: '20 profiles into one',
  access,
  whose: 'those who see the class',
  params,
  body: z
    .object({
      intoId: idOf('profile'),
      fromIds: z
        .array(idOf('profile'))
        .min(1, { error: 'messages.invalidValue' })
        .max(20, { error: 'messages.tooManyAtOnce' }),
    })
    .refine(({ intoId, fromIds }) => new Set([intoId, ...fromIds]).size === fromIds.length + 1, {
      path: ['fromIds'],
      error: 'messages.invalidValue',
    }),
  response: classProfile,
  problems: {
    404: '`messages.mergedStudentGone` unless all are in the class now, for example after one was erased; nothing is merged then',
    409: '`messages.profileInOtherClass` on `fromIds` when one of them is also in a class that the caller does not see, has left posts there or can be brought back to it',
  },
  names: { id: 'classId' },
});

export const removeClassProfile = operation({
  name: 'removeClassProfile',
  method: 'DELETE',
  path: '/Class/{id}/profiles/{profileId}',
  summary:
    "Takes a profile out of a class. Its posts stay on the wall until staff or the child delete them. Who holds the class's code can join again: `regenerateClassQrCode` keeps them out.",
  access,
  whose: 'those who see the class',
  params: ofProfile,
  problems: { 404: '`messages.notFound` for class and profile, the second time too' },
  names: { id: 'classId' },
});
