import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import {
  SchoolSettingsDocument,
  useSchoolSettingsQuery,
  useUpdateSchoolSettingsMutation,
  type SchoolSettingsDetailFragment,
  type SchoolSettingsQuery,
} from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { session } from '#web/staff/platform/apollo/staff-session.ts';
import { useSeveralSchools } from '#web/staff/platform/schools/own-schools.ts';
import { useEdit } from '#web/staff/ui/forms/use-edit.tsx';
import { DetailScreen } from '#web/staff/ui/lists/detail-screen.tsx';
import { useMayManageSchools } from '../may-manage-schools.ts';
import { ProviderPanel } from '../sign-in/provider-panel.tsx';
import { SettingsForm } from './settings-form.tsx';
import { inputOf, valuesOf, type SettingsValues } from './settings-values.ts';

export const loader = words('schools', 'lists', 'forms', 'auth');

/** A school's settings. For a user with only one school, the page hides its name and the link to the list. */
export function Component() {
  const { t } = useTranslation('schools');
  const { id = '' } = useParams();
  const several = useSeveralSchools();
  const manages = useMayManageSchools();
  const query = useSchoolSettingsQuery({ variables: { id } });
  const found = query.data && unmask<SchoolSettingsDetailFragment>(query.data.schoolSettings);
  useTitle(t('settings'));
  return (
    <DetailScreen
      list={paths.schools}
      title={t('title')}
      trail={
        several ? (
          <Link to={paths.schoolDetail(id)} className="back-link">
            {found?.name ?? t('title')}
          </Link>
        ) : (
          <></>
        )
      }
      missingTitle={t('missingTitle')}
      missingText={t('missingText')}
      query={query}
    >
      {found && (
        <>
          <header className="page-header">
            <h1>{several ? t('settingsOf', { name: found.name }) : t('settings')}</h1>
          </header>
          <Settings key={id} found={found} several={several} />
          {manages && <ProviderPanel key={`providers-${id}`} schoolId={id} />}
        </>
      )}
    </DetailScreen>
  );
}

interface SettingsProps {
  readonly found: SchoolSettingsDetailFragment;
  readonly several: boolean;
}

function Settings({ found, several }: SettingsProps) {
  const { t } = useTranslation('schools');
  const navigate = useNavigate();
  const [update] = useUpdateSchoolSettingsMutation(ownProblems);
  const draftKey = `school-settings:${found.id}`;
  const leave = () => void navigate(several ? paths.schoolDetail(found.id) : paths.users);
  const { save, notice } = useEdit({
    found,
    draftKey,
    valuesOf,
    send: async (target, values: SettingsValues) => {
      const sent = await update({ variables: { input: { ...inputOf(values), ...target } } });
      // The renewed session has the school's new zone.
      void session.renew();
      return sent;
    },
    query: SchoolSettingsDocument,
    detailOf: (data: SchoolSettingsQuery) => unmask<SchoolSettingsDetailFragment>(data.schoolSettings),
    savedText: t('settingsSaved'),
    onDone: several ? leave : undefined,
  });
  return (
    <SettingsForm
      found={found}
      initialValues={valuesOf(found)}
      draftKey={draftKey}
      onSubmit={save}
      onCancel={leave}
      notice={notice}
    />
  );
}
