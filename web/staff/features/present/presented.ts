import type { PresentedBookQuery, PresentedContentQuery } from '#web/staff/operations.generated.ts';

/** The units of a class's textbook, and their pages in printed order. */
export type PresentedBook = PresentedBookQuery;

/** A page as the list of pages has it. */
export type PresentedPage = PresentedBook['studentContents'][number];

/** A page with all that is shown and played. */
export type PresentedContent = PresentedContentQuery['studentContent'];

/** A sound of a page; `spot` is its place in percent of the image. */
export type SoundItem = PresentedContentQuery['studentPushAndListen'][number];
