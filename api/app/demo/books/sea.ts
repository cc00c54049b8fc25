import { ContentType } from '#schema/rest/enumerations.ts';
import type { BookPlan } from './plan.ts';

/** Not published yet: staff see it, students and class forms do not. */
export const sea: BookPlan = {
  key: 'sea',
  name: 'Stories of the Sea',
  shortCode: 'SEA001',
  description: 'Six stories for readers. In preparation.',
  draft: true,
  lessons: [
    {
      title: 'Story 1',
      name: 'The whale who sang',
      description: 'A story in four pages.',
      languageFocus: 'Past tense: sang, swam, saw',
      phonics: 'wh: whale, where',
      draft: true,
      contents: [
        { type: ContentType.NONE, pageNumber: 4, name: 'Deep down', draft: true },
        { type: ContentType.NONE, pageNumber: 5, name: 'Picture to come', draft: true },
      ],
    },
  ],
};
