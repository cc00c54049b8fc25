import { useState } from 'react';
import { useSchoolChoicesQuery } from '#web/staff/operations.generated.ts';
import { latestData } from '#web/staff/ui/lists/list-answer.ts';
import { choicesPage, type Choices } from './choose-dialog.tsx';

/** Searches the schools, without the one with this id. */
export function useSchoolChoices(without?: string): Choices {
  const [search, setSearch] = useState<string>();
  const query = useSchoolChoicesQuery({
    variables: { search: search || null, page: choicesPage },
    skip: search === undefined,
  });
  const others = latestData(query)?.schools.items.filter(({ id }) => id !== without) ?? [];
  return {
    options: others.map((school) => ({ value: school.id, label: school.name })),
    onSearch: setSearch,
    answered: query.data && search,
  };
}
