import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import type { PickerOption } from '#web/staff/forms/picker-match.ts';
import type { PickerSource } from '#web/staff/forms/picker-source.ts';
import {
  StaffNameFragmentDoc,
  useSchoolAdministratorsQuery,
  useTeachersQuery,
  type StaffNameFragment,
} from '#web/staff/operations.generated.ts';
import { staffName } from '#schema/staff-name.ts';

interface SearchedPeople {
  readonly options: readonly PickerOption[];
  readonly source: PickerSource;
}

const optionOf = (person: StaffNameFragment): PickerOption => ({ value: person.id, label: staffName(person) });

/** Teachers as the server finds them, and the names of those who are chosen already. */
export function useTeacherOptions(chosenIds: readonly string[]): SearchedPeople {
  const [text, setText] = useState<string>();
  const query = useTeachersQuery({ variables: { search: text || null }, skip: text === undefined });
  const known = useKnownTeachers(chosenIds);
  return {
    options: (query.data ?? query.previousData)?.allTeachers.map(optionOf) ?? [],
    source: { onSearch: setText, answered: query.data && text, known },
  };
}

/** School administrators, as the server finds them, and the name of the one who is chosen already. */
export function useAdministratorOptions(chosenId: string | null): SearchedPeople {
  const nameOf = useMetPeople();
  const chosen = chosenId === null ? null : nameOf(chosenId);
  const [text, setText] = useState<string>();
  const query = useSchoolAdministratorsQuery({ variables: { search: text || null }, skip: text === undefined });
  return {
    options: (query.data ?? query.previousData)?.allSchoolAdministrators.map(optionOf) ?? [],
    source: { onSearch: setText, answered: query.data && text, known: chosen ? [optionOf(chosen)] : [] },
  };
}

/** Who was met in a list or a search is in the cache; who stands in an address or a draft is asked for by id. */
function useKnownTeachers(ids: readonly string[]): readonly PickerOption[] {
  const nameOf = useMetPeople();
  const missing = ids.filter((id) => nameOf(id) === null);
  useTeachersQuery({ variables: { ids: missing }, skip: missing.length === 0 });
  return ids.flatMap((id) => {
    const person = nameOf(id);
    return person ? [optionOf(person)] : [];
  });
}

function useMetPeople(): (id: string) => StaffNameFragment | null {
  const { cache } = useApolloClient();
  return (id) => cache.readFragment<StaffNameFragment>({ id: `StaffMember:${id}`, fragment: StaffNameFragmentDoc });
}
