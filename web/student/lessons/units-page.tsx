import { StudentPage } from '#web/student/frame/student-page.tsx';
import type { Where } from '#web/student/frame/where.ts';
import type { UnitCardFragment } from '#web/student/operations.generated.ts';
import { BookCover } from './book-cover.tsx';
import { NextUnit } from './next-unit-card.tsx';
import { UnitGrid } from './unit-grid.tsx';
import './units-page.css';

interface UnitsPageProps {
  readonly book: { readonly name: string; readonly thumbnail: { readonly url: string } | null };
  readonly units: readonly UnitCardFragment[];
  readonly where: Where;
  readonly back: string;
}

/** A book with all of its units. */
export function UnitsPage({ book, units, where, back }: UnitsPageProps) {
  return (
    <StudentPage title={book.name} back={back} className="book">
      <div className="book-head">
        <BookCover name={book.name} thumbnail={book.thumbnail?.url} />
        <h1 className="book-name">{book.name}</h1>
      </div>
      <NextUnit units={units} where={where} />
      <UnitGrid units={units} where={where} />
    </StudentPage>
  );
}
