import { apartProgram } from '#api/ground/apart/program.ts';

/** The program that reads recordings. */
export const recastProgram = apartProgram(import.meta.url, 'recast');
