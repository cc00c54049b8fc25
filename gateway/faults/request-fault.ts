/** A request whose body is refused before there is an operation; the message is for the client. */
export class RequestFault extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}
