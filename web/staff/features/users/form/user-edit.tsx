import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { reaches, type Role } from '#schema/access.ts';
import { paths } from '#web/paths.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { showOwnName, useLoginInfo, useOwnId } from '#web/staff/platform/session/login-info.ts';
import { useEdit } from '#web/staff/ui/forms/use-edit.tsx';
import {
  UserDocument,
  useUpdateUserMutation,
  type UserDetailFragment,
  type UserQuery,
} from '#web/staff/operations.generated.ts';
import type { EmailChange } from './email-field.tsx';
import { UserForm } from './user-form.tsx';
import { inputOf, valuesOf, type UserFormValues } from './user-values.ts';
import { roleNames } from '#web/staff/features/users/user-words.ts';

interface Changer {
  readonly own: boolean;
  readonly role: Role;
}

function emailChangeOf({ status }: UserDetailFragment, { own, role }: Changer): EmailChange {
  if (own) return 'own';
  if (status === 'INVITED') return 'invite';
  return reaches(role, 'Administrator') ? 'choose' : 'confirm';
}

/** Changes a user. */
export function UserEdit({ found }: { readonly found: UserDetailFragment }) {
  const { t } = useTranslation(['users', 'common']);
  const navigate = useNavigate();
  const own = useOwnId() === found.id;
  const emailChange = emailChangeOf(found, { own, role: useLoginInfo()?.role ?? 'Teacher' });
  const [updateUser] = useUpdateUserMutation(ownProblems);
  const onDone = () => void navigate(paths.users);
  const { save, notice } = useEdit({
    found,
    draftKey: `user:${found.id}`,
    valuesOf,
    send: async (target, values: UserFormValues) => {
      const input = { ...inputOf(values), ...target, password: values.password ?? null };
      const sent = await updateUser({ variables: { input } });
      if (own && sent.data) showOwnName(unmask<UserDetailFragment>(sent.data.updateUser));
      return sent;
    },
    query: UserDocument,
    detailOf: (data: UserQuery) => unmask<UserDetailFragment>(data.user),
    savedText: t('saved'),
    savedTextOf: ({ data }) => {
      const pending = data?.updateUser.pendingEmail;
      return pending ? t('savedPending', { email: pending }) : undefined;
    },
    onDone,
  });
  return (
    <UserForm
      initialValues={valuesOf(found)}
      draftKey={`user:${found.id}`}
      emailChange={emailChange}
      pendingEmail={found.pendingEmail}
      fixedRole={own ? roleNames[found.role] : undefined}
      submitText={t('common.save')}
      onSubmit={save}
      onCancel={onDone}
      notice={notice}
    />
  );
}
