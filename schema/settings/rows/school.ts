import { roles } from '../../access.ts';
import { day, onOff, someOf, timeZone, wholeNumber } from '../kinds.ts';
import { behind } from '../readers.ts';
import type { Setting } from '../setting.ts';

const days = wholeNumber(0, 36_500);
// Two years, so that a school year can be compared with the previous one until it ends.
const twoYears = '731';

/** Settings that the school decides. */
export const school = {
  DEMO_DATA: {
    ...onOff,
    readBy: ['launcher', 'api', 'worker', 'commands'],
    means: 'whether there is a demo school; `on` by default for the embedded database',
  },
  DEMO_SIGN_IN: {
    ...onOff,
    readBy: ['launcher', 'api', 'worker', 'commands'],
    means:
      'whether the demo accounts can sign in; `on` by default only while `PUBLIC_URL` is this machine, as their password is public, and never with `DEMO_DATA=off`; `on` elsewhere, they get a password of their own, which the start prints',
  },
  SCHOOL_TIME_ZONE: {
    ...timeZone,
    standard: 'Asia/Tokyo',
    readBy: behind,
    means: "the school's time zone, in which days are counted",
  },
  COMMUNITY_APPROVAL: {
    ...onOff,
    standard: 'on',
    readBy: behind,
    means:
      'whether posts of a new class wait for the approval of the teacher, unless its school or the class says otherwise',
  },
  EMAIL_TOP_LEVEL_MAX: {
    ...wholeNumber(4, 63),
    standard: '4',
    readBy: behind,
    means: 'the longest top-level domain of an e-mail address',
  },
  SECOND_STEP_ROLES: {
    ...someOf(...roles),
    readBy: behind,
    means:
      'the roles that need a second step at sign-in, such as `SuperAdmin,Administrator`; unset: each person decides',
  },
  SECOND_STEP_FROM: {
    ...day,
    readBy: behind,
    means:
      'the day from which people of these roles can do nothing else until they have set it up; they are told before; unset: at once',
  },
  UNSIGNED_DEVICES_UNTIL: {
    ...day,
    standard: '2028-06-30',
    readBy: behind,
    means:
      'the last day on which children’s devices are known by a cookie from before cookies were signed; at least 400 days after the update, as a cookie is signed at the device’s next visit',
  },
  UPLOADS_PER_HOUR: {
    ...wholeNumber(1, 100_000),
    standard: '30',
    readBy: behind,
    means: 'the maximum of works that a profile can send in an hour',
  },
  CLASS_UPLOADS_PER_MINUTE: {
    ...wholeNumber(1, 100_000),
    standard: '60',
    readBy: behind,
    means: 'the maximum of works that one network can send to a class in a minute; a school is one network',
  },
  CLASS_UPLOADS_PER_HOUR: {
    ...wholeNumber(1, 100_000),
    standard: '300',
    readBy: behind,
    means: 'the maximum of works that one network can send to a class in an hour',
  },
  PROFILE_STORAGE_MB: {
    ...wholeNumber(1, 1_000_000),
    standard: '200',
    readBy: behind,
    means: 'the maximum megabytes of works of a profile',
  },
  CLASS_STORAGE_MB: {
    ...wholeNumber(1, 10_000_000),
    standard: '5000',
    readBy: behind,
    means: "the maximum megabytes of works on a class's wall",
  },
  DISK_RESERVE_MB: {
    ...wholeNumber(0, 1_000_000),
    standard: '512',
    readBy: behind,
    means: 'the megabytes of the disk that uploads leave free for the database and the logs; 0: none',
  },
  RETENTION_PAGE_VIEWS_DAYS: {
    ...days,
    standard: twoYears,
    readBy: behind,
    means: 'the days for which page views are kept; 0: for ever',
  },
  RETENTION_COMMUNITY_DAYS: {
    ...days,
    standard: twoYears,
    readBy: behind,
    means: 'the days for which posts on walls are kept; 0: for ever',
  },
  RETENTION_AUDIT_DAYS: {
    ...days,
    standard: twoYears,
    readBy: behind,
    means: 'the days for which the audit log is kept; 0: for ever',
  },
  RETENTION_PROFILES_DAYS: {
    ...days,
    standard: twoYears,
    readBy: behind,
    means: 'the days for which profiles are kept after they were last seen; 0: for ever',
  },
} as const satisfies Record<string, Setting>;
