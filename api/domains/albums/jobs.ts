import { z } from 'zod';
import { declareJob } from '#api/ground/jobs/job.ts';

export const makeAlbum = declareJob('makeAlbum', z.object({ albumId: z.string() }));
export type AlbumJob = z.output<typeof makeAlbum.payload>;
