/**
 * The only place that calls `fetch`. The types of answers follow from the routes. Sends cookies, makes people read their
 * own writes (`X-Position`), makes POSTs safe to repeat (`Idempotency-Key`), and turns every answer that is not OK into an
 * `ApiError`.
 */
import english from '../../languages/en/platform.api.json' with { type: 'json' };
import { currentAsOf, isPast } from '../address/as-of.ts';
import { isSample } from '../address/sample.ts';
import { translateServerText } from '../language/server-texts.ts';
import { translation } from '../language/translation.ts';
import type { Routes } from './routes.ts';

const { messages, format } = translation('platform.api', english);

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The paths of a method's routes, such as `/api/links/:id`. */
type PathOf<Verb extends Method> = keyof Routes extends infer Name
  ? Name extends `${Verb} ${infer Path}`
    ? Path
    : never
  : never;

type AnswerOf<Verb extends Method, Path extends string> = Routes[`${Verb} ${Path}` & keyof Routes];

type ParamName<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamName<Tail>
    : Rest
  : never;

/** `Input` with the parameters of the path; left out where the path has none. */
type WithParams<Path extends string, Input> = [ParamName<Path>] extends [never]
  ? [input?: Input]
  : [input: Input & { readonly params: Readonly<Record<ParamName<Path>, string>> }];

declare const ANSWER: unique symbol;

/** A path to read from, with the type of its answer. */
export type ReadPath<Answer> = string & { readonly [ANSWER]: Answer };

interface Query {
  readonly query?: URLSearchParams | Readonly<Record<string, string>>;
}

/** The routes that can show a past moment. */
const WITH_PAST: ReadonlySet<string> = new Set<PathOf<'GET'>>([
  ...(['/api/links', '/api/links/facets', '/api/links/:id', '/api/links/:id/history'] as const),
  ...(['/api/trash', '/api/stats', '/api/stats/history', '/api/tags', '/api/clients', '/api/clients/:domain'] as const),
  ...(['/api/campaigns', '/api/campaigns/:id', '/api/teams/my', '/api/teams/joined', '/api/teams/:id'] as const),
  ...(['/api/teams/:id/members', '/api/teams/:id/links', '/api/teams/:id/clients'] as const),
]);

/** Why nothing can be changed while a past moment or the sample data is shown. */
export function readOnlyReason(): string {
  return isSample() ? messages.sample : messages.past;
}

/** The commands that change nothing of what a past moment shows. */
const WITHOUT_PAST =
  /^\/api\/(logout|alerts|saved-views|terms-templates|alert-rules|incidents|brands|sessions|identities|tokens|user|subscription)(\/|$)|^\/order/;

/** The path of a GET route, with its parameters and query encoded; of the moment that is shown. */
export function pathTo<Path extends PathOf<'GET'>>(
  path: Path,
  ...[input]: WithParams<Path, Query>
): ReadPath<AnswerOf<'GET', Path>> {
  const { params = {}, query = {} }: Query & { readonly params?: Readonly<Record<string, string>> } = input ?? {};
  const searchParams = new URLSearchParams(query);
  const asOf = currentAsOf();
  if (asOf !== null && WITH_PAST.has(path) && !searchParams.has('asOf')) searchParams.set('asOf', asOf);
  const search = searchParams.toString();
  return `${fill(path, params)}${search === '' ? '' : `?${search}`}` as ReadPath<AnswerOf<'GET', Path>>;
}

function fill(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\/:(\w+)/g, (_, name: string) => `/${encodeURIComponent(params[name] ?? '')}`);
}

/** A failed call. `status` is 0 without an answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** One message per field, where the server names fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** The seconds to wait before trying again, where the server gives them. */
  readonly retryAfter: number | null;
  /** The whole answer, with details of some failures: `linkId` of a duplicate, `requiresPassword` of a share. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: Readonly<Record<string, string>> = {},
    retryAfter: number | null = null,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.details = details;
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

/** One page of a list, and the number of rows on all pages. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** The count stopped at `total`: there may be more. */
  readonly isTotalCapped: boolean;
}

