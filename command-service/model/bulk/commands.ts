/** Commands and input of bulk operations. */
import * as yup from 'yup';
import { text } from '../../contract/schema/fields.ts';
import { InputError, parse } from '../../contract/schema/parse.ts';
import type { Scope } from '../../contract/scope.ts';
import { normalizeTags, tagList } from '../../contract/tags.ts';
import { editLinkSchema } from '../link/commands.ts';
import { moneyOf, moneySchema } from '../money/commands.ts';
import { agreedOf, agreedSchema } from '../terms/commands.ts';
import { BULK_ACTIONS, type BulkAction, type BulkFailure, type BulkFields, type BulkOperation } from './events.ts';

/** The most links of one bulk operation. */
export const MAX_BULK = 100_000;

export const ID = /^[A-Za-z0-9_-]{1,100}$/;

/** Body of POST /api/links/bulk, apart from `ids`, `filter` and `change`. */
export const bulkSchema = yup.object({
  action: yup
    .string()
    .typeError('Action must be text')
    .oneOf(BULK_ACTIONS, `Action must be one of ${BULK_ACTIONS.join(', ')}`)
    .nonNullable('Action is required')
    .required('Action is required'),
  /** Only previews the operation. */
  dryRun: yup.boolean().typeError('dryRun must be true or false').nullable(),
  /** The number of links that the preview showed. */
  expected: yup
    .number()
    .typeError('expected must be a number')
    .integer('expected must be a whole number')
    .min(0, 'expected must be 0 or more')
    .nullable(),
});

const editFields = editLinkSchema.omit(['teamId']);
/** The fields of an edit; the others are about the request. */
const EDITED = Object.keys(editFields.fields).filter((name) => name !== 'allowDuplicate');
const hasAny = (names: readonly string[]) => ({ anyOf: names.map((name) => ({ required: [name] })) });

/** The schema of `change` for each action. */
const editSchema = editFields.meta({ jsonSchema: hasAny(EDITED) });
const assignSchema = yup.object({ assignedTo: text('Assigned to', 100).nullable().defined('Assigned to is required') });
const moveSchema = yup.object({
  teamId: text('Team', 100).nullable().defined('Team is required'),
  allowDuplicate: yup.boolean().typeError('Allow duplicate must be true or false').nullable(),
});
const someTags = (name: string) => ({
  ...{ required: [name] },
  properties: { [name]: { type: 'array', minItems: 1, items: { pattern: String.raw`\S` } } },
});
const tagSchema = yup
  .object({ add: tagList('Tags to add').nullable(), remove: tagList('Tags to remove').nullable() })
  .meta({ jsonSchema: { anyOf: [someTags('add'), someTags('remove')] } });
const moneyChangeSchema = moneySchema.pick(['price', 'vendor']).meta({ jsonSchema: hasAny(['price', 'vendor']) });
const nothingSchema = yup.object({});

/** The schemas of `change` by action. */
export const bulkChangeSchemas = {
  ...{ edit: editSchema, assign: assignSchema, move: moveSchema, tag: tagSchema },
  ...{ terms: agreedSchema, money: moneyChangeSchema },
  ...{ remarks: nothingSchema, recheck: nothingSchema, trash: nothingSchema },
} as const satisfies Record<BulkAction, yup.ObjectSchema<yup.AnyObject>>;

/** The links, by id, or all links that a list with this filter shows. */
export type BulkSelection =
  | { readonly ids: readonly string[] }
  | { readonly filter: Readonly<Record<string, unknown>> };

/** An operation that a person chooses for selected links. */
export type LinkOperation = Extract<BulkOperation, { readonly action: BulkAction }>;

export interface BulkBody {
  readonly choice: BulkSelection;
  readonly order: LinkOperation;
  readonly dryRun: boolean;
  readonly expected: number | null;
}

/**
 * Reads the body of POST /api/links/bulk.
 * @throws InputError that names each wrong field; the fields of `change` by their own names.
 */
export function parseBulkBody(input: unknown): BulkBody {
  if (!isObject(input)) throw new InputError({ body: 'The request body must be a JSON object.' });
  const { ids, filter, change, ...rest } = input;
  const body = parse(bulkSchema, rest);
  return {
    choice: choiceOf(ids, filter),
    order: orderOf(body.action, change ?? {}),
    dryRun: body.dryRun === true,
    expected: body.expected ?? null,
  };
}

