import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from './ports.ts';

export interface MailServer {
  readonly url: string;
  /** What has arrived, as an independent reader understands it. */
  readonly mails: Email[];
  /** Who has signed in, as `user:password`; the password "wrong" is refused. */
  readonly signIns: string[];
  /** Keeps senders waiting before they may send. */
  hold(): HeldSenders;
  close(): Promise<void>;
}

export interface HeldSenders {
  /** How many wait. */
  count: number;
  letGo(): void;
}

/** A real SMTP server on a port of its own, or on the one given. It refuses addresses that begin with `no-user` or `no-relay`. */
export async function startMailServer(port?: number): Promise<MailServer> {
  const listening = port ?? (await freePort());
  const mails: Email[] = [];
  const signIns: string[] = [];
  let release = Promise.resolve();
  let held: HeldSenders = { count: 0, letGo: () => {} };
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ username = '', password = '' }, _session, answer) {
      if (password === 'wrong') return answer(new Error('Invalid login'));
      signIns.push(`${username}:${password}`);
      answer(null, { user: username });
    },
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, _session, answer) {
      held.count += 1;
      void release.then(() => answer());
    },
    onRcptTo({ address }, _session, answer) {
      const [, reason] = /^no-(user|relay)\b/.exec(address) ?? [];
      const words = reason === 'user' ? '5.1.1 No such user' : '5.7.1 Relay access denied';
      answer(reason === undefined ? null : Object.assign(new Error(words), { responseCode: 550 }));
    },
    onData(stream, _session, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail);
          answer();
        });
      });
    },
  });
  // A sender that was killed resets its connection.
  server.on('error', () => {});
  server.listen(listening, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${listening}`,
    mails,
    signIns,
    hold() {
      let letGo = () => {};
      release = new Promise((resolve) => (letGo = resolve));
      held = { count: 0, letGo };
      return held;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
