import { z } from 'zod';

/** Where media are kept: with `S3_BUCKET` in an S3-compatible store, else in `DATA_DIR/media`. */
export const storageEnvironment = {
  S3_BUCKET: z.string().min(3).optional(),
  /** Without it, Amazon's own address of the region. */
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** Without the pair, what the machine is given: a role, a profile. */
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** `on` for stores whose bucket is a folder of the address and no name of its own. */
  S3_FORCE_PATH_STYLE: z
    .enum(['on', 'off'])
    .default('off')
    .transform((value) => value === 'on'),
};

export function storageSettings(value: z.output<z.ZodObject<typeof storageEnvironment>>) {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = value;
  if (bucket === undefined) return undefined;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new Error('Settings: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together');
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
