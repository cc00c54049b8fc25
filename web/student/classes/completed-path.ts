import { paths } from '#web/paths.ts';

interface CompletedClass {
  readonly className: string;
  readonly textBook: { readonly hashCode: string };
}

/** Where a class that is over leads, with what its page names. */
export const completedPath = ({ className, textBook }: CompletedClass) => ({
  to: paths.classCompleted,
  state: { className, book: textBook.hashCode },
});
