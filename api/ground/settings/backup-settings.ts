import { storageSettings, type S3Settings } from './storage-settings.ts';
import type { SettingsOf } from '#schema/settings/read.ts';

/** The place, the encryption and the retention of backups. */
export function backupSettings(value: SettingsOf<'api'>) {
  return {
    /** A folder or `s3://bucket/prefix`. Undefined: no nightly backup. */
    to: value.BACKUP_TO,
    key: value.BACKUP_KEY,
    keep: {
      daily: value.BACKUP_KEEP_DAILY,
      weekly: value.BACKUP_KEEP_WEEKLY,
      monthly: value.BACKUP_KEEP_MONTHLY,
    },
    /** The store of an `s3://` place; the bucket comes from the place. */
    s3: backupStore(value),
  };
}

function backupStore(value: SettingsOf<'api'>): Omit<S3Settings, 'bucket'> {
  const id = value.BACKUP_S3_ACCESS_KEY_ID;
  const secret = value.BACKUP_S3_SECRET_ACCESS_KEY;
  const { region, ...media } = storageSettings({ ...value, S3_BUCKET: value.S3_BUCKET ?? 'backups' }) ?? {
    region: value.S3_REGION,
    endpoint: undefined,
    credentials: undefined,
    forcePathStyle: false,
  };
  return {
    region: value.BACKUP_S3_REGION ?? region,
    endpoint: value.BACKUP_S3_ENDPOINT ?? media.endpoint,
    credentials:
      id !== undefined && secret !== undefined ? { accessKeyId: id, secretAccessKey: secret } : media.credentials,
    forcePathStyle: value.BACKUP_S3_FORCE_PATH_STYLE ?? media.forcePathStyle,
  };
}
