import { useTranslation } from 'react-i18next';
import { StatusMark } from '#web/staff/lists/status-mark.tsx';
import type { TextBookRowFragment } from '#web/staff/operations.generated.ts';

export function TextBookStatusMark({ book }: { readonly book: Pick<TextBookRowFragment, 'publishedAt'> }) {
  const { t } = useTranslation('textbooks');
  const published = book.publishedAt !== null;
  return <StatusMark tone={published ? 'good' : 'quiet'}>{t(published ? 'published' : 'draft')}</StatusMark>;
}
