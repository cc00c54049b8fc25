import { z } from 'zod';
import { declareJob } from '#api/ground/jobs/job.ts';
import { languages } from '#schema/languages.ts';

export const mailAccountLink = declareJob(
  'mailAccountLink',
  z.object({
    linkId: z.string(),
    /** The letter's own: a link can be mailed several times. Jobs of earlier versions lack it, and the link's id stands in. */
    letterId: z.string().optional(),
    language: z.enum(languages).optional(),
  }),
);
export type AccountLinkMail = z.output<typeof mailAccountLink.payload>;

export const mailNotice = declareJob(
  'mailNotice',
  z.object({
    /** The letter's own. */
    id: z.string(),
    userId: z.string(),
    /** The recipient: the account's current or previous address. */
    address: z.string(),
    kind: z.enum([
      'emailAsked',
      'emailChanged',
      'secondFactorOn',
      'secondFactorOff',
      'recoveryCodeUsed',
      'wrongCodes',
      'passkeyAdded',
      'passkeyRemoved',
    ]),
    /** The new e-mail, or the account's. */
    email: z.string(),
    /** The id of the member of staff who made the change; null when the account's owner did. */
    byId: z.string().nullable(),
  }),
);
export type AccountNotice = z.output<typeof mailNotice.payload>;

export const requestLink = declareJob(
  'requestLink',
  z.object({
    email: z.string(),
    language: z.enum(languages).nullish(),
    /** Whether the request came from where the account has signed in before. */
    byOwner: z.boolean().default(false),
  }),
);
export type LinkRequest = z.output<typeof requestLink.payload>;

export const mailNewDevice = declareJob(
  'mailNewDevice',
  z.object({
    /** The letter's own. */
    id: z.string(),
    userId: z.string(),
    /** The browser and system by the user agent; null for an unknown one. */
    browser: z.string().nullable(),
    os: z.string().nullable(),
    /** The address without its last part. */
    network: z.string(),
    /** ISO 8601. */
    signedInAt: z.string(),
  }),
);
export type NewDeviceNotice = z.output<typeof mailNewDevice.payload>;
