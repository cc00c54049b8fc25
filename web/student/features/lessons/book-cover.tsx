import { useState } from 'react';
import { LogoMark } from '#web/shared/logo.tsx';
import './book-cover.css';

interface BookCoverProps {
  readonly name: string;
  readonly thumbnail: string | undefined;
}

/** A book's cover, or a drawn cover when there is none or it cannot be loaded. */
export function BookCover({ name, thumbnail }: BookCoverProps) {
  const [missing, setMissing] = useState(false);
  return (
    <div className="cover">
      {thumbnail && !missing ? (
        <img src={thumbnail} alt="" onError={() => setMissing(true)} />
      ) : (
        <span className="cover-drawn" aria-hidden>
          <LogoMark height="44%" />
          <span>{name}</span>
        </span>
      )}
    </div>
  );
}
