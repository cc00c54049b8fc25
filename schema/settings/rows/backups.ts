import { onOff, text, textLike, webAddress, wholeNumber } from '../kinds.ts';
import { behind } from '../readers.ts';
import type { Setting } from '../setting.ts';

/** The place, the encryption and the retention of backups. */
export const backups = {
  BACKUP_TO: {
    ...textLike('the full path of a folder, or s3://bucket/prefix', isBackupPlace),
    readBy: behind,
    means: 'the place of backups: a folder on another disk, or `s3://bucket/prefix`; set, a backup is made every night',
  },
  BACKUP_KEY: {
    ...textLike('an age recipient ("age1…") or an age identity ("AGE-SECRET-KEY-1…")', isBackupKey),
    secret: true,
    readBy: behind,
    means: 'the key that encrypts backups in the format of age; without it backups hold no signing keys',
  },
  BACKUP_KEEP_DAILY: {
    ...wholeNumber(1, 10_000),
    standard: '14',
    readBy: behind,
    means: 'the number of days whose last backup is kept',
  },
  BACKUP_KEEP_WEEKLY: {
    ...wholeNumber(0, 10_000),
    standard: '8',
    readBy: behind,
    means: 'the number of weeks whose last backup is kept',
  },
  BACKUP_KEEP_MONTHLY: {
    ...wholeNumber(0, 10_000),
    standard: '12',
    readBy: behind,
    means: 'the number of months whose last backup is kept',
  },
  BACKUP_S3_ENDPOINT: {
    ...webAddress,
    readBy: behind,
    means: 'the address of the store of `BACKUP_TO`; unset: the value of `S3_ENDPOINT`, and likewise for the next four',
  },
  BACKUP_S3_REGION: { ...text('the name of a region'), readBy: behind, means: 'the region of that store' },
  BACKUP_S3_ACCESS_KEY_ID: {
    ...text('the id of an access key'),
    secret: true,
    readBy: behind,
    means: 'the id of its access key',
  },
  BACKUP_S3_SECRET_ACCESS_KEY: {
    ...text('the secret of the access key'),
    secret: true,
    readBy: behind,
    means: 'the secret of its access key',
  },
  BACKUP_S3_FORCE_PATH_STYLE: {
    ...onOff,
    readBy: behind,
    means: '`on` for stores whose bucket is a folder of the address',
  },
} as const satisfies Record<string, Setting>;

// A relative path would mean a different place for each process.
function isBackupPlace(value: string): boolean {
  return /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/.test(value) || /^(\/|[A-Za-z]:[\\/])./.test(value);
}

function isBackupKey(value: string): boolean {
  return value.split(/[\s,]+/).every((word) => /^(age1[a-z0-9]{50,}|AGE-SECRET-KEY-1[A-Z0-9]{50,})$/.test(word));
}
