/** A request whose body is refused before an operation is found. Clients read the message. */
export class RequestFault extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}
