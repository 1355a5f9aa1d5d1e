import test from 'ava';
import {
  COLUMNS,
  columnsIn,
  columnsOf,
  DEFAULT_CHOICE,
  isDefault,
  isShown,
  NARROWEST,
  parseColumns,
  resizeColumn,
  serializeColumns,
  showColumn,
  WIDEST,
} from './columns.ts';

test('a saved choice comes back, and the default one is not saved', (t) => {
  const choice = resizeColumn(showColumn(DEFAULT_CHOICE, 'tags', true), 'anchor', 220.4);
  t.deepEqual(parseColumns(serializeColumns(choice)), { shown: { tags: true }, widths: { anchor: 220 } });
  t.like(parseColumns(serializeColumns({ ...choice, isCompact: true })), { isCompact: true });
  t.is(serializeColumns(DEFAULT_CHOICE), null);
});

test('a campaign’s table starts with the promotion type, every other one with the end date', (t) => {
  t.true(isShown(DEFAULT_CHOICE, 'expirationDate', 'usual'));
  t.false(isShown(DEFAULT_CHOICE, 'promotionType', 'usual'));
  t.false(isShown(DEFAULT_CHOICE, 'expirationDate', 'campaign'));
  t.true(isShown(DEFAULT_CHOICE, 'promotionType', 'campaign'));
  t.false(isShown(showColumn(DEFAULT_CHOICE, 'expirationDate', false), 'expirationDate', 'usual'));
});

test('every table has every column once', (t) => {
  for (const kind of ['usual', 'campaign', 'expiring'] as const) {
    t.deepEqual(columnsOf(kind).toSorted(), COLUMNS.toSorted(), kind);
  }
  t.deepEqual(columnsOf('expiring').slice(0, 4), ['articleLink', 'clientLink', 'expirationDate', 'anchor']);
});

test('the live date and the duration are columns of choice, and the end date stays where links expire soon', (t) => {
  for (const column of ['liveDate', 'duration'] as const) {
    t.false(isShown(DEFAULT_CHOICE, column, 'usual'));
    t.true(isShown(showColumn(DEFAULT_CHOICE, column, true), column, 'usual'));
  }
  const least = Object.fromEntries(COLUMNS.map((column) => [column, 100])) as Record<(typeof COLUMNS)[number], number>;
  t.true(columnsIn(0, DEFAULT_CHOICE, 'expiring', least).includes('expirationDate'));
  t.false(columnsIn(0, DEFAULT_CHOICE, 'usual', least).includes('expirationDate'));
});

test('what was agreed is a default column where anything was agreed, unless the person chose', (t) => {
  const isIn = (choice: typeof DEFAULT_CHOICE, isAgreed: boolean) => isShown(choice, 'agreement', 'usual', isAgreed);
  t.deepEqual([isIn(DEFAULT_CHOICE, true), isIn(DEFAULT_CHOICE, false)], [true, false]);
  t.false(isIn(showColumn(DEFAULT_CHOICE, 'agreement', false), true));
  t.true(isIn(showColumn(DEFAULT_CHOICE, 'agreement', true), false));
});

test('no choice hides the article column, and no width leaves its limits', (t) => {
  t.true(isShown({ shown: { articleLink: false }, widths: {} }, 'articleLink', 'usual'));
  t.is(resizeColumn(DEFAULT_CHOICE, 'anchor', 1).widths.anchor, NARROWEST);
  t.is(resizeColumn(DEFAULT_CHOICE, 'anchor', 9_999).widths.anchor, WIDEST);
});

test('invalid saved choices are ignored', (t) => {
  for (const kept of ['{', '3', 'null', '[]', '{"shown":3,"widths":null}']) {
    t.true(isDefault(parseColumns(kept)), kept);
  }
  const mixed = '{"shown":{"tags":true,"nope":true,"anchor":"yes"},"widths":{"anchor":-4,"status":90,"__proto__":5}}';
  t.deepEqual(parseColumns(mixed), { shown: { tags: true }, widths: { status: 90 } });
});

test('default columns leave a table without room for them, and chosen columns stay', (t) => {
  const least = Object.fromEntries(COLUMNS.map((column) => [column, 100])) as Record<(typeof COLUMNS)[number], number>;
  const missing = (room: number, choice = DEFAULT_CHOICE) => {
    const all = columnsIn(10_000, choice, 'usual', least);
    return all.filter((column) => !columnsIn(room, choice, 'usual', least).includes(column));
  };
  t.deepEqual(missing(800), []);
  t.deepEqual(missing(799), ['lastChecked']);
  t.deepEqual(missing(600), ['linkType', 'lastChecked']);
  t.deepEqual(missing(600, showColumn(DEFAULT_CHOICE, 'lastChecked', true)), ['linkType', 'assignedTo']);
  t.deepEqual(missing(700, resizeColumn(DEFAULT_CHOICE, 'anchor', 200)), ['linkType', 'lastChecked']);
  t.deepEqual(columnsIn(0, DEFAULT_CHOICE, 'usual', least), ['articleLink', 'status']);
});
