import { eq } from 'drizzle-orm';
import { classes, lessons } from '#api/ground/db/schema.ts';
import type { StaffCaller, StudentCaller } from '#api/ground/http/caller.ts';
import { forbidden } from '#api/ground/http/problems.ts';
import { route, type Route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import { uploadSchoolLogo } from '#schema/rest/school-settings.ts';
import { audioFiles, uploadPageImage, uploadPushAndListenAudio, uploadTextBookThumbnail } from '#schema/rest/media.ts';
import {
  mediaStatus,
  uploadCommunityImage,
  uploadCommunityRecord,
  uploadCommunityVideo,
} from '#schema/rest/uploads.ts';
import { createClassLimits } from './class-limits.ts';
import { audioPage } from './list.ts';
import {
  type AskedPlace,
  findPlace,
  findEarlierRequest,
  type Receiving,
  receiveUpload,
  recordedContent,
  type Upload,
} from './receive.ts';
import { statusOf } from './requests.ts';
import { keepTeachingPicture, keepTeachingSound } from './teaching.ts';

/** Uploads: pictures and sounds of textbooks by staff, works for the wall by children. */
export function uploadRoutes(
  services: Uses<'db' | 'pool' | 'secrets' | 'settings' | 'links' | 'storage' | 'jobs'>,
): Route[] {
  return [...teachingRoutes(services), ...communityRoutes(services)];
}

function teachingRoutes(services: Uses<'db' | 'settings' | 'links' | 'storage'>): Route[] {
  const authorOf = ({ caller, requestId }: { caller: StaffCaller; requestId: string }) => ({
    ...caller,
    requestId,
  });
  return [
    route(uploadPageImage, (call) => keepTeachingPicture(services, { author: authorOf(call), file: call.files.file })),
    route(uploadTextBookThumbnail, (call) =>
      keepTeachingPicture(services, { author: authorOf(call), file: call.files.file }),
    ),
    route(uploadSchoolLogo, (call) => keepTeachingPicture(services, { author: authorOf(call), file: call.files.file })),
    route(uploadPushAndListenAudio, (call) =>
      keepTeachingSound(services, { author: authorOf(call), file: call.files.file }),
    ),
    route(audioFiles, ({ query }) => audioPage(services, query)),
  ];
}

function communityRoutes(services: Uses<'db' | 'pool' | 'secrets' | 'settings' | 'storage' | 'jobs'>): Route[] {
  const classLimits = createClassLimits(services);
  return [
    route(uploadCommunityImage, ({ caller, address, fields, files: { Image, Thumbnail } }) =>
      receive(
        { ...services, classLimits },
        {
          ...byIds(fields),
          caller,
          address,
          fields,
          work: { kind: 'image', title: fields.Title, file: Image, thumbnail: Thumbnail },
        },
      ),
    ),
    route(uploadCommunityVideo, ({ caller, address, fields, files: { Video, Thumbnail } }) =>
      receive(
        { ...services, classLimits },
        {
          ...byIds(fields),
          caller,
          address,
          fields,
          work: { kind: 'video', title: fields.Title, file: Video, thumbnail: Thumbnail },
        },
      ),
    ),
    route(uploadCommunityRecord, ({ caller, address, fields, files }) =>
      receive(
        { ...services, classLimits },
        {
          ofClass: eq(classes.classHashCode, fields.ClassHashCode),
          ofLesson: eq(lessons.hashCode, fields.LessonHashCode),
          caller,
          address,
          fields,
          contentHashCode: fields.ContentHashCode,
          work: { kind: 'record', title: '', file: files.File, thumbnail: undefined },
        },
      ),
    ),
    route(mediaStatus, ({ caller, query }) =>
      statusOf(services.db, { id: query.RequestId, profileId: caller.profileId }),
    ),
  ];
}

const byIds = ({ ClassId, LessionId }: { readonly ClassId: string; readonly LessionId: string }) => ({
  ofClass: eq(classes.id, ClassId),
  ofLesson: eq(lessons.id, LessionId),
});

interface Sent extends Omit<AskedPlace, 'profileId'> {
  readonly caller: StudentCaller;
  readonly address: string;
  readonly fields: { readonly StudentId: string; readonly ClientId?: string };
  /** The hash code of the recorded page, if the device sent it. */
  readonly contentHashCode?: string | undefined;
  readonly work: Pick<Upload, 'kind' | 'title' | 'file' | 'thumbnail'>;
}

async function receive(
  services: Receiving,
  { caller: { profileId }, address, fields, work, contentHashCode, ...asked }: Sent,
) {
  if (fields.StudentId !== profileId) throw forbidden();
  const sender = { profileId, clientId: fields.ClientId };
  const requestId = await findEarlierRequest(services.db, sender);
  if (requestId !== undefined) return { requestId };
  const place = await findPlace(services, { ...asked, profileId });
  const contentId = await recordedContent(services.db, place.classId, contentHashCode);
  return receiveUpload(services, { ...work, ...sender, ...place, contentId, address });
}
