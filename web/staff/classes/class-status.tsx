import { useTranslation } from 'react-i18next';
import type { ClassStatus } from '#web/staff/operations.generated.ts';

const words = { ACTIVE: 'active', INACTIVE: 'inactive' } as const;

export function ClassStatusMark({ status }: { readonly status: ClassStatus }) {
  const { t } = useTranslation('classes');
  return <span className={`status-mark status-${words[status]}`}>{t(words[status])}</span>;
}
