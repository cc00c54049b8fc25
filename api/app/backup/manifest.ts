import { z } from 'zod';

/** The layout of a backup. A reader refuses a higher one. */
export const backupFormat = 1;

const part = z.object({
  /** Its name in the backup's folder. */
  part: z.string(),
  /** The size of the stored bytes, which are compressed, and encrypted when the backup is. */
  bytes: z.number().int(),
  sha256: z.string(),
});

const table = part.extend({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).readonly(),
  partitions: z.array(z.object({ name: z.string(), bound: z.string() })).readonly(),
  rows: z.number().int(),
  /** See `RowDigest`. */
  digest: z.string(),
});
export type TablePart = z.output<typeof table>;

/** The content of a backup. Written last: a folder without a manifest is no backup. */
export const manifestForm = z.object({
  format: z.literal('manabook-backup'),
  version: z.number().int(),
  name: z.string(),
  /** The instant of the snapshot. */
  at: z.iso.datetime(),
  installationId: z.string(),
  postgres: z.string(),
  /** `when` of each migration that the database has. */
  migrations: z.array(z.string()),
  /** The age recipients; null for a backup that is not encrypted. */
  recipients: z.array(z.string()).nullable(),
  /** Whether the signing keys are in it. */
  signingKeys: z.boolean(),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  files: part.extend({
    /** The folder under `files` that holds them. */
    folder: z.string(),
    count: z.number().int(),
    /** The size of the files in the media store. */
    contentBytes: z.number().int(),
    /** The number of files in the database that the media store did not have. */
    missing: z.number().int(),
    /** The number of files whose hash differs from the database's. */
    damaged: z.number().int(),
  }),
});
export type Manifest = z.output<typeof manifestForm>;

export const listedFile = z.object({
  key: z.string(),
  size: z.number().int(),
  sha256: z.string(),
});
/** A stored file in a backup's list, of the content before it was encrypted. */
export type ListedFile = z.output<typeof listedFile>;

export const folderOf = (name: string): string => `backups/${name}`;
