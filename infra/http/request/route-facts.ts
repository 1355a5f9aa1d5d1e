/** The declaration of a route as data. */
import type { AnyObject, ObjectSchema } from 'yup';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type JsonSchema = Readonly<Record<string, unknown>>;
export type InputSchema = ObjectSchema<AnyObject>;

/** A JSON object by the name of its type; a JSON array of them, or lines; a file or a page by its media types; or no body. */
export type Answer<Name extends string = string> =
  | Name
  | { readonly list: Name; readonly isPaged: boolean; readonly isLines?: true }
  | { readonly media: readonly string[] }
  | null;

/** A paged list; it answers `X-Total-Count`. */
export const pagedList = <Name extends string>(list: Name) => ({ list, isPaged: true }) as const;
/** A list that is always sent whole. */
export const wholeList = <Name extends string>(list: Name) => ({ list, isPaged: false }) as const;
/** A list that a caller can also get as NDJSON, one object per line. */
export const listOrLines = <Name extends string>(list: Name) => ({ list, isPaged: false, isLines: true }) as const;
/** A parameter without rules. */
export const ANY_TEXT: JsonSchema = { type: 'string' };
export const HTML_PAGE = { media: ['text/html'] } as const;

/** A body that the handler reads itself, as the OpenAPI document describes it. */
export interface RawBody {
  /** The body fits one of these schemas. */
  readonly schemas?: readonly InputSchema[];
  /** Fields that the schemas lack. */
  readonly extraFields?: Readonly<Record<string, JsonSchema | readonly InputSchema[]>>;
  /** Exactly one of these fields is sent. */
  readonly oneOf?: readonly string[];
  /** A field whose schema follows from the value of another field. */
  readonly variants?: {
    readonly by: string;
    readonly field: string;
    readonly schemas: Readonly<Record<string, InputSchema>>;
  };
  /** The accepted media types, if not only JSON. The pages that work without JavaScript send forms. */
  readonly media?: readonly string[];
  /** Whether the handler reads the body as a stream, so that it is not parsed before. */
  readonly isStream?: boolean;
}

/** Who may call a route. */
export interface RouteAccess {
  /** The roles that may do its action: the caller's relation to the thing they act on. */
  readonly roles: readonly string[];
  /** The access that the action needs of an API token, for any team or for one, or for money; null: no API token suffices. */
  readonly token: { readonly access: 'read' | 'write'; readonly oneTeam: boolean; readonly money?: true } | null;
}

export interface RouteFacts {
  readonly method: Method;
  /** With parameters, such as `/api/links/:id`. */
  readonly path: string;
  /** Its policy action; null: public, and concerns no person or team. */
  readonly action: string | null;
  /** The policy's entry for the action; null: the route is public. */
  readonly access: RouteAccess | null;
  /** Whether it acts on the caller's own account, so that the action is authorized before the handler runs. */
  readonly onSelf?: true;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly query?: InputSchema;
  /** Parameters that no schema reads, with what the handler accepts. */
  readonly unvalidatedQuery?: Readonly<Record<string, JsonSchema>>;
  readonly body?: InputSchema;
  readonly isBodyOptional?: true;
  readonly rawBody?: RawBody;
  /** The largest body in bytes, if it differs from the default. */
  readonly maxBody?: number;
  /** By status. The lowest is set before the handler runs. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** Statuses of failures that do not follow from the rest. */
  readonly errorStatuses?: readonly number[];
  readonly requestHeaders?: readonly ('If-Match' | 'X-Share-Password')[];
  readonly responseHeaders?: readonly 'X-Position'[];
  /** Whether other sites and programs may send it, although it changes something: its path has all that it needs. */
  readonly fromAnywhere?: true;
  /** The statuses that follow a write to the log; by default every success of a command. */
  readonly writes?: readonly number[];
  /** Whether a parameter of the path grants access, so that the path must not be logged. */
  readonly secretInPath?: true;
}
