import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { staffName } from '#schema/staff-name.ts';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { useClassStaffName } from '#web/staff/features/classes/class-staff-name.ts';
import type { PickerOption, PickerSource } from '#web/staff/ui/forms/picker-options.ts';
import {
  ClassStaffFragmentDoc,
  StaffNameFragmentDoc,
  useSchoolAdministratorsQuery,
  useTeachersQuery,
  type ClassStaffFragment,
  type StaffNameFragment,
} from '#web/staff/operations.generated.ts';

interface SearchedPeople {
  readonly options: readonly PickerOption[];
  readonly source: PickerSource;
}

function optionOf(masked: Masked<StaffNameFragment>): PickerOption {
  const person = unmask<StaffNameFragment>(masked);
  return { value: person.id, label: staffName(person) };
}

/** Searches teachers on the server. Also brings the names of the chosen ones. */
export function useTeacherOptions(chosenIds: readonly string[]): SearchedPeople {
  const [text, setText] = useState<string>();
  const query = useTeachersQuery({ variables: { search: text || null }, skip: text === undefined });
  const chosen = useKnownTeachers(chosenIds);
  const teacherName = useClassStaffName();
  return {
    options:
      (query.data ?? query.previousData)?.allTeachers.map((one) => ({ value: one.id, label: teacherName(one) })) ?? [],
    source: {
      onSearch: setText,
      answered: query.data && text,
      known: chosen.map(({ id, teacher }) => ({ value: id, label: teacherName(teacher) })),
    },
  };
}

/** Searches school administrators on the server. Also brings the name of the chosen one. */
export function useAdministratorOptions(chosenId: string | null): SearchedPeople {
  const nameOf = useMetPeople();
  const chosen = chosenId === null ? null : nameOf(chosenId);
  const [text, setText] = useState<string>();
  // After a reload, a restored draft holds an id whose name is not in the cache.
  const isUnknown = chosenId !== null && chosen === null;
  const query = useSchoolAdministratorsQuery({
    variables: { search: text || null },
    skip: text === undefined && !isUnknown,
  });
  return {
    options: (query.data ?? query.previousData)?.allSchoolAdministrators.map(optionOf) ?? [],
    source: { onSearch: setText, answered: query.data && text, known: chosen ? [optionOf(chosen)] : [] },
  };
}

interface KnownTeacher {
  readonly id: string;
  readonly teacher: Masked<ClassStaffFragment>;
}

/** The chosen people: from the cache, or fetched by id when only a URL or a draft names them. */
function useKnownTeachers(ids: readonly string[]): readonly KnownTeacher[] {
  const { cache } = useApolloClient();
  const teacherOf = (id: string) =>
    cache.readFragment<Masked<ClassStaffFragment>>({
      id: `User:${id}`,
      fragment: ClassStaffFragmentDoc,
      fragmentName: 'ClassStaff',
    });
  const missing = ids.filter((id) => teacherOf(id) === null);
  useTeachersQuery({ variables: { ids: missing }, skip: missing.length === 0 });
  return ids.flatMap((id) => {
    const teacher = teacherOf(id);
    return teacher ? [{ id, teacher }] : [];
  });
}

function useMetPeople(): (id: string) => Masked<StaffNameFragment> | null {
  const { cache } = useApolloClient();
  return (id) => cache.readFragment<Masked<StaffNameFragment>>({ id: `User:${id}`, fragment: StaffNameFragmentDoc });
}
