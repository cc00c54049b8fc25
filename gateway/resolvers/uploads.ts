import { audioFiles, uploadPageImage, uploadPushAndListenAudio, uploadTextBookThumbnail } from '#schema/rest/media.ts';
import {
  mediaStatus,
  uploadCommunityImage,
  uploadCommunityRecord,
  uploadCommunityVideo,
} from '#schema/rest/uploads.ts';
import type { Resolvers, UploadCommunityImageInput } from '#gateway/resolvers.generated.ts';
import { pagingQuery } from './paging.ts';

export const uploadResolvers: Resolvers = {
  Query: {
    audioFiles: (_, { search, page }, { client }) => {
      const { PageNumber, PageSize } = pagingQuery({ page });
      return client.call(audioFiles, { query: { PageNumber, PageSize, SearchText: search ?? undefined } });
    },
    mediaStatus: (_, { requestId }, { client }) => client.call(mediaStatus, { query: { RequestId: requestId } }),
  },
  Mutation: {
    uploadPageImage: (_, { file }, { client }) => client.call(uploadPageImage, { fields: {}, files: { file } }),
    uploadTextBookThumbnail: (_, { file }, { client }) =>
      client.call(uploadTextBookThumbnail, { fields: {}, files: { file } }),
    uploadPushAndListenAudio: (_, { file }, { client }) =>
      client.call(uploadPushAndListenAudio, { fields: {}, files: { file } }),
    uploadCommunityImage: (_, { input, image, thumbnail }, { client }) =>
      client.call(uploadCommunityImage, { fields: workFields(input), files: { Image: image, Thumbnail: thumbnail } }),
    uploadCommunityRecord: (_, { input, file }, { client }) =>
      client.call(uploadCommunityRecord, {
        fields: {
          StudentId: input.studentId,
          ClassHashCode: input.classHashCode,
          LessonHashCode: input.lessonHashCode,
          ClientId: input.clientId ?? undefined,
        },
        files: { File: file },
      }),
    uploadCommunityVideo: (_, { input, video, thumbnail }, { client }) =>
      client.call(uploadCommunityVideo, { fields: workFields(input), files: { Video: video, Thumbnail: thumbnail } }),
  },
};

// Pictures and films are asked for alike.
const workFields = ({ studentId, classId, lessonId, title, clientId }: UploadCommunityImageInput) => ({
  StudentId: studentId,
  ClassId: classId,
  LessionId: lessonId,
  Title: title ?? undefined,
  ClientId: clientId ?? undefined,
});
