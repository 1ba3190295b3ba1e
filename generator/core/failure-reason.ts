/** Why a source gave no answer, for the public: no address, nothing of an answer. `{0}` is a number. */
export type FailureTemplate =
  | 'HTTP {0}'
  | 'timed out'
  | 'timed out after {0} s'
  | 'the request failed'
  | 'DNS: no such host'
  | 'DNS: no answer'
  | 'connection refused'
  | 'connection broken'
  | 'no connection in time'
  | 'network unreachable'
  | 'host unreachable'
  | 'TLS: no trusted connection'
  | 'the host has no address on the public internet'
  | 'redirected to an address to which this feed may not lead'
  | "not requested; the server's Retry-After lasts another {0} s"
  | 'the response is larger than {0} bytes'
  | 'an unknown Content-Encoding'
  | 'a full page of {0} rows does not advance in time'
  | 'its answer could not be read'
  | 'its answer could not be taken in';

type Filled<Template> = Template extends `${infer Before}{0}${infer After}` ? `${Before}${number}${After}` : Template;

export type FailureReason = Filled<FailureTemplate>;
