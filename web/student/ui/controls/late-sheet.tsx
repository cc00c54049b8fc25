import { lazy, Suspense, useState, type ComponentType } from 'react';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { RetryButton } from './retry-button.tsx';
import { Sheet } from './sheet.tsx';

interface Closable {
  readonly onClose: () => void;
}

interface Attempt<Props> {
  readonly props: Props;
  readonly onRetry: () => void;
}

/**
 * A sheet whose code loads when it is opened. If the code does not arrive, a sheet says so and offers to try again; the
 * page behind it stays, with what a child has made there.
 */
export function lateSheet<Props extends Closable>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const attempt = () =>
    lazy<ComponentType<Attempt<Props>>>(() =>
      load().then(
        (Loaded) => ({ default: ({ props }) => <Loaded {...props} /> }),
        () => {
          // React keeps the outcome of a lazy component, so the next attempt needs another one.
          latest = attempt();
          return { default: MissingSheet };
        },
      ),
    );
  let latest = attempt();
  return function LateSheet(props) {
    const [Attempted, setAttempted] = useState(() => latest);
    return (
      <Suspense>
        <Attempted props={props} onRetry={() => setAttempted(() => latest)} />
      </Suspense>
    );
  };
}

function MissingSheet({ props: { onClose }, onRetry }: Attempt<Closable>) {
  const { t } = useWords();
  const words = navigator.onLine ? 'broken' : 'offline';
  return (
    <Sheet title={t(`${words}Title`)} onClose={onClose}>
      <p role="alert">
        <Words text={t(`${words}Text`)} />
      </p>
      <RetryButton onRetry={onRetry} className="over-step" />
    </Sheet>
  );
}
