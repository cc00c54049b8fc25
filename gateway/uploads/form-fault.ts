/** A multipart request that is not one as GraphQL's multipart specification has it; the message is for its sender. */
export class FormFault extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}
