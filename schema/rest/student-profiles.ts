import { z } from 'zod';
import { anyone, studentOnly } from '../access.ts';
import { newProfileName } from '../rules/profiles.ts';
import { operation } from './operation.ts';
import * as when from './problems.ts';
import { animal, studentClass } from './students.ts';
import { hashCodeOf, id, idOf } from './values.ts';

export const createStudent = operation({
  name: 'createStudent',
  method: 'POST',
  path: '/Student',
  summary:
    "Makes a profile and its token; with a class's hash code the profile joins that class. 409 for a completed class.",
  access: anyone,
  body: z.object({
    name: newProfileName,
    animal,
    classHashCode: hashCodeOf('class', 'classHashCode').nullable().default(null),
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
    'The profiles that were made, or joined a class last, on the device that the header `x-device` names, with fresh tokens: for a browser that has dropped its storage. The 30 last used; none without the header, which only the device knows (22 to 64 letters, of at least 128 random bits).',
  access: anyone,
  response: z.array(deviceProfile),
});

export const removeStudent = operation({
  name: 'removeStudent',
  method: 'DELETE',
  path: '/Student',
  summary: 'Removes the profile whose token is sent; staff can bring it back for 30 days.',
  access: studentOnly,
});

export const joinClass = operation({
  name: 'joinClass',
  method: 'PUT',
  path: '/Student/class',
  summary: 'The profile whose token is sent joins the class; joining twice is once. 409 for a completed class.',
  access: studentOnly,
  body: z.object({ classHashCode: hashCodeOf('class', 'classHashCode') }),
  problems: { 403: when.blockedFromClass, 404: when.unknownCode, 409: when.classCompleted, 429: when.tooManyCodes },
  remembersDevice: true,
});
