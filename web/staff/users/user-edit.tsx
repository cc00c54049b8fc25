import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { forgetList } from '#web/staff/apollo/cache.ts';
import { ownProblems } from '#web/staff/apollo/problem-link.ts';
import { useEdit } from '#web/staff/forms/use-edit.tsx';
import {
  UserDocument,
  useUpdateUserMutation,
  type UserDetailFragment,
  type UserQuery,
} from '#web/staff/operations.generated.ts';
import { useOwnId } from './use-own-id.ts';
import { UserForm } from './user-form.tsx';
import { inputOf, valuesOf, type UserFormValues } from './user-values.ts';
import { roleNames } from './user-words.ts';

/** Changes a user. */
export function UserEdit({ found }: { readonly found: UserDetailFragment }) {
  const { t } = useTranslation(['users', 'common']);
  const navigate = useNavigate();
  const own = useOwnId() === found.id;
  const [updateUser] = useUpdateUserMutation({
    ...ownProblems,
    update: (cache) => forgetList(cache, 'users', 'allTeachers', 'allSchoolAdministrators'),
  });
  const onDone = () => void navigate(paths.users);
  const { save, notice } = useEdit({
    found,
    valuesOf,
    send: (target, values: UserFormValues) => updateUser({ variables: { input: { ...inputOf(values), ...target } } }),
    query: UserDocument,
    detailOf: (data: UserQuery) => data.user,
    savedText: t('saved'),
    onDone,
  });
  return (
    <UserForm
      initialValues={valuesOf(found)}
      draftKey={`user:${found.id}`}
      emailHint={t('emailHintEdit')}
      fixedRole={own ? roleNames[found.role] : undefined}
      submitText={t('common.save')}
      onSubmit={save}
      onCancel={onDone}
      notice={notice}
    />
  );
}
