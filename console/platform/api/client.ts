/**
 * The only place that calls `fetch`. Sends cookies, makes people read their own writes (`X-Position`), makes POSTs safe
 * to repeat (`Idempotency-Key`), and turns every answer that is not OK into an `ApiError`.
 */

/** Why a call failed. `status` is 0 when no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** One message a field, where the server named fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** After how many seconds it may be tried again, where the server said so. */
  readonly retryAfter: number | null;
  /** All that was said, with what only some refusals carry: `linkId` of a duplicate, `requiresPassword` of a share. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: Readonly<Record<string, string>> = {},
    retryAfter: number | null = null,
    told: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.details = told;
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

/** One page of a list and how many rows there are in all. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** There may be more than `total`: they were counted no further. */
  readonly isTotalCapped: boolean;
}

const READ_TIMEOUT_MS = 30_000;
/** Adding and rechecking wait up to 30 s for the check. */
const WRITE_TIMEOUT_MS = 60_000;
/** A file of 100,000 rows over a slow line. */
const FILE_TIMEOUT_MS = 600_000;

let position = 0;
/** What every answer since the first shows at least. */
let readSince: string | null = null;
const signedOutListeners = new Set<() => void>();

/** Later reads see at least this place of the log. */
export function raisePosition(seen: number): void {
  if (Number.isSafeInteger(seen) && seen > position) position = seen;
}

/** The address of the event stream: it tells first of what changed since this page began to read. */
export function streamPath(): string {
  return readSince === null ? '/api/stream' : `/api/stream?after=${readSince}`;
}

/** Calls back whenever an answer says that nobody is signed in any more. Returns the way to stop. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

/** Reads one thing. @throws ApiError */
export async function get<Answer>(path: string): Promise<Answer> {
  return read<Answer>(await call('GET', path, {}));
}

/** Reads one thing that may be gone by now: null. @throws ApiError for anything but that. */
export async function getOrNull<Answer>(path: string): Promise<Answer | null> {
  try {
    return await get<Answer>(path);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/**
 * Reads one thing as a visitor who need not be signed in: a 401 says nothing of a session. `total`: how many rows there
 * are in all of what the answer has a page of; null where the server does not say. @throws ApiError
 */
export async function getAsVisitor<Answer>(path: string, headers: Record<string, string> = {}) {
  const response = await call('GET', path, { headers, quiet: true });
  return { answer: await read<Answer>(response), total: totalOf(response) };
}

/** Reads one page of a list. @throws ApiError */
export async function list<Row>(path: string): Promise<Page<Row>> {
  const response = await call('GET', path, {});
  const rows = await read<readonly Row[]>(response);
  const total = totalOf(response) ?? rows.length;
  return { rows, total, isTotalCapped: new URLSearchParams(path.split('?')[1]).get('countUpTo') === String(total) };
}

function totalOf(response: Response): number | null {
  const told = response.headers.get('X-Total-Count');
  return told !== null && /^\d+$/.test(told) ? Number(told) : null;
}

/** Reads who is signed in; null for nobody. @throws ApiError for anything but 200 and 401. */
export async function getCurrentUser<User>(path: string): Promise<User | null> {
  try {
    const response = await call('GET', path, { quiet: true });
    readSince ??= response.headers.get('X-Position');
    return await read<User>(response);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

interface Command {
  readonly body?: object;
  /** The revision the change was made from: the server refuses with 412 when someone was faster. */
  readonly revision?: number | undefined;
  /** Reuse one key for repetitions of one wish. */
  readonly key?: string;
}

/** Sends a command; answers its JSON, or null for an empty answer. @throws ApiError */
export async function send<Answer>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { body, revision, key }: Command = {},
): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (method === 'POST') headers['Idempotency-Key'] = key ?? newKey();
  if (revision !== undefined) headers['If-Match'] = `"${revision}"`;
  const response = await call(method, path, { headers, body });
  return response.status === 204 ? (null as Answer) : read<Answer>(response);
}

interface Download {
  readonly blob: Blob;
  readonly name: string | null;
  /** How many rows are in it; null where the server does not say. */
  readonly total: number | null;
}

/** Fetches a file whole. @throws ApiError */
export async function download(path: string): Promise<Download> {
  const response = await call('GET', path, { headers: { Accept: '*/*' }, timeoutMs: FILE_TIMEOUT_MS });
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? null;
  const blob = await response.blob().catch(() => {
    throw noAnswer();
  });
  return { blob, name, total: totalOf(response) };
}

interface Upload {
  /** Reuse one key for repetitions of one wish; left out where nothing is changed. */
  readonly key?: string;
  /** Hears which share of the file has left, from 0 to 1. */
  readonly onSent: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a CSV file and says how far it is, which fetch cannot. Answers the JSON as it came: there may be a line a row,
 * too much to be read at once. An abort rejects as well. @throws ApiError
 */
export async function upload(path: string, file: Blob, { key, onSent, signal }: Upload): Promise<Blob> {
  const response = await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.withCredentials = true;
    request.responseType = 'blob';
    request.timeout = FILE_TIMEOUT_MS;
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Content-Type', 'text/csv');
    if (key !== undefined) request.setRequestHeader('Idempotency-Key', key);
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total));
    request.addEventListener('load', () => {
      const headers = ['Retry-After', 'X-Position'].flatMap((name): [string, string][] => {
        const value = request.getResponseHeader(name);
        return value === null ? [] : [[name, value]];
      });
      const { status, statusText } = request;
      resolve(new Response(request.response as Blob, { status, statusText, headers }));
    });
    for (const end of ['error', 'timeout', 'abort']) request.addEventListener(end, () => reject(noAnswer()));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
  await expectOk(response);
  raisePosition(Number(response.headers.get('X-Position')));
  return response.blob();
}

/** A random key; `randomUUID` exists only where the page came over https or from localhost. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface CallOptions {
  readonly headers?: Record<string, string>;
  readonly body?: object | undefined;
  /** Do not tell the listeners about a 401. */
  readonly quiet?: boolean;
  readonly timeoutMs?: number;
}

