import DataLoader from 'dataloader';
import type { RestClient } from '#gateway/rest/client.ts';
import { refusal } from '#gateway/rest/errors.ts';
import { idsPerCall, lookUps } from './look-ups.ts';

export type Row = Readonly<Record<string, unknown>>;

/** The whole rows of entities that one GraphQL operation needs: read in batches, each row once. */
export class Entities {
  readonly #client: Pick<RestClient, 'send'>;
  readonly #loaders = new Map<string, DataLoader<string, Row>>();

  constructor(client: Pick<RestClient, 'send'>) {
    this.#client = client;
  }

  /** The whole row of an entity. Rejects with the GraphQL error for the client; an error is not remembered. */
  async read(type: string, id: string): Promise<Row> {
    const loader = this.#loaders.get(type) ?? this.#loaderOf(type);
    return loader.load(id).catch((error: unknown) => {
      loader.clear(id);
      throw error;
    });
  }

  /** Drops the loaded rows, since a mutation has changed rows. */
  forget(): void {
    this.#loaders.clear();
  }

  #loaderOf(type: string): DataLoader<string, Row> {
    const operation = lookUps[type];
    if (!operation) throw new Error(`No operation reads ${type} by id.`);
    const batch = async (ids: readonly string[]): Promise<(Row | Error)[]> => {
      // The REST client has checked that the answer is a list.
      const rows = (await this.#client.send(operation, { query: { Ids: ids } })) as Row[];
      const byId = new Map(rows.map((row) => [row['id'], row]));
      return ids.map((id) => byId.get(id) ?? refusal(404));
    };
    const loader = new DataLoader<string, Row>(batch, { maxBatchSize: idsPerCall });
    this.#loaders.set(type, loader);
    return loader;
  }
}
