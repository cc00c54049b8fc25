import { apartProgram } from '#api/ground/apart/program.ts';

/** The program that reads tables. */
export const tableProgram = apartProgram(import.meta.url, 'table');
