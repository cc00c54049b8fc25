import { useParams, type LoaderFunctionArgs } from 'react-router-dom';
import { paths } from '#web/shared/paths.ts';
import { askEarly } from '#web/student/platform/apollo/student-client.ts';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import { StudentPage } from '#web/student/ui/frame/student-page.tsx';
import { BookCover } from '#web/student/features/lessons/book-cover.tsx';
import { NextUnit } from '#web/student/features/lessons/next-unit-card.tsx';
import { UnitGrid } from '#web/student/features/lessons/unit-grid.tsx';
import { ClassPageDocument, useClassPageQuery, type ClassPageQuery } from '#web/student/operations.generated.ts';
import { LateReplies } from '#web/student/features/replies/late-replies.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { WithClass } from '#web/student/features/entry/with-class.tsx';
import './class-detail.css';

/** Starts the query while the area's texts are still loading. */
export function loader({ params }: LoaderFunctionArgs) {
  const variables = { hashCode: params.classHashCode ?? '' };
  askEarly(ClassPageDocument, variables);
  return null;
}

/** A class's page: its book, the next unit, and all units. */
export function Component() {
  const { classHashCode = '' } = useParams();
  const query = useClassPageQuery({ variables: { hashCode: classHashCode }, notifyOnNetworkStatusChange: false });
  const back = paths.profiles();
  return <WithClass {...{ query, back }}>{(data) => <ClassDetail {...data} {...{ classHashCode, back }} />}</WithClass>;
}

interface ClassDetailProps extends Pick<ClassPageQuery, 'studentClass' | 'classUnits'> {
  readonly classHashCode: string;
  readonly back: string;
}

function ClassDetail({
  studentClass: { className, textBook },
  classUnits: units,
  classHashCode,
  back,
}: ClassDetailProps) {
  const { t } = useWords();
  const where = { class: classHashCode };
  return (
    <StudentPage title={className} back={back} className="class">
      <div className="class-head">
        <BookCover name={textBook.name} thumbnail={textBook.thumbnail?.url} />
        <div className="class-names">
          <p className="class-kind">
            <Words text={t('myClass')} />
          </p>
          <h1 className="class-name">{className}</h1>
          <p className="class-book">{textBook.name}</p>
          <div className="class-links">
            <Link className="button" to={paths.communityList({ class: classHashCode })}>
              <Icon name="wall" size={40} />
              <span>
                <Words text={t('wallTitle')} />
              </span>
            </Link>
            <Link className="button" to={paths.gameList({ class: classHashCode })}>
              <Icon name="game" size={40} />
              <span>
                <Words text={t('gamesTitle')} />
              </span>
            </Link>
          </div>
        </div>
      </div>
      <LateReplies classHashCode={classHashCode} />
      <NextUnit {...{ units, where }} />
      <UnitGrid {...{ units, where }} />
    </StudentPage>
  );
}
