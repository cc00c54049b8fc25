import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { Animal, animalNamed } from '#web/shared/art/animals.tsx';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import { usePrivacyCardQuery, type PrivacyCardPartsFragment } from '#web/staff/operations.generated.ts';
import { DetailScreen } from '#web/staff/ui/lists/detail-screen.tsx';
import { EraseChild } from './erase-dialog.tsx';
import { ExportChild } from './export-child.tsx';
import { KeptFacts } from './kept-facts.tsx';
import './privacy.css';

export const loader = words('privacy', 'lists', 'forms');

/** The stored data of one child, with the actions to export and to erase the data. */
export function Component() {
  const { t } = useTranslation('privacy');
  const { id = '' } = useParams();
  const query = usePrivacyCardQuery({ variables: { id } });
  const found = query.data && unmask<PrivacyCardPartsFragment>(query.data.privacyCard);
  useTitle(found?.name ?? t('title'));
  return (
    <DetailScreen
      list={paths.privacy}
      title={t('title')}
      missingTitle={t('missingTitle')}
      missingText={t('missingText')}
      query={query}
    >
      {found && (
        <>
          <header className="page-header">
            <Animal name={animalNamed(found.animal)} size={48} />
            <h1>{found.name}</h1>
            {found.deletedAt !== null && <StatusMark tone="quiet">{t('inTrash')}</StatusMark>}
          </header>
          <div className="privacy-card">
            <KeptFacts found={found} />
            <div className="privacy-side">
              <ExportChild id={found.id} />
              <EraseChild key={found.id} found={found} />
            </div>
          </div>
        </>
      )}
    </DetailScreen>
  );
}
