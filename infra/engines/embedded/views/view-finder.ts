/**
 * Finding a page in a view. There are two ways: *walk* an index in the requested order and leave out what does not
 * match, or *collect* the matches through the narrowest index and sort them. The number of matches is known first (it
 * is part of the answer), so the cheaper way can be computed.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type FieldValue, type FindQuery, MAX_COUNTED } from '../../../ports/storage/read-store.ts';
import { RowStatement } from '../sqlite/database.ts';
import { DocumentReader } from './document-reader.ts';
import { type Needle, parseNeedle } from './needle.ts';
import type { Condition, TotalCache } from './total-cache.ts';
import { trigramMatchSql } from './trigram-index.ts';
import { EMPTY, indexName, toColumns, type ViewTable } from './view-table.ts';

/** More partitions than this are sorted together, not merged. */
const MERGED_PARTITIONS = 40;
/** The most rows searched for a needle that is too short for the index; later rows are not found. */
const SCANNED_ROWS = 250_000;
/** Up to this many documents are searched without the trigram index. */
const SCANNED_CANDIDATES = 2_000;
const STATEMENTS = 500;

interface Sql {
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}

interface FindPlan {
  /** The requested partitions; null for all. */
  readonly partitions: readonly FieldValue[] | null;
  readonly filters: readonly Condition[];
  readonly needle: Needle | null;
  readonly sort: FindQuery['sort'];
  readonly after: string | undefined;
  readonly before: string | undefined;
  /** Counting of matches stops at this number. */
  readonly countUpTo: number;
}

/** A result that can be sent to another thread. */
export interface FoundJson {
  /** The documents as JSON. */
  readonly docs: readonly string[];
  readonly total: number;
}

interface PageRange {
  readonly skip: number;
  readonly limit: number;
}

/** Answers `find` for one view. */
export class ViewFinder {
  readonly #database: DatabaseSync;
  readonly #view: ViewTable;
  readonly #totals: Pick<TotalCache, 'of'>;
  readonly #statements = new Map<string, RowStatement>();
  readonly #documents: DocumentReader<number>;

  constructor(database: DatabaseSync, view: ViewTable, totals: Pick<TotalCache, 'of'>) {
    this.#database = database;
    this.#view = view;
    this.#totals = totals;
    this.#documents = new DocumentReader(database, view, 'n');
  }

  /** @throws TypeError if the query names something that the view does not declare. */
  find(query: FindQuery): FoundJson {
    const page = {
      skip: whole(query.skip ?? 0, 'skip'),
      limit: whole(query.limit ?? Number.MAX_SAFE_INTEGER, 'limit'),
    };
    const question = this.#question(query);
    if (question.partitions?.length === 0 || question.filters.some(({ values }) => values.length === 0)) {
      return { docs: [], total: 0 };
    }
    if (isForAll(query)) {
      const docs = this.#read(this.#collect(question, page, this.#narrowest(question.partitions, question.filters)));
      return { docs, total: Math.min(docs.length, question.countUpTo) };
    }
    const total = Math.min(this.#total(question), question.countUpTo);
    const isWhole = total < question.countUpTo;
    if ((isWhole && page.skip >= total) || page.limit === 0) return { docs: [], total };
    return { docs: this.#read(this.#rowsOf(question, page, total)), total };
  }

  #read(found: readonly [n: number][]): readonly string[] {
    return this.#documents.get(found.map(([n]) => n));
  }

  #question({ where, contains, sort, after, before, countUpTo = MAX_COUNTED }: FindQuery): FindPlan {
    const { schema } = this.#view;
    if ([sort, after, before].filter((order) => order !== undefined).length > 1) {
      throw new TypeError('`after` and `before` order by id: they cannot be combined with each other or with `sort`');
    }
    const conditions = Object.entries(where ?? {}).map(([field, value = null]): Condition => {
      const values = new Set(typeof value === 'object' && value !== null ? value : [value]);
      return { index: this.#fieldIndex(field), field, values: [...values] };
    });
    if (sort !== undefined) this.#fieldIndex(sort.field);
    if (contains !== undefined && this.#view.trigrams === null) {
      throw new TypeError(`view ${schema.name} declares nothing to search`);
    }
    return {
      partitions: conditions.find(({ field }) => field === schema.partition)?.values ?? null,
      filters: conditions.filter(({ field }) => field !== schema.partition),
      needle: parseNeedle(contains),
      sort,
      after,
      before,
      countUpTo,
    };
  }

  #fieldIndex(field: string): number {
    const index = this.#view.schema.fields.indexOf(field);
    if (index < 0) throw new TypeError(`view ${this.#view.schema.name} declares no field ${field}`);
    return index;
  }

