import { answerOrder } from '#api/ground/apart/answer-order.ts';
import { type RecastAnswer, type RecastOrder, recastOrder } from './answer.ts';
import { recast } from './recast.ts';
import { Refused } from './refused.ts';

async function* run(order: RecastOrder): AsyncGenerator<RecastAnswer> {
  try {
    yield await recast(order);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    yield { refused: error.key };
  }
}

answerOrder<RecastOrder, RecastAnswer>({
  order: recastOrder,
  run,
  broken: { refused: 'messages.recordingBroken' },
});
