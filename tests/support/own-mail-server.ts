import { forTheFile } from './for-the-file.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

/** A mail server for the file's tests. A world whose options name its address is declared after it. */
export function ownMailServer(): Omit<MailServer, 'close'> {
  const server = forTheFile(() => startMailServer());
  return {
    get url() {
      return server().url;
    },
    get mails() {
      return server().mails;
    },
    get signIns() {
      return server().signIns;
    },
    hold: () => server().hold(),
  };
}
