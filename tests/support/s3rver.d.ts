// s3rver brings no types: this is as much of it as the tests use.
declare module 's3rver' {
  interface Stored {
    readonly bucket: string;
    readonly key: string;
    readonly content: AsyncIterable<Uint8Array>;
    readonly metadata: Readonly<Record<string, string>>;
  }
  interface Written {
    readonly size: number;
    readonly md5: string;
  }
  export interface Store {
    getResourcePath(bucket: string, key: string | undefined, resource: string): string;
    putMetadata(bucket: string, key: string, metadata: Stored['metadata'], md5: string): Promise<void>;
    putObject(object: Stored): Promise<Written>;
    putPart(bucket: string, uploadId: string, part: string | number, content: Stored['content']): Promise<Written>;
  }
  interface Options {
    readonly directory: string;
    readonly address: string;
    readonly port: number;
    readonly silent: boolean;
    readonly configureBuckets: readonly { readonly name: string }[];
  }
  export default class S3rver {
    readonly store: Store;
    constructor(options: Options);
    run(): Promise<{ readonly port: number }>;
  }
}
