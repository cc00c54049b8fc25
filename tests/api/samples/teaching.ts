import { makeContent } from '#tests/support/teaching.ts';
import { bare, type Samples } from './sample.ts';

export const teachingSamples: Samples = {
  textBooks: () => ({ query: { SearchText: 'book' } }),
  allTextBooks: bare,
  lessonContents: ({ lesson }) => ({ query: { hashCode: lesson.hashCode } }),
  exportQrCodes: ({ lesson }) => ({ params: { lessonId: lesson.id } }),
  exportTextBookQrCodes: ({ book }) => ({ params: { textBookId: book.id } }),
  regenerateContentQrCode: async ({ world, lesson }) => {
    const content = await makeContent(world.services.db, { lessonId: lesson.id, position: 1 });
    return { params: { id: content.id } };
  },
  typedCode: ({ book }) => ({ query: { code: `${book.shortCode}-P1` } }),
};
