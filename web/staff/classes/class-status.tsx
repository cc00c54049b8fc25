import { useTranslation } from 'react-i18next';
import { StatusMark } from '#web/staff/lists/status-mark.tsx';
import type { ClassStatus } from '#web/staff/operations.generated.ts';

const words = { ACTIVE: 'active', INACTIVE: 'inactive' } as const;

export function ClassStatusMark({ status }: { readonly status: ClassStatus }) {
  const { t } = useTranslation('classes');
  return <StatusMark tone={status === 'ACTIVE' ? 'good' : 'quiet'}>{t(words[status])}</StatusMark>;
}