/** Validated by hand: a schema would take a second for 100,000 ids. */
function choiceOf(ids: unknown, filter: unknown): BulkSelection {
  if ((ids === undefined || ids === null) === (filter === undefined || filter === null)) {
    throw new InputError({ ids: 'Send either ids or a filter' });
  }
  if (isObject(filter)) return { filter };
  if (ids === undefined || ids === null) throw new InputError({ filter: 'filter must be a JSON object' });
  if (!Array.isArray(ids)) throw new InputError({ ids: 'ids must be a list of ids' });
  const uniqueIds = new Set<string>();
  for (const id of ids) {
    if (typeof id !== 'string' || !ID.test(id)) throw new InputError({ ids: 'ids must be a list of ids' });
    uniqueIds.add(id);
  }
  if (uniqueIds.size > MAX_BULK) {
    throw new InputError({ ids: `ids must be at most ${MAX_BULK.toLocaleString('en')}: do it in parts` });
  }
  return { ids: [...uniqueIds] };
}

function orderOf(action: BulkAction, change: unknown): LinkOperation {
  switch (action) {
    case 'edit': {
      const { allowDuplicate, tags, ...otherFields } = parse(editSchema, change);
      const fields: BulkFields = Object.fromEntries(
        Object.entries({ ...otherFields, tags: tags === undefined ? undefined : normalizeTags(tags ?? []) }).filter(
          ([, value]) => value !== undefined,
        ),
      );
      if (Object.keys(fields).length === 0) throw new InputError({ change: 'Choose what to change' });
      return { action, fields, allowDuplicate: allowDuplicate === true };
    }
    case 'assign':
      return { action, assignedTo: parse(assignSchema, change).assignedTo };
    case 'move': {
      const { teamId, allowDuplicate } = parse(moveSchema, change);
      return { action, teamId, allowDuplicate: allowDuplicate === true };
    }
    case 'tag': {
      const tags = parse(tagSchema, change);
      const [add, remove] = [normalizeTags(tags.add ?? []), normalizeTags(tags.remove ?? [])];
      if (add.length + remove.length === 0) throw new InputError({ change: 'Choose tags to add or to remove' });
      return { action, add, remove };
    }
    case 'terms':
      return { action, ...agreedOf(parse(agreedSchema, change)) };
    case 'money': {
      const given = parse(moneyChangeSchema, change);
      const { price, vendor } = moneyOf(given);
      const money = {
        ...(given.price !== undefined && { price }),
        ...(given.vendor !== undefined && { vendor }),
      };
      if (Object.keys(money).length === 0) throw new InputError({ change: 'Choose a price or a vendor' });
      return { action, money };
    }
    case 'recheck':
      parse(nothingSchema, change);
      return { action, whole: [] };
    case 'remarks':
    case 'trash':
      parse(nothingSchema, change);
      return { action };
    default:
      return action satisfies never;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Adds links to a bulk operation before it starts. */
interface ChooseLinks {
  readonly type: 'ChooseLinks';
  readonly batchId: string;
  /** How many links were added before these. */
  readonly from: number;
  readonly linkIds: readonly string[];
}
interface StartBulk {
  readonly type: 'StartBulk';
  readonly batchId: string;
  readonly userId: string;
  readonly order: BulkOperation;
  readonly within: Scope | null;
  readonly tokenId: string | null;
}
/** Records that the first `done` links are done. */
export interface ProgressBulk {
  readonly type: 'ProgressBulk' | 'ProgressBulkUndo';
  readonly batchId: string;
  readonly done: number;
  /** The links left out since the last progress. */
  readonly failures: readonly BulkFailure[];
}
interface FinishBulk {
  readonly type: 'FinishBulk' | 'FinishBulkUndo';
  readonly batchId: string;
}
interface StartBulkUndo {
  readonly type: 'StartBulkUndo';
  readonly batchId: string;
  readonly tokenId: string | null;
}

export type BulkCommand = ChooseLinks | StartBulk | ProgressBulk | FinishBulk | StartBulkUndo;
