import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staffName } from '#schema/staff-name.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import type { PickerOption } from '#web/staff/ui/forms/picker-options.ts';
import { Picker } from '#web/staff/ui/forms/picker.tsx';
import { useAuditPeopleQuery, useAuditPersonQuery, type AuditPersonQuery } from '#web/staff/operations.generated.ts';

interface AuditPersonProps {
  readonly value: string | null;
  readonly onPick: (id: string | null) => void;
}

const optionOf = (person: AuditPersonQuery['user']): PickerOption => ({
  value: person.id,
  label: staffName(person),
  detail: person.email,
});

/** Filters by the person who made the change, with a picker over all staff. */
export function AuditPerson({ value, onPick }: AuditPersonProps) {
  const { t } = useTranslation('audit');
  const [text, setText] = useState<string>();
  const found = useAuditPeopleQuery({ variables: { search: text || null }, skip: text === undefined });
  const chosen = useAuditPersonQuery({ variables: { id: value ?? '' }, skip: value === null, ...ownProblems });
  // A deleted person still has entries.
  const gone = value !== null && chosen.error ? [{ value, label: t('personGone') }] : [];
  return (
    <div className="audit-person">
      <Picker
        aria-label={t('filterWho')}
        placeholder={t('anyone')}
        options={(found.data ?? found.previousData)?.users.items.map(optionOf) ?? []}
        source={{
          onSearch: setText,
          answered: found.data && text,
          known: chosen.data ? [optionOf(chosen.data.user)] : gone,
        }}
        value={value}
        onPick={onPick}
        clearable
        clearLabel={t('clearWho')}
      />
    </div>
  );
}
