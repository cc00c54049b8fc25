import type { PresentedBookQuery, PresentedContentQuery } from '#web/staff/operations.generated.ts';

/** The units of a class's textbook, and their pages in printed order. */
export type PresentedBook = PresentedBookQuery;

/** A page in the list of pages. */
export type PresentedPage = PresentedBook['studentContents'][number];

/** A page with all its data for showing and playing. */
export type PresentedContent = PresentedContentQuery['studentContent'];

/** A sound of a page; `spot` is its place in percent of the image. */
export type SoundItem = PresentedContentQuery['studentPushAndListen'][number];