async function call(method: string, path: string, { headers = {}, body, quiet = false, timeoutMs }: CallOptions) {
  const sent: Record<string, string> = { Accept: 'application/json', ...headers };
  if (method === 'GET' && position > 0) sent['X-Position'] = String(position);
  if (body !== undefined) sent['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'include',
      headers: sent,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs ?? (method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS)),
    });
  } catch {
    throw noAnswer();
  }
  await expectOk(response, quiet);
  raisePosition(Number(response.headers.get('X-Position')));
  return response;
}

/**
 * An answer's JSON. One that breaks off is none; one that is no JSON came from something in between, such as the sign-in
 * page of a hotel's network.
 */
async function read<Answer>(response: Response): Promise<Answer> {
  const text = await response.text().catch(() => {
    throw noAnswer();
  });
  try {
    return JSON.parse(text) as Answer;
  } catch {
    throw new ApiError(
      0,
      'not-understood',
      'Something between you and the server answered in its place. Check your connection and try again.',
    );
  }
}

function noAnswer(): ApiError {
  return new ApiError(0, 'no-answer', 'The server did not answer. Check your connection and try again.');
}

async function expectOk(response: Response, quiet = false): Promise<void> {
  if (response.ok) return;
  if (response.status === 401 && !quiet) for (const listener of signedOutListeners) listener();
  throw await problemOf(response);
}

/** Most of a text that is no answer of ours. */
const MOST_TOLD = 300;

/**
 * The server's own message; without one, the status, a colon and the body or status text. A whole page
 * of HTML, as proxies send, is for no one to read here.
 */
async function problemOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : null;
  try {
    const told = JSON.parse(text) as { code?: unknown; message?: unknown; fields?: unknown } | null;
    if (typeof told?.message === 'string') {
      const fields = typeof told.fields === 'object' && told.fields !== null ? told.fields : {};
      return new ApiError(
        response.status,
        typeof told.code === 'string' ? told.code : 'unknown',
        told.message,
        Object.fromEntries(
          Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        ),
        retryAfter,
        { ...told },
      );
    }
  } catch {
    // Not JSON: told as it came.
  }
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') === true || /^\s*</.test(text);
  const body = isPage ? '' : text.trim();
  const said = body.length > MOST_TOLD ? `${body.slice(0, MOST_TOLD)}…` : body;
  const message = `${response.status}: ${said || response.statusText || 'The server could not do this'}`;
  return new ApiError(response.status, 'unknown', `${message}${formatWait(retryAfter)}`, {}, retryAfter);
}

/** ' Try again in 20 seconds.', where the server said how long. */
function formatWait(seconds: number | null): string {
  if (seconds === null || seconds <= 0) return '';
  const [count, unit] = seconds < 90 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `. Try again in ${count} ${count === 1 ? unit : `${unit}s`}.`;
}
