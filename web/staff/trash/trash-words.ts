import type { TrashKind } from '#web/staff/operations.generated.ts';

/** What each kind is called, as words of `trash`. */
export const kindWords = {
  USERS: 'kindUser',
  CLASSES: 'kindClass',
  TEXTBOOKS: 'kindTextBook',
  LESSONS: 'kindLesson',
  CONTENTS: 'kindContent',
  PUSH_AND_LISTEN_ITEMS: 'kindItem',
  COMMUNITY_POSTS: 'kindPost',
  PROFILES: 'kindProfile',
} as const satisfies Record<TrashKind, string>;
