import { onOff, timeZone, wholeNumber } from '../kinds.ts';
import { behind } from '../readers.ts';
import type { Setting } from '../setting.ts';

const days = wholeNumber(0, 36_500);
// Two school years: the last one stays comparable with the one before until it is over.
const twoYears = '731';

/** What the school decides. */
export const school = {
  DEMO_DATA: {
    ...onOff,
    readBy: ['launcher', 'api', 'worker', 'commands'],
    means: 'the demo school; `on` by default for the embedded database',
  },
  DEMO_SIGN_IN: {
    ...onOff,
    readBy: ['launcher', 'api', 'worker', 'commands'],
    means:
      "whether the demo accounts, whose password everybody knows, can sign in; `on` by default only while `PUBLIC_URL` is this machine's own, and never with `DEMO_DATA=off`",
  },
  SCHOOL_TIME_ZONE: { ...timeZone, standard: 'Asia/Tokyo', readBy: behind, means: 'decides what a day is' },
  COMMUNITY_APPROVAL: {
    ...onOff,
    standard: 'on',
    readBy: behind,
    means: 'whether posts of a new class wait for the teacher',
  },
  EMAIL_TOP_LEVEL_MAX: {
    ...wholeNumber(4, 63),
    standard: '4',
    readBy: behind,
    means: 'widens the email pattern for schools under long top-level domains',
  },
  UPLOADS_PER_HOUR: {
    ...wholeNumber(1, 100_000),
    standard: '30',
    readBy: behind,
    means: 'works that one profile can send in an hour',
  },
  PROFILE_STORAGE_MB: {
    ...wholeNumber(1, 1_000_000),
    standard: '200',
    readBy: behind,
    means: 'megabytes of works kept for one profile',
  },
  CLASS_STORAGE_MB: {
    ...wholeNumber(1, 10_000_000),
    standard: '5000',
    readBy: behind,
    means: "megabytes of works kept on one class's wall",
  },
  DISK_RESERVE_MB: {
    ...wholeNumber(0, 1_000_000),
    standard: '512',
    readBy: behind,
    means: 'megabytes of the disk that uploads leave free, for the database and the logs; 0 is none',
  },
  RETENTION_PAGE_VIEWS_DAYS: {
    ...days,
    standard: twoYears,
    readBy: behind,
    means: 'days for which page views are kept; 0 is for ever',
  },
  RETENTION_COMMUNITY_DAYS: { ...days, standard: twoYears, readBy: behind, means: 'the same for posts on walls' },
  RETENTION_AUDIT_DAYS: { ...days, standard: twoYears, readBy: behind, means: 'the same for the audit log' },
  RETENTION_PROFILES_DAYS: {
    ...days,
    standard: twoYears,
    readBy: behind,
    means: 'the same for profiles, counted from when each was last seen',
  },
} as const satisfies Record<string, Setting>;
