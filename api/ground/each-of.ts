/**
 * Does the work for each item, for at most `atOnce` items at the same time, and starts the items in order. Rejects with
 * the first error; no other item starts after it.
 */
export async function eachOf<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // The workers share one generator. An error in one of them closes it for all.
  const queue = inTurn(items);
  const worker = async () => {
    for await (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function* inTurn<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* items;
}
