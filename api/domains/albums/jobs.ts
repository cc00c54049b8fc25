import { z } from 'zod';
import { studentAlbums } from '#api/ground/db/schema.ts';
import { hasJob } from '#api/ground/jobs/has-job.ts';
import { declareJob } from '#api/ground/jobs/job.ts';

export const makeAlbum = declareJob('makeAlbum', z.object({ albumId: z.string() }));
export type AlbumJob = z.output<typeof makeAlbum.payload>;

/** Whether the album is still to be made, or is being made. */
export const hasAlbumJob = hasJob(makeAlbum, { field: 'albumId', column: studentAlbums.id });
