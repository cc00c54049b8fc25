import { useTranslation } from 'react-i18next';
import { staffName } from '#schema/staff-name.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';

interface LastChangeProps {
  readonly of: {
    readonly updatedAt: string;
    readonly updatedBy: { readonly firstName: string; readonly lastName: string } | null;
  };
}

/** The time of a row's last change and the name of the person who made it. */
export function LastChange({ of: { updatedAt, updatedBy } }: LastChangeProps) {
  const { i18n } = useTranslation();
  return (
    <>
      {instantInWords(updatedAt, i18n.language)}
      {updatedBy && (
        <>
          <br />
          {staffName(updatedBy)}
        </>
      )}
    </>
  );
}
