import { z } from 'zod';
import { studentOnly } from '../access.ts';
import { longestAgo, progressLimit } from '../rules/progress.ts';
import { StudentSwitch, studentSwitch } from './enumerations.ts';
import { operation } from './operation.ts';
import { tooManyRequests } from './problems.ts';
import { hashCode, hashCodeOf } from './values.ts';

/** A child's finished contents, by their current hash codes, and the child's switches. */
export const progress = z.object({
  /** The unit that was opened last on any device; null before the first one, and after its deletion. */
  lastUnitHashCode: hashCode.nullable(),
  /** Units with finished contents; deleted units and contents are left out. */
  units: z.array(z.object({ unitHashCode: hashCode, contentHashCodes: z.array(hashCode) })),
  /** Only the switches that the child has set on any device. */
  switches: z.array(z.object({ switch: studentSwitch, isOn: z.boolean() })),
});
export type Progress = z.output<typeof progress>;

/** How many seconds ago it was on the device's clock; null when the device does not know. */
const secondsAgo = z
  .int({ error: 'messages.invalidValue' })
  .min(0, { error: 'messages.invalidValue' })
  .max(longestAgo, { error: 'messages.invalidValue' })
  .nullable()
  .default(null);

export const studentProgress = operation({
  name: 'studentProgress',
  method: 'GET',
  path: '/Student/progress',
  summary:
    'What the profile whose token is sent has finished on any device, the unit it opened last, and the switches it has set. A content is named by its hash code of today, and stands under its unit of today.',
  access: studentOnly,
  response: progress,
});

export const recordProgress = operation({
  name: 'recordProgress',
  method: 'PUT',
  path: '/Student/progress',
  summary:
    'Adds finished contents, the unit that was opened last, and switches that the child has set, to what the profile whose token is sent has done, and answers all of it. A content counts once, with its earliest time; of two units the one opened later stays, and of each switch the value set later; so sending the same again changes nothing. A hash code that a content or unit had before is understood, one that nothing ever had is dropped. No time is before the profile was made.',
  limits: `${progressLimit} contents; 120 calls a minute`,
  access: studentOnly,
  body: z.object({
    finished: z
      .array(z.object({ contentHashCode: hashCodeOf('content'), secondsAgo }))
      .max(progressLimit, { error: 'messages.tooManyAtOnce' })
      .default([]),
    lastUnit: z
      .object({ unitHashCode: hashCodeOf('lesson'), secondsAgo })
      .nullable()
      .default(null),
    switches: z
      .array(z.object({ switch: studentSwitch, isOn: z.boolean({ error: 'messages.invalidValue' }), secondsAgo }))
      .max(Object.keys(StudentSwitch).length, { error: 'messages.tooManyAtOnce' })
      .default([]),
  }),
  response: progress,
  problems: { 429: tooManyRequests },
});