  /** How many documents meet the conditions, ignoring the needle. */
  #meeting(partitions: FindPlan['partitions'], filters: readonly Condition[]): number {
    return this.#totals.of(this.#conditions(partitions, filters), null, () =>
      this.#count(this.#matching({ partitions, filters, needle: null }, this.#narrowest(partitions, filters))),
    );
  }

  #total(question: FindPlan): number {
    const { partitions, filters, needle: sought, countUpTo } = question;
    const candidates = this.#meeting(partitions, filters);
    if (sought === null || candidates === 0) return candidates;
    const count = () => {
      if (this.#usesTrigrams(sought, candidates)) {
        return this.#countUpTo([this.#matching({ partitions, filters, needle: sought }, 'trigrams', '1')], countUpTo);
      }
      const scanned = this.#matching(
        { partitions, filters, needle: null },
        this.#narrowest(partitions, filters),
        'text',
      );
      const found = {
        text: `SELECT 1 FROM (${scanned.text} LIMIT ${SCANNED_ROWS}) WHERE instr(text, ?) > 0`,
        values: [...scanned.values, sought.text],
      };
      return this.#countUpTo([found], countUpTo);
    };
    return this.#totals.of(this.#conditions(partitions, filters), sought.text, count, countUpTo);
  }

  /** All conditions, including the partition's. */
  #conditions(partitions: FindPlan['partitions'], filters: readonly Condition[]): readonly Condition[] {
    const { partition } = this.#view.schema;
    if (partition === undefined || partitions === null) return filters;
    return [{ index: this.#fieldIndex(partition), field: partition, values: partitions }, ...filters];
  }

  /** A few candidates are searched faster than an index over all partitions. */
  #usesTrigrams(sought: Needle, candidates: number): boolean {
    return sought.match !== null && candidates > SCANNED_CANDIDATES;
  }

  /** The row numbers of a page, by the cheaper access path: walk the sort index, or collect the matches. */
  #rowsOf(question: FindPlan, page: PageRange, total: number): readonly [n: number][] {
    const { partitions, filters, needle: sought } = question;
    const candidates = this.#meeting(partitions, filters);
    const everything = this.#meeting(partitions, []);
    const index = this.#sortIndex(question);
    const narrowest = this.#narrowest(partitions, filters);
    if (index === null) return this.#collect(question, page, narrowest);
    const matches = sought === null ? candidates : total;
    const walked = (Math.min(page.skip + page.limit, matches) * everything) / matches;
    if (sought !== null) {
      const way = this.#usesTrigrams(sought, candidates) ? 'trigrams' : narrowest;
      const collected = way === 'trigrams' ? total : candidates;
      return walked <= collected ? this.#walk(question, page, index) : this.#collect(question, page, way);
    }
    const collected = narrowest === null ? everything : this.#smallest(partitions, filters).total;
    return walked <= collected ? this.#walk(question, page, index) : this.#collect(question, page, narrowest);
  }

  /** The index in the requested order within each partition; null without such an index. */
  #sortIndex({ partitions, sort }: FindPlan): string | null {
    const { partition } = this.#view.schema;
    if (partition !== undefined && (partitions === null || partitions.length > MERGED_PARTITIONS)) return null;
    if (sort === undefined) return indexName(this.#view, 'all');
    return sort.field === partition ? null : indexName(this.#view, `by ${sort.field}`);
  }

  /** The filter that leaves the fewest documents. */
  #smallest(
    partitions: FindPlan['partitions'],
    filters: readonly Condition[],
  ): { field: string | null; total: number } {
    const [only, ...others] = filters;
    if (only === undefined) return { field: null, total: Number.POSITIVE_INFINITY };
    if (others.length === 0) return { field: only.field, total: this.#meeting(partitions, filters) };
    const counted = filters.map((filter) => ({ field: filter.field, total: this.#meeting(partitions, [filter]) }));
    return counted.reduce((least, other) => (other.total < least.total ? other : least));
  }

  /** The index that narrows most; null if the partitions lead every index and none was named. */
  #narrowest(partitions: FindPlan['partitions'], filters: readonly Condition[]): string | null {
    if (this.#view.schema.partition !== undefined && partitions === null) return null;
    const [only, ...others] = filters;
    const field = others.length === 0 ? only?.field : this.#smallest(partitions, filters).field;
    return indexName(this.#view, field === undefined || field === null ? 'all' : `by ${field}`);
  }

  #walk(question: FindPlan, page: PageRange, index: string): readonly [n: number][] {
    const { sort } = question;
    if (sort === undefined) return this.#inOrder(this.#arms(question, index), idOrder(question), page);
    if (!sort.descending) return this.#inOrder(this.#arms(question, index), 'k, id', page);
    // Empty keys are the greatest: backwards they would come first.
    const key = `"${sort.field}_k"`;
    const full = this.#arms(question, index, { text: `${key} < ?`, values: [EMPTY] });
    const rows = this.#inOrder(full, 'k DESC, id DESC', page);
    if (rows.length === page.limit) return rows;
    const filled = rows.length > 0 || page.skip === 0 ? page.skip + rows.length : this.#countUpTo(full, page.skip);
    const rest = { skip: page.skip - Math.min(page.skip, filled), limit: page.limit - rows.length };
    const empty = this.#arms(question, index, { text: `${key} = ?`, values: [EMPTY] });
    return [...rows, ...this.#inOrder(empty, 'id DESC', rest)];
  }

  /** How many rows the arms have, counted no further than `most`. */
  #countUpTo(arms: readonly Sql[], most: number): number {
    const rows = arms.map(({ text }) => text).join(' UNION ALL ');
    const limit = most === Number.POSITIVE_INFINITY ? -1 : most;
    return this.#count({ text: `FROM (${rows} LIMIT ?)`, values: [...arms.flatMap(({ values }) => values), limit] });
  }

  /** One query per partition: SQLite answers a sorted union by merging its arms, each in the order of its index. */
  #arms(question: FindPlan, index: string, only?: Sql): readonly Sql[] {
    const { partitions } = question;
    const columns = `n, id, ${this.#key(question.sort)} AS k`;
    return (partitions ?? [null]).map((partition) =>
      this.#matching(
        { ...question, partitions: partitions === null ? null : [partition] },
        index,
        columns,
        only === undefined ? [] : [only],
      ),
    );
  }

  #collect(question: FindPlan, page: PageRange, index: string | null): readonly [n: number][] {
    const { sort } = question;
    const matches = this.#matching(question, index, `n, id, ${this.#key(sort)} AS k`);
    const order = sort === undefined ? idOrder(question) : sort.descending ? "k = x'', k DESC, id DESC" : 'k, id';
    return this.#inOrder([{ ...matches, text: `SELECT * FROM (${matches.text})` }], order, page);
  }

  #inOrder(arms: readonly Sql[], order: string, { skip, limit }: PageRange): readonly [n: number][] {
    const text = `${arms.map((arm) => arm.text).join(' UNION ALL ')} ORDER BY ${order} LIMIT ? OFFSET ?`;
    const most = limit === Number.MAX_SAFE_INTEGER ? -1 : limit;
    return this.#prepared(text).all<[number]>(...arms.flatMap(({ values }) => values), most, skip);
  }

  #key(sort: FindPlan['sort']): string {
    return sort === undefined ? 'NULL' : `"${sort.field}_k"`;
  }

  /** The documents that match, read through `index` (by name), the trigram index, or as SQLite chooses (null). */
  #matching(
    question: Pick<FindPlan, 'partitions' | 'filters' | 'needle'> & Partial<Pick<FindPlan, 'after' | 'before'>>,
    index: string | null,
    columns = '',
    moreConditions: readonly Sql[] = [],
  ): Sql {
    const { table } = this.#view;
    const { partitions, filters, needle: sought, after, before } = question;
    const conditions: Sql[] = [...filters.map(valuesOf), ...moreConditions];
    if (after !== undefined) conditions.push({ text: 'id > ?', values: [after] });
    if (before !== undefined) conditions.push({ text: 'id < ?', values: [before] });
    if (partitions !== null) conditions.unshift(partitionsOf(partitions));
    if (sought !== null) conditions.push({ text: 'instr(text, ?) > 0', values: [sought.text] });
    const from: Sql =
      index === 'trigrams'
        ? { text: `${trigramMatchSql(this.#view)} CROSS JOIN ${table} ON n = hit`, values: [sought?.match ?? ''] }
        : { text: index === null ? table : `${table} INDEXED BY ${index}`, values: [] };
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ text }) => text).join(' AND ')}`;
    return {
      text: `${columns === '' ? '' : `SELECT ${columns} `}FROM ${from.text} ${where}`,
      values: [...from.values, ...conditions.flatMap(({ values }) => values)],
    };
  }

  #count({ text, values }: Sql): number {
    return this.#prepared(`SELECT count(*) ${text}`).get<[number]>(...values)?.[0] ?? 0;
  }

  #prepared(text: string): RowStatement {
    const rows = this.#statements.get(text) ?? new RowStatement(this.#database, text);
    if (this.#statements.size >= STATEMENTS) this.#statements.clear();
    this.#statements.set(text, rows);
    return rows;
  }
}

/** All matches, by id: their number need be neither known first nor stored for later. */
function isForAll({ contains, sort, after, before, skip, limit }: FindQuery): boolean {
  return [contains, sort, after, before, skip, limit].every((asked) => asked === undefined);
}

/** The order of a query without a sort field. */
function idOrder({ before }: FindPlan): string {
  return before === undefined ? 'id' : 'id DESC';
}

function partitionsOf(partitions: readonly FieldValue[]): Sql {
  const named = partitions.filter((partition) => partition !== null);
  const terms = named.length === 0 ? [] : [`p ${oneOf(named.length)}`];
  if (named.length < partitions.length) terms.push('p IS NULL');
  return { text: terms.length === 1 ? terms.join('') : `(${terms.join(' OR ')})`, values: named };
}

/** One field's values as its two columns, the key first: the index is ordered by the key. */
function valuesOf({ field, values }: Condition): Sql {
  const pairs = values.map(toColumns);
  const keys = pairs.map(([key]) => key);
  const byKey = `"${field}_k" ${oneOf(keys.length)}`;
  if (pairs.every(([, rest]) => rest === null)) return { text: `${byKey} AND "${field}_r" IS NULL`, values: keys };
  const exact = pairs.map(() => `"${field}_k" = ? AND "${field}_r" IS ?`).join(' OR ');
  return { text: `${byKey} AND (${exact})`, values: [...keys, ...pairs.flat()] };
}

function oneOf(count: number): string {
  return count === 1 ? '= ?' : `IN (${Array.from({ length: count }, () => '?').join(', ')})`;
}

function whole(value: number, name: string): number {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`${name} must be a whole number from 0, not ${value}`);
  return value;
}
