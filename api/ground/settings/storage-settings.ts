import type { SettingsOf } from '#schema/settings/read.ts';

/** The S3-compatible store of media when `S3_BUCKET` is set; undefined means the folder `DATA_DIR/media`. */
export function storageSettings(value: SettingsOf<'api'>) {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = value;
  if (bucket === undefined) return undefined;
  return {
    bucket,
    endpoint: value.S3_ENDPOINT,
    region: value.S3_REGION,
    credentials:
      accessKeyId !== undefined && secretAccessKey !== undefined ? { accessKeyId, secretAccessKey } : undefined,
    forcePathStyle: value.S3_FORCE_PATH_STYLE,
  };
}
export type S3Settings = NonNullable<ReturnType<typeof storageSettings>>;
