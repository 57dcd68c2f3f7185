import type { Route } from '@spool/contracts';
import { fillPath, queryString, type PathParameters, type QueryParameters } from './address.js';
import { CallLimit } from './call-limit.js';
import { problemFrom, SpoolConnectionError } from './errors.js';
import { retryPolicyOf, type RepeatableCall, type RetryOptions, type RetryPolicy } from './retry.js';
import type { AnswerOf, RequestOf } from './route-types.js';

/** Where Spool is and how to call it. */
export interface SpoolClientOptions {
  /** The installation's address, such as `https://spool.example`; empty for the page's own origin. */
  readonly url: string;
  /** Sent as a bearer token; without it the browser's session cookie speaks for the caller. */
  readonly apiKey?: string | undefined;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof fetch;
  /**
   * How long a call may take with all its repetitions, in milliseconds; default 30,000. A long poll's wait comes on
   * top.
   */
  readonly timeoutMs?: number;
  /** How calls that are safe to repeat are repeated when they fail for a passing reason; `false` for never. */
  readonly retry?: RetryOptions | false;
}

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Overrides the client's timeout, in milliseconds. */
  readonly timeoutMs?: number;
  /** Further request headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface LooseRequest {
  readonly params?: PathParameters;
  readonly query?: QueryParameters;
  readonly body?: unknown;
}

const defaultTimeoutMs = 30_000;

const requestHeaders = (apiKey: string | undefined, hasBody: boolean, more: CallOptions['headers']) => ({
  accept: 'application/json',
  ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  ...(hasBody ? { 'content-type': 'application/json' } : {}),
  ...more,
});

/**
 * Makes the calls of the route catalogue. Answers are typed by the contract and not validated again: the server
 * owns their shape, and a check of every answer would cost each worker more than reading it does.
 */
export class Transport {
  readonly #url: string;
  readonly #apiKey: string | undefined;
  readonly #fetch: typeof fetch;
  readonly #timeoutMs: number;
  readonly #retry: RetryPolicy;

  constructor(options: SpoolClientOptions) {
    this.#url = options.url.replace(/\/+$/, '');
    this.#apiKey = options.apiKey;
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    this.#retry = retryPolicyOf(options.retry);
  }

  /** The timeout of a call that may be answered after `waitMs` of waiting on the server. */
  timeoutAfterWaiting(waitMs: number, options: CallOptions): number {
    return (options.timeoutMs ?? this.#timeoutMs) + waitMs;
  }

  /** Makes one call; rejects with SpoolProblem, SpoolTimeoutError, SpoolConnectionError or the signal's reason. */
  call<Called extends Route>(
    route: Called,
    request: RequestOf<Called>,
    options?: CallOptions,
  ): Promise<AnswerOf<Called>>;
  async call(route: Route, request: LooseRequest, options: CallOptions = {}): Promise<unknown> {
    const address = `${this.#url}${fillPath(route.path, request.params ?? {})}${queryString(request.query ?? {})}`;
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    const init: RequestInit = {
      method: route.method,
      headers: requestHeaders(this.#apiKey, body !== null, options.headers),
      body,
      credentials: 'same-origin',
    };
    const limit = new CallLimit(options.timeoutMs ?? this.#timeoutMs, options.signal);
    const attempt = () => this.#attempt(address, { ...init, signal: limit.signal });
    try {
      return await this.#untilDone(attempt, { route, body: request.body }, limit);
    } finally {
      limit.release();
    }
  }

  /** Makes a call whose answer goes on, and yields its text as it comes; rejects as {@link call} does. */
  async *stream(route: Route, options: Omit<CallOptions, 'timeoutMs'> = {}): AsyncGenerator<string, void> {
    const response = await this.#open(`${this.#url}${fillPath(route.path, {})}`, {
      method: route.method,
      headers: requestHeaders(this.#apiKey, false, options.headers),
      credentials: 'same-origin',
      signal: options.signal ?? null,
    });
    if (!response.ok) throw problemFrom(response, await response.text());
    const decoder = new TextDecoder();
    const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
    try {
      for (;;) {
        const read = await reader?.read().catch((cause: unknown) => {
          throw new SpoolConnectionError('The connection to Spool broke.', { cause });
        });
        if (read === undefined || read.done) return;
        yield decoder.decode(read.value, { stream: true });
      }
    } finally {
      await reader?.cancel().catch(() => undefined);
    }
  }

  async #open(address: string, init: RequestInit): Promise<Response> {
    try {
      return await this.#fetch(address, init);
    } catch (cause) {
      if (init.signal?.aborted === true) throw init.signal.reason;
      throw new SpoolConnectionError('The connection to Spool failed.', { cause });
    }
  }

  async #untilDone(attempt: () => Promise<unknown>, call: RepeatableCall, limit: CallLimit) {
    for (let failures = 1; ; failures += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (limit.signal.aborted) throw error;
        const delayMs = this.#retry(call, failures, error);
        if (delayMs === null || !limit.hasTimeFor(delayMs)) throw error;
        await limit.pause(delayMs);
      }
    }
  }

  async #attempt(address: string, init: RequestInit & { readonly signal: AbortSignal }): Promise<unknown> {
    const { response, text } = await this.#fetchText(address, init);
    if (!response.ok) throw problemFrom(response, text);
    if (text === '') return undefined;
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const answer: unknown = isJson ? JSON.parse(text) : text;
    return answer;
  }

  async #fetchText(address: string, init: RequestInit & { readonly signal: AbortSignal }) {
    try {
      const response = await this.#fetch(address, init);
      return { response, text: await response.text() };
    } catch (cause) {
      if (init.signal.aborted) throw init.signal.reason;
      throw new SpoolConnectionError('The connection to Spool failed.', { cause });
    }
  }
}
