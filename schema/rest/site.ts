import { z } from 'zod';
import { anyone } from '../access.ts';
import { operation } from './operation.ts';

/** What the screens must know of this installation's settings; nothing secret. */
export const settings = operation({
  name: 'settings',
  method: 'GET',
  path: '/Settings',
  summary:
    "The installation's settings that decide what a form accepts and says, and which services beside this one a page may call.",
  access: anyone,
  response: z.object({
    /** The longest top-level part of an e-mail address: 4, or what `EMAIL_TOP_LEVEL_MAX` widens it to. */
    emailTopLevelMaximum: z.int(),
    /** How long the link of an invitation works. */
    invitationDays: z.int(),
    /** Where the school is (`SCHOOL_TIME_ZONE`), `Asia/Tokyo`: its days are counted there. */
    timeZone: z.string(),
    /** Where a child's browser asks for its public address (`IP_LOOKUP_URL`); null when it does not ask. */
    ipLookupUrl: z.string().nullable(),
    /** Where browsers send what goes wrong and how fast pages are (`TELEMETRY_URL`); null when nothing is sent. */
    telemetryUrl: z.string().nullable(),
  }),
});
