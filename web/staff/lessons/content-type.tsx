import { Cube, Disable, Manual, Music, Record, Video, VolumeUp } from '@blueprintjs/icons';
import type { ReactElement } from 'react';
import type { ContentType } from '#web/staff/operations.generated.ts';

/** The words of the content types, of the namespace `lessons`. */
export const typeWords = {
  NONE: 'typeNone',
  READ: 'typeRead',
  MUSIC: 'typeMusic',
  VIDEO: 'typeVideo',
  GAME: 'typeGame',
  PUSH_AND_LISTEN: 'typePushAndListen',
  RECORD: 'typeRecord',
} as const satisfies Record<ContentType, string>;

/** Their icons, which say nothing that the words do not. */
export const typeIcons: Record<ContentType, ReactElement> = {
  NONE: <Disable />,
  READ: <Manual />,
  MUSIC: <Music />,
  VIDEO: <Video />,
  GAME: <Cube />,
  PUSH_AND_LISTEN: <VolumeUp />,
  RECORD: <Record />,
};
