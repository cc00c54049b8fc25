import { LogoMark } from '#web/shared/logo.tsx';
import { usePictureFailure } from '#web/shared/use-picture-failure.ts';
import './book-cover.css';

interface BookCoverProps {
  readonly name: string;
  readonly thumbnail: string | undefined;
}

/** A book's cover, or a drawn cover when there is none or it cannot be loaded. */
export function BookCover({ name, thumbnail }: BookCoverProps) {
  const { failed, onError } = usePictureFailure(thumbnail);
  return (
    <div className="cover">
      {thumbnail && !failed ? (
        <img src={thumbnail} alt="" onError={onError} />
      ) : (
        <span className="cover-drawn" aria-hidden>
          <LogoMark height="44%" />
          <span>{name}</span>
        </span>
      )}
    </div>
  );
}
