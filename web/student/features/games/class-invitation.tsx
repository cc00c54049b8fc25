import { useEffect, useState } from 'react';
import { paths } from '#web/shared/paths.ts';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import type { QrPath } from '#web/shared/qr/qr-path.ts';

interface ClassInvitationProps {
  readonly classHashCode: string;
  readonly className: string;
}

/** The class's QR code for other devices, and a link to the wall. */
export function ClassInvitation({ classHashCode, className }: ClassInvitationProps) {
  const { t } = useWords();
  const code = useQrPath(new URL(paths.studentClass(classHashCode), window.location.origin).href);
  return (
    <section className="invitation sheet">
      <div className="invitation-code">
        {code && (
          <svg
            viewBox={`0 0 ${code.side} ${code.side}`}
            shapeRendering="crispEdges"
            role="img"
            aria-label={plain(t('classCode', { className }))}
          >
            <path d={code.path} fill="#000" />
          </svg>
        )}
      </div>
      <div className="invitation-words">
        <p>
          <Words text={t('showCode')} />
        </p>
        <Link className="button" to={paths.communityList({ class: classHashCode })}>
          <Icon name="wall" size={40} />
          <span>
            <Words text={t('toWall')} />
          </span>
        </Link>
      </div>
    </section>
  );
}

/** Loads the code that draws QR codes after the page. When it cannot be loaded, the link to the wall remains. */
function useQrPath(text: string): QrPath | undefined {
  const [code, setCode] = useState<QrPath>();
  useEffect(() => {
    let ignore = false;
    import('#web/shared/qr/qr-path.ts').then(
      ({ qrPath }) => ignore || setCode(qrPath(text)),
      () => undefined,
    );
    return () => {
      ignore = true;
    };
  }, [text]);
  return code;
}
