import { z } from 'zod';
import { anyone, studentOnly } from '../access.ts';
import { newProfileName } from '../rules/profiles.ts';
import { means } from './meanings.ts';
import { operation } from './operation.ts';
import * as when from './problems.ts';
import { animal, studentClass } from './students.ts';
import { hashCodeOf, id, idOf } from './values.ts';

/** Random, since whoever sends the key of an earlier call gets the token of that call's profile. */
const randomKey = means(z.uuidv4({ error: 'messages.invalidValue' }).optional(), { text: 'newUuid' });

export const createStudent = operation({
  name: 'createStudent',
  method: 'POST',
  path: '/Student',
  summary:
    "Makes a profile and its token; with a class's hash code the profile joins that class. Students have no other sign-in. Sent again with the same `idempotencyKey`, it makes none and answers the first one.",
  limits: '1,000 profiles in 10 minutes, and 60 unknown codes a minute, from one address',
  access: anyone,
  body: z.object({
    name: newProfileName,
    animal,
    classHashCode: hashCodeOf('class', 'classHashCode').nullable().default(null),
    idempotencyKey: randomKey,
  }),
  response: z.object({ id: idOf('profile'), name: z.string(), animal, token: z.string() }),
  status: 201,
  problems: { 403: when.blockedFromClass, 404: when.notFound, 409: when.classCompleted, 429: when.tooManyRequests },
  remembersDevice: true,
});

/** A profile as a device gets it back, with the class it was in last. */
export const deviceProfile = z.object({
  id,
  name: z.string(),
  animal,
  token: z.string(),
  lastClass: studentClass.nullable(),
});

export const deviceProfiles = operation({
  name: 'deviceProfiles',
  method: 'GET',
  path: '/Device/profiles',
  summary:
    'The profiles that were made on this device or joined a class on it last, the last used first, with fresh tokens: for a browser that has dropped its storage. A cookie that no script can read says to the gateway which device it is, and the gateway says it to the /api in the header `x-device` (22 to 64 letters, of at least 128 random bits); without it there are none.',
  limits: '30 profiles',
  access: anyone,
  response: z.array(deviceProfile),
});

export const removeStudent = operation({
  name: 'removeStudent',
  method: 'DELETE',
  path: '/Student',
  summary:
    'Removes the profile whose token is sent, with its posts; the token opens nothing any more. Staff can bring it back for 30 days.',
  access: studentOnly,
});

export const joinClass = operation({
  name: 'joinClass',
  method: 'PUT',
  path: '/Student/class',
  summary: 'The profile whose token is sent joins the class; joining again succeeds, and joining twice is once.',
  access: studentOnly,
  body: z.object({
    classHashCode: hashCodeOf('class', 'classHashCode'),
    /** The device took the profile by `takeProfile` or `takeCard`. The profile stays recorded for the child's own device. */
    taken: z.boolean().default(false),
  }),
  problems: { 403: when.blockedFromClass, 404: when.unknownCode, 409: when.classCompleted, 429: when.tooManyCodes },
  remembersDevice: true,
});
