import { z } from 'zod';
import { isTimeZone } from '../time-zone.ts';

/** How a setting is parsed, with a description of valid values. */
export interface Kind<Type extends z.ZodType = z.ZodType> {
  readonly type: Type;
  /** Completes the sentence "It must be …". */
  readonly right: string;
}

const kind = <Type extends z.ZodType>(type: Type, right: string): Kind<Type> => ({ type, right });

/** A whole number between two others, both included. */
export const wholeNumber = (minimum: number, maximum: number) =>
  kind(
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number)
      .pipe(z.number().min(minimum).max(maximum)),
    `a whole number from ${minimum} to ${maximum}`,
  );

/** A TCP port; 0 lets the system choose. */
export const port = wholeNumber(0, 65_535);

/** A number from 0 to 1. */
export const share = kind(
  z
    .string()
    .regex(/^(0|1|0?\.\d+|0\.\d*|1\.0*)$/)
    .transform(Number)
    .pipe(z.number().min(0).max(1)),
  'a number from 0 to 1',
);

export const onOff = kind(
  z.enum(['on', 'off']).transform((value) => value === 'on'),
  '"on" or "off"',
);

export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  kind(z.enum(values), values.map((value) => `"${value}"`).join(' or '));

/** Some of the values, separated by commas. */
export const someOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  kind(
    z
      .string()
      .transform((value) => value.split(',').map((each) => each.trim()))
      .pipe(z.array(z.enum(values))),
    `one or more of ${values.map((value) => `"${value}"`).join(', ')}, separated by commas`,
  );

/** A calendar day. */
export const day = kind(z.iso.date(), 'a day such as 2026-04-01');

export const text = (right: string, minimum = 1) => kind(z.string().min(minimum), right);

/** A text that must pass a test. */
export const textLike = (right: string, test: (value: string) => boolean) => kind(z.string().refine(test), right);

export const url = (right: string, protocol: RegExp) => kind(z.url({ protocol }), right);

/** A URL or a path that begins with a slash. */
export const webAddress = url('an address that begins with http:// or https://', /^https?$/);

/** The address of a network interface: a host name or an IP address. */
export const host = textLike('a host name or an IP address, such as 127.0.0.1', isHost);

/** Host names or addresses, separated by commas. */
export const hosts = kind(
  z
    .string()
    .transform((value) => value.split(',').map((each) => each.trim()))
    .pipe(z.array(z.string().refine(isHost))),
  'host names or IP addresses without ports, separated by commas',
);

export const timeZone = textLike('a time zone such as Asia/Tokyo, or UTC', isTimeZone);

function isHost(value: string): boolean {
  const numbers = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(value);
  if (numbers) return numbers.slice(1).every((part) => Number(part) <= 255);
  return /^[0-9a-f:.%]*:[0-9a-f:.%\w]*$/i.test(value) || /^(?=.{1,253}$)[a-z0-9_]([\w.-]*[a-z0-9])?$/i.test(value);
}
