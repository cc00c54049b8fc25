import type { ContentType } from '#web/staff/operations.generated.ts';

/** The words of the content types, the same in `lessons` and `reports`. */
export const typeWords = {
  NONE: 'typeNone',
  READ: 'typeRead',
  MUSIC: 'typeMusic',
  VIDEO: 'typeVideo',
  GAME: 'typeGame',
  PUSH_AND_LISTEN: 'typePushAndListen',
  RECORD: 'typeRecord',
} as const satisfies Record<ContentType, string>;

const isType = (name: string): name is ContentType => Object.hasOwn(typeWords, name);

export const contentTypes: readonly ContentType[] = Object.keys(typeWords).filter(isType);
