/** Lists of links as files, on the whole system: narrowed, sorted, harmless in a spreadsheet, and fit to come back. */
import test from 'ava';
import type { ImportAnswer } from '../../../../query-service/contract/answers/imports.ts';
import type { LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import { RoleActors } from '../../actors/role-actors.ts';
import type { Visitor } from '../../actors/visitor.ts';
import { startServer } from '../../apps/server.ts';
import { waitUntil } from '../../wait-until.ts';

interface Failure {
  readonly fields?: Readonly<Record<string, string>>;
}

// Nothing here needs a visit: checks refuse loopback addresses at once.
const app = await startServer([]);
const crew = await RoleActors.create(app);
test.after.always(() => app.close());

let people = 0;
const somebody = () => app.signIn(`exporter${++people}@example.com`);
const page = (name: string) => `http://127.0.0.1/${name}`;
const add = async (person: Visitor, name: string, more: object = {}) =>
  (await person.send<{ id: string }>('POST', '/api/links', { articleLink: page(name), clientLink: page('c'), ...more }))
    .body.id;
const bring = async (person: Visitor, file: string, query = '') =>
  (await person.send<ImportAnswer>('POST', `/api/links/import${query}`, file, { 'Content-Type': 'text/csv' })).body;
const file = async (person: Visitor, query = '') => (await person.get<string>(`/api/links/export${query}`)).body;
const exact = async (person: Visitor, query = ''): Promise<LinkAnswer[]> =>
  (await file(person, `?format=ndjson${query}`)).split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
const names = async (person: Visitor, query = '') =>
  (await exact(person, query)).map(({ articleLink }) => articleLink.split('/').at(-1));

test('a file has a name with a date, and one line per link', async (t) => {
  const person = await somebody();
  await add(person, 'ä');
  const { status, headers, body } = await person.get<string>('/api/links/export?columns=articleLink,clientLink');
  t.is(status, 200);
  t.is(headers['content-type'], 'text/csv; charset=utf-8');
  t.regex(headers['content-disposition'] ?? '', /^attachment; filename="links-\d{4}-\d\d-\d\d\.csv"$/);
  t.is(headers['x-total-count'], '1');
  t.is(body, `articleLink,clientLink\n${page('ä')},${page('c')}\n`);
  const lines = await person.get<string>('/api/links/export?format=ndjson');
  t.is(lines.headers['content-type'], 'application/x-ndjson; charset=utf-8');
  t.deepEqual(await exact(person), (await person.get<LinkAnswer[]>('/api/links')).body);
});

test('the file of an empty list has only the header line', async (t) => {
  const person = await somebody();
  t.is(await file(person, '?columns=status,anchor'), 'status,anchor\n');
  t.is(await file(person, '?format=ndjson'), '');
});

test('a file has all columns, or the chosen ones in the requested order', async (t) => {
  const person = await somebody();
  await add(person, 'a', { assignedTo: null });
  const [head, row] = (await file(person)).split('\n');
  t.is(head?.split(',').length, 35);
  t.true(row?.includes('Unassigned'));
  t.is((await file(person, '?columns=duration,articleLink')).split('\n')[1], `30 days,${page('a')}`);
});

test('a file has the links that are named by their ids, if the person sees them', async (t) => {
  const [person, other] = [await somebody(), await somebody()];
  const [first, , third] = [await add(person, 'first'), await add(person, 'second'), await add(person, 'third')];
  const [foreign, trashed] = [await add(other, 'foreign'), await add(person, 'trashed')];
  await person.send('DELETE', `/api/links/${trashed}`);
  t.deepEqual(await names(person, `&ids=${[third, foreign, first, trashed, third, 'none'].join(',')}`), [
    'third',
    'first',
  ]);
});

test('an invalid request is refused, and the error names the valid values', async (t) => {
  const person = await somebody();
  const refused = async (query: string, field: string, said: RegExp) => {
    const { status, body } = await person.get<Failure>(`/api/links/export?${query}`);
    t.is(status, 400, query);
    t.regex(body.fields?.[field] ?? '', said);
  };
  await refused('columns=articleLink,nope,secret', 'columns', /no column “nope”, “secret”: choose from articleLink/);
  await refused(`ids=${[...Array(101).keys()].join(',')}`, 'ids', /at most 100 ids/);
  await refused('ids=a&status=live', 'ids', /leave out the filters/);
  await refused('format=xlsx', 'format', /csv, ndjson/);
  await refused('format=ndjson&columns=status', 'columns', /only for csv/);
  await refused('page=2', 'page', /not a parameter/);
  await refused('status=lost', 'status', /status must be/);
  t.is((await crew.signedOut.get('/api/links/export')).status, 401);
});

// Both are about the lists of the same person.
test.serial('filters and sorting apply to the file as to the list', async (t) => {
  const { visitor } = crew.owner;
  const teamId = await crew.team();
  const campaignId = await crew.campaign(teamId);
  const day = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString();
  await add(visitor, 'one', { teamId, liveDate: day(-25), assignedTo: crew.members.edit.id });
  await add(visitor, 'two', { teamId, clientLink: 'https://other.example/', remarks: 'x', assignedTo: null });
  await add(visitor, 'three', { clientLink: 'https://other.example/' });
  await visitor.send('POST', '/api/campaign-links', {
    campaignId,
    teamId,
    promotionType: 'link_insertion',
    articleLink: page('four'),
    clientLink: page('c'),
    timelineDate: '2030-01-01',
  });
  await waitUntil(async () => (await exact(visitor)).every(({ checking }) => !checking));
  const ways = [
    ...['status=pending', 'status=removed', 'status=live,removed', 'linkType=none', 'linkType=dofollow,sponsored'],
    ...['q=thre', 'clientDomain=other.example', `campaignId=${campaignId}`, `teamId=${teamId}`, 'teamId=nobodys'],
    ...[`assignedTo=${crew.members.edit.id}`, 'assignedTo=unassigned', 'expiringWithin=30', 'expiringWithin=2'],
    ...['sort=articleLink', 'sort=articleLink&dir=desc', 'sort=assignedTo', 'sort=liveDate&dir=desc', 'sort=duration'],
  ];
  for (const way of ways) {
    const listed = (await visitor.get<LinkAnswer[]>(`/api/links?${way}`)).body.map(({ id }) => id);
    t.deepEqual(
      (await exact(visitor, `&${way}`)).map(({ id }) => id),
      listed,
      way,
    );
    const lines = (await file(visitor, `?columns=id&${way}`)).trim().split('\n').slice(1);
    t.deepEqual(lines, listed, way);
  }
  t.deepEqual(await names(visitor, '&clientDomain=other.example&sort=articleLink'), ['three', 'two']);
  t.deepEqual(await names(visitor, '&expiringWithin=30'), ['one']);
});

test.serial('a file never holds a stranger’s links, but it does hold those of a viewer’s team', async (t) => {
  const teamId = await crew.team();
  await add(crew.owner.visitor, 'ours', { teamId });
  await add(crew.owner.visitor, 'mine');
  for (const query of ['', `&teamId=${teamId}`, '&q=127']) t.deepEqual(await names(crew.stranger.visitor, query), []);
  await waitUntil(async () => (await names(crew.members.view.visitor)).includes('ours'));
  t.false((await names(crew.members.view.visitor)).includes('mine'));
});

test('nothing in a file is a formula, and our own numbers stay numbers', async (t) => {
  const person = await somebody();
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '"=HYPERLINK(""http://evil.example"",""a,b"")"'];
  const rows = texts.map((remarks, index) => `${page(`f${index}`)},${page('c')},,${remarks}`);
  const old = `${page('old')},${page('c')},2020-01-01,fine`;
  t.is((await bring(person, ['articleLink,clientLink,liveDate,remarks', ...rows, old].join('\n'))).imported, 6);
  const [, ...lines] = (await file(person, '?columns=remarks,daysLeft&sort=articleLink')).trim().split('\n');
  t.deepEqual(
    lines.map((line) => line.replace(/-\d{4}$/, '-N')),
    ["'=1+1,", "'+1,", "'-1,", "'@SUM(A1),", `"'=HYPERLINK(""http://evil.example"",""a,b"")",`, 'fine,-N'],
  );
});

