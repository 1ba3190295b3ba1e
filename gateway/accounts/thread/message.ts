/** A request and its response as plain data, which can go from one thread to another. */

export type HeaderList = [name: string, value: string][];

export interface PlainRequest {
  method: string;
  url: string;
  headers: HeaderList;
  body: Uint8Array<ArrayBuffer> | undefined;
  /** Whom attempts are counted for. */
  address: string;
}

export interface PlainResponse {
  status: number;
  headers: HeaderList;
  body: ArrayBuffer;
}
