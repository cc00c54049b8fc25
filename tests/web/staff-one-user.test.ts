import { gql } from '@apollo/client';
import { expect, test } from 'vitest';
import { createStaffCache } from '#web/staff/platform/apollo/cache.ts';
import { ClassesDocument } from '#web/staff/operations.generated.ts';

const teacher = { __typename: 'User', id: 'teacher', firstName: 'Aya', lastName: 'Old', status: 'ACTIVE' };
const book = { __typename: 'TextBook', id: 'book', name: 'Book', shortCode: 'BOOK', thumbnail: null };
const row = {
  ...{ __typename: 'Class', id: 'class', classCode: 'ABCD', className: '3A', status: 'ACTIVE' },
  ...{ startDate: '2026-04-01', endDate: '2027-03-31', textBook: book, studentCount: 0, school: null },
  ...{ mainTeacher: teacher, secondaryTeachers: [teacher] },
};

test('the class list shows a teacher’s new name as soon as the teacher is saved', () => {
  const cache = createStaffCache();
  const classes = { __typename: 'ClassPage', items: [row], totalCount: 1, totalIsExact: true };
  cache.writeQuery({ query: ClassesDocument, variables: {}, data: { classes } });
  // The part of the mutation's answer that names the teacher.
  const named = gql`
    fragment Saved on User {
      id
      firstName
      lastName
    }
  `;
  cache.writeFragment({ fragment: named, data: { ...teacher, lastName: 'New' } });
  const name = { lastName: 'New' };
  expect(cache.readQuery({ query: ClassesDocument, variables: {} })).toMatchObject({
    classes: { items: [{ mainTeacher: name, secondaryTeachers: [name] }] },
  });
});
