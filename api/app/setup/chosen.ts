import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { invalid } from '#api/ground/http/problems.ts';
import type { Services } from '#api/app/services.ts';
import { environment } from '#api/ground/settings/settings-file.ts';
import { readSettings } from '#api/ground/settings/settings.ts';
import type { MessageKey } from '#schema/problem.ts';
import type { ChosenValues, SchoolValues } from '#schema/rules/setup.ts';
import { settingsFileOf } from '#schema/settings/file.ts';
import { type Environment, given } from '#schema/settings/read.ts';
import type { SettingName } from '#schema/settings/table.ts';
import { checkAddress, checkMail, checkStorage } from './checks.ts';
import type { Launcher } from './launcher.ts';

/**
 * The settings that the first-run page can choose, by field, with the variables of the environment that override them.
 */
const sections = {
  timeZone: { field: 'timeZone', settings: ['SCHOOL_TIME_ZONE'] },
  publicUrl: { field: 'publicUrl', settings: ['PUBLIC_URL'] },
  mail: { field: 'sendsMail', settings: ['SMTP_URL', 'MAIL_FROM'] },
  storage: {
    field: 'usesBucket',
    settings: [
      'S3_BUCKET',
      'S3_ENDPOINT',
      'S3_REGION',
      'S3_FORCE_PATH_STYLE',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
    ],
  },
} as const satisfies Record<string, { field: keyof ChosenValues; settings: readonly SettingName[] }>;

type Choices = Record<keyof typeof sections, boolean>;

