import type { ContentType } from '#web/staff/operations.generated.ts';

/** Every type that can be chosen: None is what a content without one has. */
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

/** What children do there, in words of the namespace `contents`. */
export const doesWords = {
  READ: 'doesRead',
  MUSIC: 'doesMusic',
  VIDEO: 'doesVideo',
  GAME: 'doesGame',
  PUSH_AND_LISTEN: 'doesPushAndListen',
  RECORD: 'doesRecord',
} as const satisfies Record<OfferedType, string>;
