/** Ends work whose client has disconnected. */
export class ClientGone extends Error {
  override name = 'ClientGone';

  constructor() {
    super('The client has left.');
  }
}
