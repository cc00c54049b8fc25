import { z } from 'zod';
import { roles } from '../access.ts';
import { date } from './values.ts';

/** The second step at sign-in that a role needs (`SECOND_STEP_ROLES`). */
export const secondStepDemand = z.object({
  /** The day from which nothing else works without it, in the school's zone; null: at once. */
  from: date.nullable(),
  /** Whether that day has come. */
  due: z.boolean(),
});
export type SecondStepDemand = z.output<typeof secondStepDemand>;

/** The values that the client stores as `loginInfo`. The access token's claims contain the lifetimes. */
export const authInfo = z.object({
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  accessToken: z.string(),
  refreshToken: z.string(),
  /** The second step that the account still lacks; null when it has one or needs none. */
  secondStepDemand: secondStepDemand.nullable(),
  /** The time zone in which the person sees days and times: that of their schools where they share one, else the installation's. */
  timeZone: z.string(),
});
export type AuthInfo = z.output<typeof authInfo>;
