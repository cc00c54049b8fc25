import { z } from 'zod';
import { anyone, roles } from '../access.ts';
import { allowance } from './admission.ts';
import { apiKeyDetail } from './api-keys.ts';
import { operation } from './operation.ts';
import { animal } from './students.ts';
import { staffMember } from './users.ts';
import { idOf } from './values.ts';

/** The kinds of callers that a token identifies. */
export const viewerKinds = ['person', 'profile', 'apiKey'] as const;

export const viewer = operation({
  name: 'viewer',
  method: 'GET',
  path: '/Viewer',
  summary:
    "Who asks: a member of staff, a child's profile or an API key, with role, scopes and the rest of the key's minute. Null without a token, and with one that has run out, was revoked or is none of ours; an API key that does not work is refused, as everywhere.",
  access: anyone,
  whose: 'the caller’s own',
  response: z.object({
    viewer: z
      .object({
        kind: z.enum(viewerKinds),
        /** The person, or the owner of the API key; null for a profile. */
        user: staffMember.nullable(),
        role: z.enum(roles).nullable(),
        /** Null unless a child asks. */
        profile: z.object({ id: idOf('profile'), name: z.string(), animal }).nullable(),
        /** Null unless an API key asks. */
        apiKey: apiKeyDetail.nullable(),
        /** The cost that GraphQL operations of the API key may still have in its minute; null for others, who have no such limit. */
        costLeft: allowance.nullable(),
      })
      .nullable(),
  }),
});
export type Viewer = NonNullable<z.output<typeof viewer.response>['viewer']>;
