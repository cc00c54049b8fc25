import { gql } from '@apollo/client';
import { expect, test } from 'vitest';
import { createStaffCache } from '#web/staff/platform/apollo/cache.ts';
import { ClassesDocument } from '#web/staff/operations.generated.ts';

const book = { __typename: 'TextBook', id: 'book', name: 'Old name', shortCode: 'OLD', thumbnail: null };
const row = {
  ...{ __typename: 'Class', id: 'class', classCode: 'ABCD', className: '3A', status: 'ACTIVE' },
  ...{ startDate: '2026-04-01', endDate: '2027-03-31', textBook: book, mainTeacher: null, secondaryTeachers: [] },
  studentCount: 0,
  school: null,
};

test('the class list shows a textbook’s new name as soon as the textbook is saved', () => {
  const cache = createStaffCache();
  const classes = { __typename: 'ClassPage', items: [row], totalCount: 1, totalIsExact: true };
  cache.writeQuery({ query: ClassesDocument, variables: {}, data: { classes } });
  // The part of the mutation's answer that names the textbook.
  const named = gql`
    fragment Saved on TextBook {
      id
      name
      shortCode
    }
  `;
  cache.writeFragment({ fragment: named, data: { ...book, name: 'New name', shortCode: 'NEW' } });
  expect(cache.readQuery({ query: ClassesDocument, variables: {} })).toMatchObject({
    classes: { items: [{ textBook: { name: 'New name', shortCode: 'NEW' } }] },
  });
});
