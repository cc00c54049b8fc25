import { Cube, Disable, Manual, Music, Record, Video, VolumeUp } from '@blueprintjs/icons';
import type { ReactElement } from 'react';
import type { ContentType } from '#web/staff/operations.generated.ts';
import './content-type.css';

/** The icons of the content types, which say nothing that their words do not. */
export const typeIcons: Record<ContentType, ReactElement> = {
  NONE: <Disable />,
  READ: <Manual />,
  MUSIC: <Music />,
  VIDEO: <Video />,
  GAME: <Cube />,
  PUSH_AND_LISTEN: <VolumeUp />,
  RECORD: <Record />,
};

/** A type as a picture on its own colour; the words beside it say the same. */
export function ContentTypePicture({ type }: { readonly type: ContentType }) {
  return (
    <span className="content-type-picture" data-type={type} aria-hidden>
      {typeIcons[type]}
    </span>
  );
}
