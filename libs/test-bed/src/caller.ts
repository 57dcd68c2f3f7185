/** An answer of the service. */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; the text of what is no JSON; undefined for an empty answer. */
  readonly body: Body;
}

/** Headers to send beside the usual ones; null sends none of that name. */
export type MoreHeaders = Readonly<Record<string, string | null>>;

/** Calls the service as outsiders do: over HTTP, without its client. `body` is sent as JSON unless it is a string or bytes. */
export type Call = <Body = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  headers?: MoreHeaders,
) => Promise<Answer<Body>>;

const encode = (body: unknown): string | Uint8Array<ArrayBuffer> | null => {
  if (body === undefined) return null;
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
};

const parse = (text: string, contentType: string | null): unknown => {
  if (text === '') return undefined;
  return contentType?.includes('json') === true ? JSON.parse(text) : text;
};

const headersOf = (apiKey: string | null, hasBody: boolean, more: MoreHeaders): Headers => {
  const headers = new Headers();
  if (apiKey !== null) headers.set('authorization', `Bearer ${apiKey}`);
  if (hasBody) headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(more)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return headers;
};

/** Makes calls with an API key, or without credentials. */
export const callerOf =
  (url: string, apiKey: string | null): Call =>
  async <Body>(method: string, path: string, body?: unknown, more: MoreHeaders = {}) => {
    const encoded = encode(body);
    const response = await fetch(`${url}${path}`, {
      method,
      headers: headersOf(apiKey, encoded !== null, more),
      body: encoded,
    });
    if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) {
      // It never ends by itself: that it was opened is the answer.
      await response.body?.cancel();
      return { status: response.status, headers: response.headers, body: undefined as Body };
    }
    const parsed = parse(await response.text(), response.headers.get('content-type'));
    return { status: response.status, headers: response.headers, body: parsed as Body };
  };
