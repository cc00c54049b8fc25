import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type SentFile, sendUpload } from '#tests/gateway/upload-form.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import type { ClassPageQuery, ContentTileFragment, UnitCardFragment } from '#web/student/operations.generated.ts';
import type {
  ContentPageQuery,
  PushAndListenQuery,
} from '#web/student/features/contents/content-page.lazy.generated.ts';
import type { CreateStudentMutation } from '#web/student/features/profiles/add/create-profile.lazy.generated.ts';
import type { UnitPageQuery } from '#web/student/features/lessons/units.lazy.generated.ts';
import type { WorkStatusQuery } from '#web/student/platform/sending/sending.lazy.generated.ts';
import { type Answer, exchange, requestText } from './connections.ts';
import { operation } from './gateway-cases.ts';
import { Refused, type Tally } from './tally.ts';

export interface Classroom {
  readonly id: string;
  readonly hashCode: string;
  /** That of its school, behind which all its devices are. */
  readonly address: string;
}

export interface Pupil {
  readonly id: string;
  readonly token: string;
  readonly room: Classroom;
}

/** A work as the student app sends it. */
export interface Work {
  readonly mutation: 'SendRecording' | 'SendPicture' | 'SendFilm';
  readonly files: Readonly<Record<string, SentFile>>;
}

const userAgent = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
/** As the app has it, in milliseconds, between two questions after an upload. */
const pause = 1500;

interface DeviceOptions {
  readonly url: string;
  readonly tally: Tally;
  readonly room: Classroom;
  readonly pupil?: Pupil;
}

/** A tablet with the student app in it: it sends what the app sends, in its order, on a connection of its own. */
export class Device {
  readonly #url: string;
  readonly #tally: Tally;
  readonly #room: Classroom;
  readonly #socket: Socket;
  readonly #sessionKey = randomUUID();
  /** When it began to connect, in milliseconds. */
  readonly #startedAt: number;
  #pupil: Pupil | undefined;

  private constructor({ url, tally, room, pupil }: DeviceOptions, socket: Socket, startedAt: number) {
    this.#startedAt = startedAt;
    this.#url = url;
    this.#tally = tally;
    this.#room = room;
    this.#pupil = pupil;
    this.#socket = socket;
  }

  /** One that is used for as long as `work` takes. */
  static async use(options: DeviceOptions, work: (device: Device) => Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    const { hostname, port } = new URL(options.url);
    const socket = connect(Number(port), hostname).setNoDelay();
    // What goes wrong later is told to whoever waits for an answer.
    socket.on('error', () => undefined);
    await options.tally.try(async () => {
      await once(socket, 'connect');
      await work(new Device(options, socket, startedAt));
    });
    socket.destroy();
  }

  /** A returning child's class: its page, whose scripts the device has, the class, and the book's cover. Resolves to its units. */
  async openClass(): Promise<readonly UnitCardFragment[]> {
    await this.#page();
    const found = await this.#ask<ClassPageQuery>('ClassPage', { hashCode: this.#room.hashCode });
    const cover = found.studentClass.textBook.thumbnail;
    if (cover) await this.#get(cover.url);
    this.#opened();
    return unmask<UnitCardFragment>(found.classUnits);
  }

  /** A device's first visit: everything that the page names, its words, a new profile, and the class with it in. */
  async openAsNewcomer(): Promise<void> {
    const page = await this.#page();
    for (const path of filesIn(page)) await this.#get(path);
    for (const words of ['common', 'messages', 'student']) await this.#get(`/locales/en/${words}.json`);
    const { hashCode } = this.#room;
    const { studentClass } = await this.#ask<ClassPageQuery>('ClassPage', { hashCode });
    await this.#ask('DeviceProfiles', {});
    await this.newProfile();
    await this.#ask('JoinClass', { classHashCode: hashCode });
    if (studentClass.textBook.thumbnail) await this.#get(studentClass.textBook.thumbnail.url);
    this.#opened();
  }