/** Whether the page can choose settings: a launcher restarts the servers, and the settings file is writable. */
export async function canChoose(launcher: Launcher | undefined): Promise<boolean> {
  if (launcher === undefined) return false;
  // The file is replaced, so its folder must be writable.
  return access(dirname(settingsFileOf(launcher.env).path), constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** The settings that the page can choose: not those of the environment, which wins over the file. */
export async function choicesOf({ launcher }: Pick<Services, 'launcher'>): Promise<Choices> {
  const can = await canChoose(launcher);
  const isOpen = (names: readonly SettingName[]) =>
    can && names.every((name) => given(launcher?.env ?? {}, name) === undefined);
  return {
    timeZone: isOpen(sections.timeZone.settings),
    publicUrl: isOpen(sections.publicUrl.settings),
    mail: isOpen(sections.mail.settings),
    storage: isOpen(sections.storage.settings),
  };
}

/** Whether a setting was chosen; one that is absent or null stays as it is. */
export const isChosen = <Value>(value: Value | null | undefined): value is Value =>
  value !== null && value !== undefined;

/** The chosen settings as lines of the settings file; undefined removes a line. */
export function chosenSettings(values: ChosenValues): Environment {
  const { timeZone, publicUrl, sendsMail, usesBucket } = values;
  return {
    ...(isChosen(timeZone) && { SCHOOL_TIME_ZONE: timeZone }),
    ...(isChosen(publicUrl) && { PUBLIC_URL: publicUrl }),
    ...(isChosen(sendsMail) && {
      SMTP_URL: sendsMail ? smtpUrl(values) : undefined,
      MAIL_FROM: (sendsMail && values.mailFrom) || undefined,
    }),
    ...(isChosen(usesBucket) && {
      S3_BUCKET: (usesBucket && values.s3Bucket) || undefined,
      S3_ENDPOINT: (usesBucket && values.s3Endpoint) || undefined,
      S3_REGION: (usesBucket && values.s3Region) || undefined,
      S3_FORCE_PATH_STYLE: usesBucket && values.s3ForcePathStyle ? 'on' : undefined,
      S3_ACCESS_KEY_ID: (usesBucket && values.s3AccessKey) || undefined,
      S3_SECRET_ACCESS_KEY: (usesBucket && values.s3SecretAccessKey) || undefined,
    }),
  };
}

function smtpUrl({ smtpHost, smtpPort, smtpSecure, smtpUser, smtpPassword }: ChosenValues): string {
  const host = smtpHost?.includes(':') ? `[${smtpHost}]` : smtpHost;
  const account = smtpUser
    ? `${encodeURIComponent(smtpUser)}${smtpPassword ? `:${encodeURIComponent(smtpPassword)}` : ''}@`
    : '';
  return `${smtpSecure ? 'smtps' : 'smtp'}://${account}${host ?? ''}:${smtpPort ?? ''}`;
}

interface Trying {
  readonly services: Services;
  readonly values: ChosenValues & SchoolValues;
  readonly chosen: Environment;
}

/** Tests the chosen settings; throws 400 with every invalid field. Writes nothing. */
export async function tryChosen({ services, values, chosen }: Trying): Promise<void> {
  const choices = await choicesOf(services);
  const fixed = Object.entries(sections).filter(
    ([name, { field }]) => isChosen(values[field]) && !choices[name as keyof Choices],
  );
  if (fixed.length > 0)
    throw invalid(Object.fromEntries(fixed.map(([, { field }]) => [field, ['messages.settingFixed']])));
  const { launcher } = services;
  if (launcher === undefined) return;
  const settings = readSettings({ ...environment(launcher.env), ...chosen });
  const { publicUrl, sendsMail, usesBucket, email, language } = values;
  const to = { name: `${values.firstName} ${values.lastName}`, address: email, language };
  const faults = await Promise.all([
    publicUrl ? faultOf(services, checkAddress(settings.publicUrl), addressFault) : undefined,
    sendsMail ? faultOf(services, checkMail(settings, to), mailFault) : undefined,
    isChosen(usesBucket)
      ? faultOf(services, checkStorage(settings), usesBucket ? bucketFault : folderFault)
      : undefined,
  ]);
  const found = faults.filter((fault) => fault !== undefined);
  if (found.length > 0) throw invalid(Object.fromEntries(found.map(([field, key]) => [field, [key]])));
}

type Fault = readonly [field: keyof (ChosenValues & SchoolValues), key: MessageKey];

/** In milliseconds: below the gateway's limit of 10 s, for servers that do not answer. */
const patienceMs = 8_000;

async function faultOf(
  { logger }: Pick<Services, 'logger'>,
  check: Promise<void>,
  toFault: (error: unknown) => Fault,
): Promise<Fault | undefined> {
  const over = new AbortController();
  const late = delay(patienceMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`No answer within ${patienceMs / 1000} s`);
  });
  try {
    await Promise.race([check, late]);
    return undefined;
  } catch (error) {
    // The page names the field; the server's answer is for the operator.
    logger.warn({ err: error }, 'a setting of the first-run page cannot be used');
    return toFault(error instanceof Error ? error.cause : undefined);
  } finally {
    over.abort();
    late.catch(() => undefined);
    check.catch(() => undefined);
  }
}

/** The fields of an error of nodemailer or of the store's client. */
const errorFields = z
  .object({ code: z.string().optional(), command: z.string().optional(), status: z.number().optional() })
  .catch({});

const addressFault = (): Fault => ['publicUrl', 'messages.addressUnknown'];

function mailFault(error: unknown): Fault {
  const { code, command } = errorFields.parse(error);
  if (code === 'EAUTH') return ['smtpUser', 'messages.mailSignInRefused'];
  if (command === 'MAIL FROM') return ['mailFrom', 'messages.senderRefused'];
  if (command === 'RCPT TO') return ['email', 'messages.recipientRefused'];
  return ['smtpHost', 'messages.mailServerUnreachable'];
}

function bucketFault(error: unknown): Fault {
  const status = statusOf(error);
  if (status === undefined) return ['s3Endpoint', 'messages.storeUnreachable'];
  if (status === 401 || status === 403) return ['s3AccessKey', 'messages.keyRefused'];
  return ['s3Bucket', 'messages.bucketUnusable'];
}

// The store's client wraps what its requests throw.
function statusOf(error: unknown): number | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { status } = errorFields.parse(cause);
    if (status !== undefined) return status;
  }
  return undefined;
}

const folderFault = (): Fault => ['usesBucket', 'messages.folderUnusable'];
