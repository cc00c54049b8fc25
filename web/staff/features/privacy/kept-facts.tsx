import { useTranslation } from 'react-i18next';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { sizeInWords } from '#web/shared/i18n/sizes.ts';
import type { PrivacyCardPartsFragment } from '#web/staff/operations.generated.ts';

/** The stored data of a child, as counts and dates. */
export function KeptFacts({ found }: { readonly found: PrivacyCardPartsFragment }) {
  const { t, i18n } = useTranslation('privacy');
  const when = (instant: string) => instantInWords(instant, i18n.language);
  const facts = [
    ['classes', found.classes.map(({ className }) => className).join(t('comma')) || '–'],
    ['firstSeen', when(found.createdAt)],
    ['lastSeen', when(found.lastSeenAt)],
    ...(found.deletedAt === null ? [] : [['deletedAt', when(found.deletedAt)] as const]),
    ['works', t('workCount', { count: found.postCount })],
    ['files', t('fileCount', { count: found.fileCount, size: sizeInWords(found.fileSize, i18n.language) })],
    ['unfinished', t('uploadCount', { count: found.unfinishedUploadCount })],
    ['reactions', t('reactionCount', { count: found.reactionCount })],
    ['replies', t('replyCount', { count: found.replyCount })],
    ['albums', t('albumCount', { count: found.albumCount })],
    ['reports', t('reportCount', { count: found.reportCount })],
    ['finished', t('finishedCount', { count: found.finishedCount })],
    ['pageViews', t('viewCount', { count: found.pageViewCount })],
    ['log', t('entryCount', { count: found.auditEntryCount })],
    ['merged', t('profileCount', { count: found.mergedProfileCount })],
    ['id', found.id],
  ] as const;
  return (
    <section className="panel" aria-labelledby="kept-title">
      <h2 id="kept-title">{t('kept')}</h2>
      <dl className="privacy-facts">
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
