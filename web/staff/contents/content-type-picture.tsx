import { typeIcons } from '#web/staff/lessons/content-type-icons.tsx';
import type { ContentType } from '#web/staff/operations.generated.ts';
import './content-type.css';

/** A type as a picture on its own colour; the words beside it say the same. */
export function ContentTypePicture({ type }: { readonly type: ContentType }) {
  return (
    <span className="content-type-picture" data-type={type} aria-hidden>
      {typeIcons[type]}
    </span>
  );
}