const READ_TIMEOUT_MS = 30_000;
/** Adding a link and rechecking it wait up to 30 s for the check. */
const WRITE_TIMEOUT_MS = 60_000;
/** A file of 100,000 rows over a slow line. */
const FILE_TIMEOUT_MS = 600_000;

let position = 0;
/** The position that every answer since the first includes. */
let readSince: string | null = null;
const signedOutListeners = new Set<() => void>();

/** Later reads include at least this position. */
export function raisePosition(seen: number): void {
  if (Number.isSafeInteger(seen) && seen > position) position = seen;
}

/** The address of the event stream, which first reports what changed since this page began to read. */
export function streamPath(): string {
  return readSince === null ? '/api/stream' : `/api/stream?after=${readSince}`;
}

/** Calls back when an answer shows that the session has ended. Returns a function that unsubscribes. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

/** Reads one thing. @throws ApiError */
export async function get<Answer>(path: ReadPath<Answer>): Promise<Answer> {
  return read<Answer>(await call('GET', path, {}));
}

/** Reads one thing; null if it no longer exists. @throws ApiError for any other failure. */
export async function getOrNull<Answer>(path: ReadPath<Answer>): Promise<Answer | null> {
  try {
    return await get(path);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/**
 * Reads one thing as a visitor, whose 401 does not end a session. `total` is the number of rows on all pages; null where
 * the server does not give it. @throws ApiError
 */
export async function getAsVisitor<Answer>(path: ReadPath<Answer>, headers: Record<string, string> = {}) {
  const response = await call('GET', path, { headers, quiet: true });
  return { answer: await read<Answer>(response), total: totalOf(response) };
}

/** Reads one page of a list. @throws ApiError */
export async function list<Row>(path: ReadPath<readonly Row[]>): Promise<ListPage<Row>> {
  const response = await call('GET', path, {});
  const rows = await read<readonly Row[]>(response);
  const total = totalOf(response) ?? rows.length;
  return { rows, total, isTotalCapped: new URLSearchParams(path.split('?')[1]).get('countUpTo') === String(total) };
}

function totalOf(response: Response): number | null {
  const header = response.headers.get('X-Total-Count');
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

/** Reads who is signed in; null for nobody. @throws ApiError for anything but 200 and 401. */
export async function getCurrentUser<User>(path: ReadPath<User>): Promise<User | null> {
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
  /** The revision that was edited: the server answers 412 if it is not the latest. */
  readonly revision?: number | undefined;
  /** Repeat a request with the same key, and the server carries it out once. */
  readonly key?: string;
}

/** Sends a command; answers its JSON, or null for an empty answer. @throws ApiError */
export async function send<Verb extends 'POST' | 'PUT' | 'PATCH' | 'DELETE', Path extends PathOf<Verb>>(
  method: Verb,
  path: Path,
  ...[input]: WithParams<Path, Command>
): Promise<AnswerOf<Verb, Path>> {
  const {
    body,
    revision,
    key,
    params = {},
  }: Command & { readonly params?: Readonly<Record<string, string>> } = input ?? {};
  if (isPast() && !WITHOUT_PAST.test(path)) throw new ApiError(0, 'past', readOnlyReason());
  const headers: Record<string, string> = {};
  if (method === 'POST') headers['Idempotency-Key'] = key ?? newKey();
  if (revision !== undefined) headers['If-Match'] = `"${revision}"`;
  const response = await call(method, fill(path, params), { headers, body });
  return response.status === 204 ? (null as AnswerOf<Verb, Path>) : read<AnswerOf<Verb, Path>>(response);
}

interface Download {
  readonly blob: Blob;
  readonly name: string | null;
  /** The number of rows in it; null where the server does not give it. */
  readonly total: number | null;
}

/** Downloads a file; with a body, by a POST that changes nothing. @throws ApiError */
export async function download(path: string, { body, headers, ...options }: CallOptions = {}): Promise<Download> {
  const response = await call(body ? 'POST' : 'GET', path, {
    ...options,
    body,
    headers: { Accept: '*/*', ...headers },
    timeoutMs: FILE_TIMEOUT_MS,
  });
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? null;
  const blob = await response.blob().catch(() => {
    throw noAnswer();
  });
  return { blob, name, total: totalOf(response) };
}

interface Upload {
  /** The same key for each repetition; none for a request that changes nothing. */
  readonly key?: string;
  /** Called with the share of the file that was sent, from 0 to 1. */
  readonly onSent: (share: number) => void;
  readonly signal: AbortSignal;
}

/** The type of a file whose cells are separated by tabs; any other file is sent as CSV, which the server examines. */
const TAB_SEPARATED = 'text/tab-separated-values';

/**
 * Sends a CSV file and reports progress, which fetch cannot do. Answers the JSON unparsed, because it may have an entry a
 * row. An abort rejects. @throws ApiError
 */
export async function upload(path: string, file: Blob, { key, onSent, signal }: Upload): Promise<Blob> {
  const response = await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.withCredentials = true;
    request.responseType = 'blob';
    request.timeout = FILE_TIMEOUT_MS;
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Content-Type', file.type === TAB_SEPARATED ? TAB_SEPARATED : 'text/csv');
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

/** A random key. `randomUUID` exists only over https and on localhost. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface CallOptions {
  readonly headers?: Record<string, string>;
  readonly body?: object | undefined;
  /** A 401 does not call the listeners. */
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
  raisePosition(Number(response.headers.get('X-Position')));
  await expectOk(response, quiet);
  return response;
}

/**
 * The JSON of an answer. An answer that is not JSON came from something in between, such as the sign-in page of a hotel's
 * network.
 */
async function read<Answer>(response: Response): Promise<Answer> {
  const text = await response.text().catch(() => {
    throw noAnswer();
  });
  try {
    return JSON.parse(text) as Answer;
  } catch {
    throw new ApiError(0, 'not-understood', messages.notUnderstood);
  }
}

function noAnswer(): ApiError {
  return new ApiError(0, 'no-answer', messages.noAnswer);
}

async function expectOk(response: Response, quiet = false): Promise<void> {
  if (response.ok) return;
  if (response.status === 401 && !quiet) for (const listener of signedOutListeners) listener();
  throw await problemOf(response);
}

/** The longest text of a foreign answer that is shown. */
const MAX_SHOWN = 300;

/**
 * The server's message; without one, the status, a colon and the body or status text. A page of HTML, as proxies send, is
 * left out.
 */
async function problemOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : null;
  try {
    const problem = JSON.parse(text) as { code?: unknown; message?: unknown; fields?: unknown } | null;
    if (typeof problem?.message === 'string') {
      const fields = typeof problem.fields === 'object' && problem.fields !== null ? problem.fields : {};
      return new ApiError(
        response.status,
        typeof problem.code === 'string' ? problem.code : 'unknown',
        translateServerText(problem.message),
        Object.fromEntries(
          Object.entries(fields).flatMap(([name, text]) =>
            typeof text === 'string' ? [[name, translateServerText(text)]] : [],
          ),
        ),
        retryAfter,
        { ...problem },
      );
    }
  } catch {
    // Not JSON: shown as it is.
  }
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') === true || /^\s*</.test(text);
  const body = isPage ? '' : text.trim();
  const excerpt = body.length > MAX_SHOWN ? `${body.slice(0, MAX_SHOWN)}…` : body;
  const message = `${response.status}: ${excerpt || response.statusText || messages.failed}`;
  return new ApiError(response.status, 'unknown', withWait(message, retryAfter), {}, retryAfter);
}

/** '429: Slow down. Try again in 20 seconds.', if the server names a time. */
function withWait(problem: string, seconds: number | null): string {
  if (seconds === null || seconds <= 0) return problem;
  return seconds < 90
    ? format('waitSeconds', { problem, count: Math.ceil(seconds) })
    : format('waitMinutes', { problem, count: Math.ceil(seconds / 60) });
}
