import { useTranslation } from 'react-i18next';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { personName, type NamedPerson } from './person-name.ts';

interface LastChangeProps {
  readonly of: {
    readonly updatedAt: string;
    readonly updatedBy: NamedPerson | null;
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
          {personName(updatedBy)}
        </>
      )}
    </>
  );
}