  /** What the service worker of a first visit fetches, so that the app opens without a network. */
  async keepApp(): Promise<void> {
    for (const path of filesIn(await this.#get('/service-worker.js'))) await this.#get(path);
  }

  async newProfile(): Promise<Pupil> {
    const input = { name: 'Mia', animal: 'CAT', classHashCode: this.#room.hashCode };
    const { createStudent } = await this.#ask<CreateStudentMutation>('CreateStudent', { input });
    this.#tally.profiles.push(createStudent.id);
    this.#pupil = { id: createStudent.id, token: createStudent.token, room: this.#room };
    return this.#pupil;
  }

  /** Two seconds after the page: what stands beside this service, and the address to be told with page views. */
  async askServices(): Promise<void> {
    await this.#ask('SiteServices', {});
    await this.#get('/ip?format=json');
  }

  /** A unit with its pictures; then all of its pages and sounds, which the app keeps for times without a network. */
  async openUnit({ hashCode }: UnitCardFragment): Promise<readonly ContentTileFragment[]> {
    const answer = await this.#ask<UnitPageQuery>('UnitPage', { hashCode });
    const lessonContents = unmask<ContentTileFragment>(answer.lessonContents);
    const files = new Set<string | undefined>(lessonContents.map(({ thumbnail }) => thumbnail?.url));
    for (const content of lessonContents) {
      const { studentContent } = await this.#ask<ContentPageQuery>('ContentPage', { hashCode: content.hashCode });
      files.add(studentContent.pageImage?.tabletUrl).add(studentContent.audio?.url);
      if (studentContent.type !== 'PUSH_AND_LISTEN') continue;
      const sounds = await this.#ask<PushAndListenQuery>('PushAndListen', { contentId: content.id });
      for (const { audio } of sounds.studentPushAndListen) files.add(audio.url);
    }
    for (const path of files) if (path !== undefined) await this.#get(path);
    return lessonContents;
  }

  /** Tells of a page that is left. */
  async leave(name: string, pageUrl: string, of: { lessonId?: string; contentId?: string } = {}): Promise<void> {
    const eventId = randomUUID();
    const now = new Date().toISOString();
    const { id: classId, address: clientIp } = this.#room;
    const page = { eventId, name, pageUrl, duration: 20_000, classId, ...of };
    const input = { ...page, sessionKey: this.#sessionKey, startedAt: now, sentAt: now, clientIp };
    await this.#ask('RecordPageView', { input });
    this.#tally.views.push(eventId);
  }

  /** Sends a work for a unit's wall; resolves to its request once the service has accepted it. */
  async send({ mutation, files }: Work, unit: UnitCardFragment): Promise<string> {
    const { id: studentId = '', token = '' } = this.#pupil ?? {};
    const { id: classId, hashCode: classHashCode, address } = this.#room;
    const place =
      mutation === 'SendRecording'
        ? { classHashCode, lessonHashCode: unit.hashCode }
        : { classId, lessonId: unit.id, title: mutation === 'SendFilm' ? 'My day' : '' };
    const input = { studentId, clientId: randomUUID(), ...place };
    this.#tally.requests += 1;
    const { status, data, errors } = await sendUpload(this.#url, {
      ...operation(mutation, { input }).byHash,
      files,
      token,
      headers: { 'x-forwarded-for': address, 'user-agent': userAgent },
    });
    const [accepted] = Object.values(data ?? {}) as ({ readonly requestId: string } | null)[];
    if (!accepted) throw new Refused(`${mutation}: ${status} ${reasonOf(errors)}`);
    this.#tally.uploads.push(accepted.requestId);
    return accepted.requestId;
  }

  /** Asks until the work is ready, as the app does, and for the wall it is on then. */
  async follow(requestId: string): Promise<void> {
    for (;;) {
      const { mediaStatus } = await this.#ask<WorkStatusQuery>('WorkStatus', { requestId });
      if (mediaStatus.state === 'READY') break;
      if (mediaStatus.state === 'REJECTED') throw new Refused(`a work: ${mediaStatus.messageKey}`);
      await wait(pause);
    }
    await this.#ask('SentPosts', { classHashCode: this.#room.hashCode });
  }

  #opened(): void {
    this.#tally.openings.push(performance.now() - this.#startedAt);
  }

  #page(): Promise<string> {
    return this.#get(`/student/class/${this.#room.hashCode}`);
  }

  async #get(path: string): Promise<string> {
    const answer = await this.#exchange(requestText(path, this.#headers()));
    if (answer.status !== 200) throw new Refused(`GET ${path.split('/')[1]}: ${answer.status}`);
    return answer.text();
  }

  async #ask<Data>(name: string, variables: object): Promise<Data> {
    const token = this.#pupil && { authorization: `Bearer ${this.#pupil.token}` };
    const accept = 'application/graphql-response+json,application/json;q=0.9';
    const body = operation(name, variables).byHash;
    const answer = await this.#exchange(requestText('/graphql', { ...this.#headers(), accept, ...token }, body));
    const { data, errors } = JSON.parse(answer.text()) as { data?: Data; errors?: Errors };
    if (answer.status === 200 && data && !errors) return data;
    throw new Refused(`${name}: ${answer.status} ${reasonOf(errors)}`);
  }

  #headers() {
    return { 'x-forwarded-for': this.#room.address, 'user-agent': userAgent, 'accept-encoding': 'gzip, deflate, br' };
  }

  async #exchange(request: string): Promise<Answer> {
    this.#tally.requests += 1;
    const answer = await exchange(this.#socket, request);
    this.#tally.bytes += answer.size;
    return answer;
  }
}

type Errors = readonly { readonly extensions: Readonly<Record<string, unknown>> }[];

const reasonOf = (errors: Errors | undefined): string => String(errors?.[0]?.extensions.code);

/** The paths of this build's files in a page or a script. */
const filesIn = (text: string): Set<string> => new Set(text.match(/(?<=["'])\/(?:assets|locales)\/[^"']+/g));
