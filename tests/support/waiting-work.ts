import type { Posting } from '#web/student/sending/work.ts';

/** A picture that waits on a device to be sent. */
export const picture = {
  kind: 'image',
  id: 'work',
  clientId: 'client',
  profileId: 'hana',
  madeAt: 1,
  requestId: null,
  classHashCode: 'class',
  stuck: null,
  classId: 'c',
  lessonId: 'l',
  title: '',
  type: 'image/jpeg',
  bytes: new ArrayBuffer(8),
  thumbnail: null,
} satisfies Posting;
