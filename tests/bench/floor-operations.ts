import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import type { FloorCase } from './floor-case.ts';

/** The reads of the contract. */
export const reads: readonly Operation[] = contract.filter(({ method }) => method === 'GET');

/** The read that a case's path calls: of two that fit, the one with fewer parameters. */
export function readOf({ path }: Pick<FloorCase, 'path'>): Operation | undefined {
  const [called = ''] = path.slice('/api'.length).split('?');
  const segments = called.split('/');
  const fits = reads.filter((read) => {
    const parts = read.path.split('/');
    return parts.length === segments.length && parts.every((part, at) => isParameter(part) || part === segments[at]);
  });
  return fits.sort((one, other) => parametersOf(one) - parametersOf(other))[0];
}

const isParameter = (part: string): boolean => part.startsWith('{');
const parametersOf = (read: Operation): number => read.path.split('/').filter(isParameter).length;
