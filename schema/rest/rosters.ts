import { z } from 'zod';
import { anyone } from '../access.ts';
import { rosterLimit } from '../rules/rosters.ts';
import { operation } from './operation.ts';
import * as when from './problems.ts';
import { animal } from './students.ts';
import { createStudent, deviceProfile } from './student-profiles.ts';
import { hashCodeOf, idOf } from './values.ts';

/** The profiles that staff merged into this profile. A device that holds one of them continues with this profile. */
const mergedIds = z.array(idOf('profile'));

/** A child of a class, for every device that knows the class's code: no value here lets a stranger find the child. */
export const rosterChild = z.object({
  id: idOf('profile'),
  name: z.string(),
  animal,
  /**
   * The number in the class's register, where another child of the class has the same name; else null. Children of one
   * name and animal without a number are counted as they joined.
   */
  number: z.int().nullable(),
  /** Whether the child shows its three animals before a device takes its profile. */
  asksPictures: z.boolean(),
  /** Whether only the child's own card opens its profile on a device (`takeCard`). */
  asksCard: z.boolean(),
  mergedIds,
});

export const classRoster = operation({
  name: 'classRoster',
  method: 'GET',
  path: '/Student/roster',
  summary:
    'The children of a class, for the device that knows its code: by number, then by the reading of their names. None when the class is completed.',
  limits: `the first ${rosterLimit}`,
  ...when.openedByCode,
  query: z.object({ ClassHashCode: hashCodeOf('class', 'classHashCode') }),
  response: z.array(rosterChild),
});

export const takeProfile = operation({
  name: 'takeProfile',
  method: 'POST',
  path: '/Student/take',
  summary:
    'A token for a child of the class, so that the child is the same one on this device. It ends no other token. Where a running class of the child asks for its pictures, the three animals must be right.',
  limits: '5 wrong pictures in 5 minutes and 20 in a day for one child, wherever they come from',
  access: anyone,
  whose: "the class's code opens it, and the child's pictures where its class asks for them",
  body: z.object({
    classHashCode: hashCodeOf('class', 'classHashCode'),
    profileId: idOf('profile'),
    /** The animals in order; empty when the class does not ask for them. */
    pictures: z.array(animal).max(3, { error: 'messages.tooManyAtOnce' }).default([]),
  }),
  response: createStudent.response,
  problems: {
    403: '`messages.wrongPictures` when the pictures are asked for and are not these, `messages.cardOnly` where a running class of the child asks for its card; a device that the class has blocked may still take a child of the class',
    404: `${when.unknownCode}; \`messages.notFound\` for a profile that has not joined the class`,
    409: when.classCompleted,
    429: 'after too many wrong pictures for this child, and after 60 unknown codes a minute from one address',
  },
});

export const takeCard = operation({
  name: 'takeCard',
  method: 'POST',
  path: '/Student/card',
  summary:
    "A token for the child whose own card was scanned, with the child's last running class, so that the child is the same one on this device. It asks for no animals or anything else, and ends no other token. A new card makes the old one unknown.",
  limits: '60 unknown codes a minute from one address',
  access: anyone,
  whose: "the code of the child's card opens it",
  body: z.object({ cardCode: hashCodeOf('profile', 'cardCode') }),
  response: deviceProfile.extend({
    /** Whether the child shows its three animals before it is chosen again on this device. */
    asksPictures: z.boolean(),
    /** Whether the child shows its card again before it is chosen again on this device. */
    asksCard: z.boolean(),
    mergedIds,
  }),
  problems: { 404: when.unknownCode, 429: when.tooManyCodes },
});
