import { useTranslation } from 'react-i18next';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';

/** Whether a textbook, a unit or a content is published or a draft. */
export function PublishedMark({ of }: { readonly of: { readonly publishedAt: string | null } }) {
  const { t } = useTranslation('textbooks');
  const published = of.publishedAt !== null;
  return <StatusMark tone={published ? 'good' : 'quiet'}>{t(published ? 'published' : 'draft')}</StatusMark>;
}
