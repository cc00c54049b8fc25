import { answerOrder } from '#api/ground/apart/answer-order.ts';
import { type TableAnswer, type TableOrder, tableOrder } from './answer.ts';
import { writeRows } from './write-rows.ts';

answerOrder<TableOrder, TableAnswer>({ order: tableOrder, run: writeRows, broken: { state: 'unreadable' } });
