import { z } from 'zod';
import { anyone } from '../access.ts';
import { operation } from './operation.ts';

/** The installation's settings that screens need; nothing secret. */
export const settings = operation({
  name: 'settings',
  method: 'GET',
  path: '/Settings',
  summary:
    'What pages must know of this installation: the settings that decide what a form accepts and says, and which services beside this one a page may call.',
  access: anyone,
  response: z.object({
    /** The longest top-level domain of an e-mail address: 4, or `EMAIL_TOP_LEVEL_MAX`. */
    emailTopLevelMaximum: z.int(),
    /** The days for which an invitation's link is valid. */
    invitationDays: z.int(),
    /** The school's zone (`SCHOOL_TIME_ZONE`), such as `Asia/Tokyo`, in which days are counted. */
    timeZone: z.string(),
    /** Whether a school has a provider at which its people sign in (`beginProviderLogin`). */
    schoolSignIn: z.boolean(),
    /** The service that reports a child's browser its public address (`IP_LOOKUP_URL`); null when it is off. */
    ipLookupUrl: z.string().nullable(),
    /** The receiver of errors and page speeds (`TELEMETRY_URL`); null when nothing is sent. */
    telemetryUrl: z.string().nullable(),
  }),
});
