import { Error } from '@blueprintjs/icons';
import { messageText } from '#web/shared/i18n/message-text.ts';

/** What is wrong with the form as a whole; stays until the next attempt. `messageKey` may be words already. */
export function FormProblem({ messageKey }: { readonly messageKey: string | undefined }) {
  if (messageKey === undefined) return null;
  return (
    <p className="form-problem" tabIndex={-1}>
      <Error />
      <span>{messageText(messageKey) ?? messageKey}</span>
    </p>
  );
}
