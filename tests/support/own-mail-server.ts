import { afterAll, beforeAll } from 'vitest';
import { type MailServer, startMailServer } from './mail-server.ts';

/** A mail server that starts before the file's tests, and before the world whose options name it, and ends after them. */
export function ownMailServer(): Omit<MailServer, 'close'> {
  let started: MailServer | undefined;
  beforeAll(async () => {
    started = await startMailServer();
  });
  afterAll(() => started?.close());
  const server = (): MailServer => {
    if (!started) throw new Error('The mail server starts before the tests, not while they are gathered');
    return started;
  };
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
