/** Thrown where work ends because nobody waits for its result any more. */
export class ClientGone extends Error {
  override name = 'ClientGone';

  constructor() {
    super('The client has left.');
  }
}
