import { z } from 'zod';
import { PostApproval, SchoolLanguage } from '../rest/enumerations.ts';
import { means } from '../rest/meanings.ts';
import { idOf, trimmedText } from '../rest/values.ts';
import { isTimeZone } from '../time-zone.ts';
import { choiceOf } from './plain-fields.ts';
import { wholeNumber } from './whole-number.ts';

/** A limit of the school's own; 0 for none. */
const limit = (to: number) =>
  wholeNumber({
    from: 0,
    to,
    missing: 'messages.limitWholeNumber',
    notWhole: 'messages.limitWholeNumber',
    tooSmall: 'messages.limitWholeNumber',
  });

/** The plain fields of a school's settings (see `plain-fields.ts`); what each does by default is as without schools. */
export const schoolSettingFields = {
  /** An IANA name; empty is the installation's. */
  timeZone: means(
    trimmedText(64).refine((zone) => zone === '' || isTimeZone(zone), { error: 'messages.invalidTimeZone' }),
    { text: 'timeZone' },
  ),
  language: choiceOf(SchoolLanguage, 'NONE'),
  approval: choiceOf(PostApproval, 'INSTALLATION'),
  retentionMonths: limit(1200),
  worksPerDay: limit(10_000),
  storageMegabytes: limit(10_000_000),
  /** Whether families may take albums of their children's works home; off, the links that there are end. */
  familyAlbums: z.boolean().default(false),
};

/** The rules of a school's settings, for the form and for the API. */
export const schoolSettingRules = z.object({
  ...schoolSettingFields,
  /** The id of a picture that the caller has sent, or of the current one; null for none. */
  logoId: idOf('picture').nullable().default(null),
});
export type SchoolSettingValues = z.output<typeof schoolSettingRules>;

/**
 * The most months for which a school can keep posts, by the days for which the installation keeps them; null for 0
 * days, which is for ever.
 */
export const longestRetention = (days: number): number | null => (days === 0 ? null : Math.floor((days * 12) / 365));
