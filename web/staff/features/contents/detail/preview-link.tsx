import { AnchorButton } from '@blueprintjs/core';
import { EyeOpen } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/paths.ts';

/** Opens the students' page in a new tab. The page shows the saved content, even a draft. */
export function PreviewLink({ hashCode }: { readonly hashCode: string }) {
  const { t } = useTranslation('contents');
  return (
    <AnchorButton
      icon={<EyeOpen />}
      text={t('preview')}
      href={paths.studentContent(hashCode, { preview: '' })}
      target="_blank"
    />
  );
}
