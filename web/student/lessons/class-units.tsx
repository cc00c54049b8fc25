import { paths } from '#web/paths.ts';
import { WithClass } from '#web/student/classes/with-class.tsx';
import { useClassPageQuery } from '#web/student/operations.generated.ts';
import { UnitsPage } from './units-page.tsx';

/** The units of a class's book. */
export function ClassUnits({ classHashCode }: { readonly classHashCode: string }) {
  const query = useClassPageQuery({ variables: { hashCode: classHashCode }, notifyOnNetworkStatusChange: false });
  const back = paths.studentClass(classHashCode);
  return (
    <WithClass {...{ query, back }}>
      {({ studentClass, classUnits }) => (
        <UnitsPage book={studentClass.textBook} units={classUnits} where={{ class: classHashCode }} back={back} />
      )}
    </WithClass>
  );
}
