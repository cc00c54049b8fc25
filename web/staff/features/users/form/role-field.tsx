import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { reaches, type Role } from '#schema/access.ts';
import { FieldFrame } from '#web/staff/ui/forms/field-frame.tsx';
import { roleLines, roleNames, roles, roleWords } from '#web/staff/features/users/user-words.ts';
import './role-field.css';

interface RoleFieldProps {
  /** The signed-in user's role, which limits the roles to choose. */
  readonly granter: Role;
  /** The fixed role, where it cannot be changed; `hint` says why. */
  readonly fixed?: Role | undefined;
  readonly hint: string;
}

/** The roles to choose, the one with the fewest rights first, each with an explanation. */
export function RoleField({ granter, fixed, hint }: RoleFieldProps) {
  const { t } = useTranslation(['users', 'shell']);
  const { input } = useField<Role | ''>('role');
  const offered = roles.filter((role) =>
    fixed === undefined ? reaches(granter, roleNames[role]) : roleNames[role] === fixed,
  );
  return (
    <FieldFrame name="role" label={t('role')} hint={hint} required={fixed === undefined} group>
      {({ id, ...control }, labelId) => (
        <div
          {...control}
          id={id}
          role="radiogroup"
          aria-labelledby={labelId}
          className="role-choices"
          tabIndex={-1}
          onFocus={({ target, currentTarget }) => {
            // The form focuses the element that it marks as invalid, which is the group.
            if (target === currentTarget) currentTarget.querySelector('input')?.focus();
            input.onFocus();
          }}
          onBlur={({ relatedTarget, currentTarget }) => {
            if (!currentTarget.contains(relatedTarget)) input.onBlur();
          }}
        >
          {[...offered].reverse().map((role) => (
            <label
              key={role}
              className="role-choice"
              data-checked={input.value === roleNames[role] || undefined}
              data-fixed={fixed && true}
            >
              <input
                type="radio"
                name={input.name}
                value={roleNames[role]}
                checked={input.value === roleNames[role]}
                disabled={fixed !== undefined}
                onChange={() => input.onChange(roleNames[role])}
              />
              <b>{t(`shell.${roleWords[role]}`)}</b>
              <small>{t(roleLines[role])}</small>
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}
