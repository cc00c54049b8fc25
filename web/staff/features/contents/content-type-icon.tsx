import { Cube, Disable, Manual, Music, Record, Video, VolumeUp } from '@blueprintjs/icons';
import type { ReactElement } from 'react';
import type { ContentType } from '#web/staff/operations.generated.ts';
import './content-type.css';

/** The icons of the content types. They are decorative: a word beside each icon has the meaning. */
export const typeIcons: Record<ContentType, ReactElement> = {
  NONE: <Disable />,
  READ: <Manual />,
  MUSIC: <Music />,
  VIDEO: <Video />,
  GAME: <Cube />,
  PUSH_AND_LISTEN: <VolumeUp />,
  RECORD: <Record />,
};

/** A type as an icon on its own colour. The icon is decorative: the word beside it has the meaning. */
export function ContentTypePicture({ type }: { readonly type: ContentType }) {
  return (
    <span className="content-type-picture" data-type={type} aria-hidden>
      {typeIcons[type]}
    </span>
  );
}