test('importing an exported file adds nothing, and in another account it creates the same links', async (t) => {
  const [person, other] = [await somebody(), await somebody()];
  const rows = [
    'articleLink,clientLink,duration,liveDate,assignedTo,pocEmail,remarks',
    `${page('a')},${page('c')},permanent,2026-01-31,Unassigned,,=not a formula`,
    `${page('b')},${page('c')},,,,poc@example.com,"two\nlines, ""quoted""; and a semicolon"`,
  ];
  await bring(person, rows.join('\n'));
  const whole = await file(person);
  t.like(await bring(person, whole), { message: 'Imported 0 links, 0 failed', duplicates: 2, problem: null });
  const some = '?sort=articleLink&columns=articleLink,clientLink,duration,liveDate,pocEmail,remarks';
  t.like(await bring(other, await file(person, some)), { imported: 2, failed: 0 });
  t.is(await file(other, some), await file(person, some));
  const told = ({ remarks, duration, pocEmail, liveDate }: LinkAnswer) => [remarks, duration, pocEmail, liveDate];
  t.deepEqual((await exact(other, '&sort=articleLink')).map(told), [
    ['=not a formula', 'permanent', null, '2026-01-31'],
    ['two\nlines, "quoted"; and a semicolon', '30 days', 'poc@example.com', null],
  ]);
  const assigned = '?sort=articleLink&columns=articleLink,clientLink,assignedToName';
  await bring(other, await file(person, assigned), '?allowDuplicate=true');
  t.is((await exact(other, '&assignedTo=unassigned')).length, 1);
});

test('5,000 links fit in one file', async (t) => {
  const person = await somebody();
  const rows = Array.from({ length: 5_000 }, (_, index) => `${page(`n${index}`)},https://client.example/`);
  t.is((await bring(person, `articleLink,clientLink\n${rows.join('\n')}`)).imported, 5_000);
  const lines = (await file(person, '?columns=id,articleLink&sort=articleLink')).trim().split('\n').slice(1);
  t.is(lines.length, 5_000);
  t.is(new Set(lines).size, 5_000);
});
