import { z } from 'zod';

const megabyte = 1024 * 1024;

/** How much children may send: works in an hour, and megabytes kept for one profile and on one class's wall. */
export const uploadEnvironment = {
  UPLOADS_PER_HOUR: z.coerce.number().int().min(1).default(30),
  PROFILE_STORAGE_MB: z.coerce.number().int().min(1).default(200),
  CLASS_STORAGE_MB: z.coerce.number().int().min(1).default(5000),
};

export const uploadSettings = (value: z.output<z.ZodObject<typeof uploadEnvironment>>) => ({
  perHour: value.UPLOADS_PER_HOUR,
  profileBytes: value.PROFILE_STORAGE_MB * megabyte,
  classBytes: value.CLASS_STORAGE_MB * megabyte,
});
