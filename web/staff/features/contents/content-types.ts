import type { ContentType } from '#web/staff/operations.generated.ts';

/** The types that staff can choose. `NONE` is the type of a content that has no type yet. */
export const offeredTypes = ['READ', 'MUSIC', 'VIDEO', 'GAME', 'PUSH_AND_LISTEN', 'RECORD'] as const;
export type OfferedType = (typeof offeredTypes)[number];

export const isOffered = (type: ContentType): type is OfferedType => type !== 'NONE';

type Need = 'required' | 'optional' | undefined;

interface TypeFields {
  readonly image: Need;
  readonly youtube: Need;
  readonly wordwall: Need;
  readonly sound: Need;
}

/** Which fields a type shows beside those of all types. Music takes its sound from YouTube or from a file of its own. */
export const fieldsOf: Readonly<Record<OfferedType, TypeFields>> = {
  READ: { image: 'required', youtube: undefined, wordwall: undefined, sound: undefined },
  MUSIC: { image: 'optional', youtube: 'optional', wordwall: undefined, sound: 'optional' },
  VIDEO: { image: 'optional', youtube: 'required', wordwall: undefined, sound: undefined },
  GAME: { image: 'optional', youtube: undefined, wordwall: 'required', sound: undefined },
  PUSH_AND_LISTEN: { image: 'required', youtube: undefined, wordwall: undefined, sound: undefined },
  RECORD: { image: 'required', youtube: undefined, wordwall: undefined, sound: 'optional' },
};

/** The keys in `contents` of sentences that explain how children use each type. */
export const doesWords = {
  READ: 'doesRead',
  MUSIC: 'doesMusic',
  VIDEO: 'doesVideo',
  GAME: 'doesGame',
  PUSH_AND_LISTEN: 'doesPushAndListen',
  RECORD: 'doesRecord',
} as const satisfies Record<OfferedType, string>;

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
