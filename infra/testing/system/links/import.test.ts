/** Files of links through the API, on the whole system: imported, reported row by row, undone. */
import test from 'ava';
import type { UserAnswer } from '../../../../query-service/contract/answers/account.ts';
import { EXPORT_COLUMNS } from '../../../../query-service/contract/answers/exports.ts';
import type { ImportAnswer } from '../../../../query-service/contract/answers/imports.ts';
import type { LinkAnswer, TermsTemplateAnswer, TrashAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { CreatedTokenAnswer } from '../../../../query-service/contract/answers/tokens.ts';
import { Program } from '../../actors/program.ts';
import { makeTeam } from '../../actors/team.ts';
import type { Visitor } from '../../actors/visitor.ts';
import { startServer } from '../../apps/server.ts';
import { waitUntil } from '../../wait-until.ts';

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
}

// Nothing here needs a visit: checks refuse loopback addresses at once.
const app = await startServer([]);
test.after.always(() => app.close());

let people = 0;
const somebody = () => app.signIn(`importer${++people}@example.com`);
const bring = <T = ImportAnswer>(person: Visitor, file: string, query = '', type = 'text/csv') =>
  person.send<T>('POST', `/api/links/import${query}`, file, { 'Content-Type': type });
const list = async (person: Visitor) => (await person.get<LinkAnswer[]>('/api/links?sort=articleLink')).body;
const articles = async (person: Visitor) => (await list(person)).map(({ articleLink }) => articleLink);

const TWO =
  'ArticleLink;CLIENTLINK;Anchor;duration\nhttp://127.0.0.1/a;http://127.0.0.1/c;Tea;90\nhttp://127.0.0.1/b;http://127.0.0.1/c;;\n';

test('each row of a file is a link, with the defaults of the form', async (t) => {
  const person = await somebody();
  const { status, body } = await bring(person, TWO);
  t.is(status, 200);
  t.like(body, { message: 'Imported 2 links, 0 failed', imported: 2, failed: 0, duplicates: 0, problem: null });
  const rows = await list(person);
  t.like(rows[0] ?? {}, { articleLink: 'http://127.0.0.1/a', anchor: 'Tea', duration: '90 days' });
  t.like(rows[1] ?? {}, { articleLink: 'http://127.0.0.1/b', anchor: null, duration: '30 days' });
  t.truthy(rows[0]?.assignedTo);
});

test('imported links are checked automatically', async (t) => {
  const person = await somebody();
  await bring(person, TWO);
  await waitUntil(async () => (await list(person)).every(({ lastChecked }) => lastChecked !== null));
  t.pass();
});

test('importing a file again adds nothing, and neither does a repeated row', async (t) => {
  const person = await somebody();
  await bring(person, TWO);
  t.like((await bring(person, TWO)).body, { message: 'Imported 0 links, 0 failed', duplicates: 2 });
  const again = `articleLink,clientLink\n${'http://127.0.0.1/x?utm_source=mail,http://www.127.0.0.1.example/\n'.repeat(1_000)}`;
  t.like((await bring(person, again)).body, { imported: 1, duplicates: 999 });
  t.is((await list(person)).length, 3);
  t.like((await bring(person, TWO, '?allowDuplicate=true')).body, { imported: 2, duplicates: 0 });
});

test('an invalid row is reported with its reasons, and the other rows are imported', async (t) => {
  const person = await somebody();
  const rows = [
    'articleLink,clientLink,pocEmail',
    'http://127.0.0.1/good,http://127.0.0.1/c,',
    'http://127.0.0.1/alone',
    'javascript:alert(1),http://127.0.0.1/c,',
    '"http://127.0.0.1/line\nbreak",http://127.0.0.1/c,',
    'http://127.0.0.1/mail,http://127.0.0.1/c,nobody',
    `http://127.0.0.1/${'x'.repeat(3_000)},http://127.0.0.1/c,`,
    'http://bücher.example/ä,http://xn--bcher-kva.example/,',
  ];
  const { body } = await bring(person, rows.join('\r\n'));
  t.like(body, { message: 'Imported 2 links, 5 failed', problem: null });
  t.deepEqual(
    body.failures.map(({ row, line, reasons }) => [row, line, Object.keys(reasons)]),
    [
      [2, 3, ['clientLink']],
      [3, 4, ['articleLink']],
      [4, 5, ['articleLink']],
      [5, 6, ['pocEmail']],
      [6, 7, ['articleLink']],
    ],
  );
  t.deepEqual(body.failures[1]?.cells, ['javascript:alert(1)', 'http://127.0.0.1/c', '']);
  t.deepEqual(await articles(person), ['http://127.0.0.1/good', 'http://bücher.example/ä']);
});

test('a dry run reports the result and the meaning of each column, and adds nothing', async (t) => {
  const person = await somebody();
  const file =
    'Referring page URL,Target URL,Domain rating,Nofollow\nhttp://127.0.0.1/a,http://127.0.0.1/c,50,true\nx,,,\n';
  const { body } = await bring(person, file, '?dryRun=true');
  t.like(body, { importId: null, imported: 1, failed: 1 });
  t.deepEqual(
    body.columns.map(({ field }) => field),
    ['articleLink', 'clientLink', null, 'nofollow'],
  );
  t.deepEqual(await list(person), []);
  const strange = await bring(person, 'This,That\none,two\n', '?dryRun=true');
  t.regex(strange.body.problem ?? '', /couldn’t find the article column/);
  t.deepEqual(strange.body.sample, [['one', 'two']]);
  const targetless = await bring(person, 'URL\nhttp://127.0.0.1/a\n', '?dryRun=true');
  t.regex(targetless.body.problem ?? '', /Which client are these links for\?/);
});

test('a long file with unknown columns gets an answer, and the connection stays usable', async (t) => {
  const person = await somebody();
  const file = `This,That\n${'nothing,of the kind\n'.repeat(500_000)}`;
  t.is((await bring(person, file, '?dryRun=true')).body.sample.length, 5);
  t.is((await bring<Failure>(person, file)).status, 400);
  t.deepEqual(await list(person), []);
});

test('columns can be mapped, and one address can be the target of all rows', async (t) => {
  const person = await somebody();
  const chosen = encodeURIComponent(JSON.stringify({ Seite: 'articleLink', Ziel: 'clientLink', Anchor: null }));
  await bring(person, 'Seite,Ziel,Anchor\nhttp://127.0.0.1/a,http://127.0.0.1/c,Tea\n', `?columns=${chosen}`);
  const target = `?clientLink=${encodeURIComponent('http://127.0.0.1/d')}`;
  await bring(person, 'Linking page,Last crawled\nhttp://127.0.0.1/b,2026-01-01\n', target);
  const rows = await list(person);
  t.deepEqual(
    rows.map(({ clientLink, anchor }) => [clientLink, anchor]),
    [
      ['http://127.0.0.1/c', null],
      ['http://127.0.0.1/d', null],
    ],
  );
});

test('a file without links is refused with a readable error and adds nothing', async (t) => {
  const person = await somebody();
  const bad: [string, RegExp][] = [
    ['', /This file is empty/],
    ['This,That\none,two\n', /couldn’t find the article column/],
    ['URL\nhttp://127.0.0.1/a\n', /Which client are these links for/],
    ['PK\x03\x04\0\0', /not a text file/],
    ['articleLink,client\0Link', /not a text file/],
  ];
  for (const [file, message] of bad) {
    const answer = await bring<Failure>(person, file);
    t.is(answer.status, 400);
    t.regex(answer.body.fields?.file ?? '', message);
  }
  t.is((await bring<Failure>(person, '{}', '', 'application/json')).status, 415);
  t.is((await bring<Failure>(person, TWO, '?surprise=1')).status, 400);
  t.is((await bring<Failure>(person, TWO, '?columns=%5B%5D')).status, 400);
  t.is((await bring<Failure>(person, TWO, '?dateOrder=ymd')).status, 400);
  t.is((await bring<Failure>(person, TWO, `?tags=${'x'.repeat(41)}`)).status, 400);
  t.is((await bring<Failure>(person, TWO, '?teamId=no-such-team')).status, 404);
  t.like((await bring(person, 'articleLink,clientLink\n')).body, { imported: 0, failed: 0, problem: null });
  t.deepEqual(await list(person), []);
});

test('a file that breaks off keeps the rows before the error and names the problem', async (t) => {
  const person = await somebody();
  const { body } = await bring(
    person,
    'articleLink,clientLink\nhttp://127.0.0.1/a,http://127.0.0.1/c\n"http://127.0.0.1/b,x\n',
  );
  t.like(body, { imported: 1, failed: 0 });
  t.regex(body.problem ?? '', /never closed/);
  t.deepEqual(await articles(person), ['http://127.0.0.1/a']);
});

test('a file over 64 MB is refused before it is read', async (t) => {
  const person = await somebody();
  const answer = await bring<Failure>(person, `articleLink,clientLink\n${'x'.repeat(65 * 1024 * 1024)}`);
  t.is(answer.status, 413);
});

test('a person who may edit undoes a whole import; repeating the undo is harmless', async (t) => {
  const person = await somebody();
  const { importId } = (await bring(person, TWO)).body;
  await bring(person, 'articleLink,clientLink\nhttp://127.0.0.1/stays,http://127.0.0.1/c\n');
  t.is((await (await somebody()).send('POST', `/api/imports/${importId}/undo`)).status, 404);
  t.deepEqual((await person.send('POST', `/api/imports/${importId}/undo`)).body, { trashed: 2 });
  t.deepEqual((await person.send('POST', `/api/imports/${importId}/undo`)).body, { trashed: 0 });
  t.deepEqual(await articles(person), ['http://127.0.0.1/stays']);
  t.is((await person.get<TrashAnswer[]>('/api/trash')).body.length, 2);
});

test('a team’s import fills the team’s list and finds assignees by name', async (t) => {
  const [owner, stranger] = [await somebody(), await somebody()];
  await owner.send('PATCH', '/api/user/profile', { firstName: 'Olga', lastName: 'Wirth' });
  const { id } = (await owner.send<{ id: string }>('POST', '/api/teams', { name: 'North' })).body;
  const file =
    'articleLink,clientLink,assignedTo\nhttp://127.0.0.1/t,http://127.0.0.1/c,olga wirth\nhttp://127.0.0.1/u,http://127.0.0.1/c,Bob\n';
  const { body } = await bring(owner, file, `?teamId=${id}`);
  t.like(body, { imported: 1, failed: 1 });
  t.regex(body.failures[0]?.reasons.assignedTo ?? '', /No team member “Bob”/);
  t.like((await list(owner))[0] ?? {}, { teamId: id, assignedToName: 'Olga Wirth' });
  t.is((await bring<Failure>(stranger, file, `?teamId=${id}`)).status, 404);
});

test('an import into a campaign creates permanent campaign links', async (t) => {
  const [owner, stranger] = [await somebody(), await somebody()];
  const make = async (path: string, body: object) => (await owner.send<{ id: string }>('POST', path, body)).body.id;
  const teamId = await make('/api/teams', { name: 'South' });
  const elsewhere = await make('/api/teams', { name: 'West' });
  const campaignId = await make('/api/campaigns', { name: 'Spring', teamId });
  const { body } = await bring(owner, TWO, `?campaignId=${campaignId}`);
  t.like(body, { imported: 2, failed: 0 });
  for (const row of await list(owner)) {
    t.like(row, { campaignId, teamId, duration: 'permanent', promotionType: 'link_insertion' });
  }
  t.is((await bring<Failure>(stranger, TWO, `?campaignId=${campaignId}`)).status, 404);
  t.is((await bring<Failure>(owner, TWO, '?campaignId=unknown')).status, 404);
  t.is((await bring<Failure>(owner, TWO, `?campaignId=${campaignId}&teamId=${elsewhere}`)).status, 400);
  await owner.send('DELETE', `/api/campaigns/${campaignId}`);
  t.is((await bring<Failure>(owner, TWO, `?campaignId=${campaignId}`)).status, 404);
});

test('a file into a campaign needs client links only, and reads type, website, status and timeline', async (t) => {
  const owner = await somebody();
  const make = async (path: string, body: object) => (await owner.send<{ id: string }>('POST', path, body)).body.id;
  const teamId = await make('/api/teams', { name: 'North' });
  const campaignId = await make('/api/campaigns', { name: 'Winter', teamId });
  const alone = await bring(owner, 'clientLink\nhttp://127.0.0.1/alone\n', `?campaignId=${campaignId}`);
  t.like(alone.body, { imported: 1, failed: 0, problem: null });
  const file = [
    'clientLink,promotionType,websiteUrl,status,timelineDate,articleLink',
    'http://127.0.0.1/guest,guest_post,http://127.0.0.1/blog,pending,2099-12-31,',
    'http://127.0.0.1/live,Link insertion,,live,2099-12-31,http://127.0.0.1/article',
    'http://127.0.0.1/other,other,,,,',
    ',guest_post,http://127.0.0.1/blog,pending,2099-12-31,',
    'http://127.0.0.1/x,guest_post,,removed,someday,',
  ].join('\n');
  const { body } = await bring(owner, file, `?campaignId=${campaignId}`);
  t.is(body.message, 'Imported 3 links, 2 failed');
  t.deepEqual(
    body.failures.map(({ line, reasons }) => [line, Object.keys(reasons).toSorted()]),
    [
      [5, ['clientLink']],
      [6, ['status', 'timelineDate']],
    ],
  );
  const rows = (await owner.get<LinkAnswer[]>('/api/links?sort=clientLink')).body;
  const shared = { campaignId, teamId, duration: 'permanent' };
  t.deepEqual(
    rows.map(({ clientLink }) => clientLink.split('/').at(-1)),
    ['alone', 'guest', 'live', 'other'],
  );
  const [only, guest, live, other] = rows;
  t.like(only, { ...shared, promotionType: 'link_insertion', articleLink: '', status: 'pending', timelineDate: null });
  t.like(guest, {
    ...{ ...shared, promotionType: 'guest_post', status: 'pending', timelineDate: '2099-12-31' },
    ...{ articleLink: 'http://127.0.0.1/blog', websiteUrl: 'http://127.0.0.1/blog' },
  });
  t.like(live, { ...shared, promotionType: 'link_insertion', timelineDate: null });
  t.like(other, { ...shared, promotionType: 'other', articleLink: '', websiteUrl: null });

  const edit = (id = '', change: object) => owner.send<Failure>('PATCH', `/api/links/${id}`, change);
  t.is((await edit(only?.id, { remarks: 'agreed', articleLink: '' })).status, 200, 'the article may come later');
  t.is((await edit(only?.id, { articleLink: 'http://127.0.0.1/there' })).status, 200);
  t.is((await edit(only?.id, { articleLink: '' })).status, 400);
  t.is((await edit(other?.id, { clientLink: null, remarks: 'a podcast' })).status, 200);
});

test('the preview names the rows it would skip, and tags of the whole file reach every link', async (t) => {
  const person = await somebody();
  const file =
    'http://127.0.0.1/a\thttp://127.0.0.1/c\nhttp://127.0.0.1/b\thttp://127.0.0.1/c\nhttp://127.0.0.1/a\thttp://127.0.0.1/c\n';
  const paste = (query: string) => bring(person, file, query, 'text/tab-separated-values');
  t.like((await paste('?dryRun=true')).body, {
    imported: 2,
    skipped: [{ line: 3, repeats: 1, articleLink: 'http://127.0.0.1/a' }],
    columns: [
      { header: 'Column A', field: 'articleLink' },
      { header: 'Column B', field: 'clientLink' },
    ],
  });
  t.like((await paste('?tags=Spring%2C%20VIP')).body, { imported: 2, failed: 0 });
  for (const row of await list(person)) t.deepEqual(row.tags, ['Spring', 'VIP']);
  t.like((await paste('?dryRun=true')).body, {
    imported: 0,
    skipped: [
      { line: 1, repeats: null },
      { line: 2, repeats: null },
      { line: 3, repeats: null },
    ],
  });
});

const EVERYTHING = [
  'articleLink,clientLink,Agreed anchor,dofollow,Agreed type,Due on,Until,Price,Currency,Vendor,Order number,Notes',
  'http://127.0.0.1/a,http://127.0.0.1/c,tea|coffee,x,"dofollow, sponsored",2026-03-31,2027-03-31,"1.200,50 €",,Northside,A-7,hi',
  'http://127.0.0.1/b,http://127.0.0.1/c,,,,,,0,USD,,,',
  'http://127.0.0.1/d,http://127.0.0.1/c,,yes,,2026-03-31,2026-03-30,,,,,',
  `http://127.0.0.1/e,http://127.0.0.1/c,${'x'.repeat(2_000)},1,,,,-5,USD,,,`,
  `http://127.0.0.1/f,http://127.0.0.1/c,${Array.from({ length: 51 }, (_, index) => index).join(';')},ja,maybe,02/03/2026,,120/mo,USD,,,`,
  'http://127.0.0.1/g,http://127.0.0.1/c,,,,,,90,,,,',
  'http://127.0.0.1/h,http://127.0.0.1/c,,,,,,1000000000000,USD,,,',
  'http://127.0.0.1/i,http://127.0.0.1/c,,,,,,90,XYQ,Northside,A-8,',
].join('\n');

test('a file brings what was agreed and what it costs, and a wrong cell refuses its whole row with a sentence', async (t) => {
  const person = await somebody();
  const { body } = await bring(person, EVERYTHING);
  t.like(body, { imported: 2, failed: 6, leftOut: null, lacksCurrency: true });
  t.deepEqual(
    body.columns.slice(2).map(({ field }) => field),
    [
      ...['agreedAnchor', 'linkType', 'agreedLinkTypes', 'timelineDate', 'until', 'price', 'currency', 'vendor'],
      ...['orderNumber', 'remarks'],
    ],
  );
  t.deepEqual(
    body.failures.map(({ line, reasons }) => [line, reasons]),
    [
      [4, { until: 'Until must not be before the due day' }],
      [5, { agreedAnchor: 'Anchor must be at most 500 characters', price: 'Price must not be negative; 0 means free' }],
      [
        6,
        {
          agreedAnchor: 'Enter at most 50 anchor texts',
          agreedLinkTypes: 'Link types must be some of dofollow, nofollow, sponsored',
          timelineDate: 'Due day “02/03/2026” can start with the day or the month. Choose which.',
          price: 'Enter one amount, such as 90, 1,200.50 or USD 90',
        },
      ],
      [
        7,
        {
          currency:
            'The price has no currency: write USD 90, add a column for the currency, or choose one for all rows',
        },
      ],
      [8, { price: 'Price must be at most 1,000,000,000,000 of the currency’s smallest unit' }],
      [9, { currency: 'Currency must be a code of ISO 4217, such as USD' }],
    ],
  );
  const [whole, free, ...more] = await list(person);
  t.deepEqual(more, []);
  t.like(whole ?? {}, {
    terms: {
      ...{ anchor: { rule: 'one-of', texts: ['tea', 'coffee'] }, linkTypes: ['dofollow', 'sponsored'] },
      ...{ indexable: false, visible: false, goneAfterEnd: false },
    },
    termsTemplate: null,
    ...{ timelineDate: '2026-03-31', duration: '2027-03-31', remarks: 'hi' },
    money: { price: { amount: 120_050, currency: 'EUR' }, vendor: 'Northside', orderNumber: 'A-7' },
  });
  t.like(free ?? {}, {
    terms: null,
    money: { price: { amount: 0, currency: 'USD' }, vendor: null, orderNumber: null },
  });

  const later = 'articleLink,clientLink,Price\nhttp://127.0.0.1/g,http://127.0.0.1/c,90\n';
  t.like((await bring(person, later, '?currency=EUR')).body, { imported: 1, lacksCurrency: false });
  t.deepEqual((await list(person))[2]?.money?.price, { amount: 9_000, currency: 'EUR' });
  t.is((await bring<Failure>(person, later, '?currency=XYQ')).status, 400);
});

test('what an export says was agreed and what it costs comes back with its import', async (t) => {
  const person = await somebody();
  await bring(person, EVERYTHING);
  const terms = { anchor: { rule: 'none-of', texts: ['here; now', 'more, again'] }, linkTypes: ['nofollow'] };
  await person.send('PUT', `/api/links/${(await list(person))[1]?.id}/terms`, terms);
  // Its assignee is nobody in the other list.
  const columns = EXPORT_COLUMNS.filter((column) => !column.startsWith('assigned'));
  const file = (await person.get<string>(`/api/links/export?columns=${columns}`)).body;
  const other = await somebody();
  t.like((await bring(other, file)).body, { imported: 2, failed: 0, unclearDays: [] });
  const shown = async (who: Visitor) =>
    (await list(who)).map(({ terms, money, timelineDate, duration }) => ({ terms, money, timelineDate, duration }));
  t.deepEqual(await shown(other), await shown(person));
});

test('terms come from a template of the list, and columns of the file take precedence', async (t) => {
  const person = await somebody();
  const terms = { anchor: { rule: 'contains', texts: ['tea'] }, linkTypes: ['dofollow'], indexable: true };
  await person.send('PUT', '/api/terms-templates', { templates: [{ name: 'Guest post', terms }] });
  const [template] = (await person.get<TermsTemplateAnswer[]>('/api/terms-templates')).body;
  const file =
    'articleLink,clientLink,Agreed type\nhttp://127.0.0.1/a,http://127.0.0.1/c,\nhttp://127.0.0.1/b,http://127.0.0.1/c,sponsored\n';
  t.like((await bring(person, file, `?templateId=${template?.id}`)).body, { imported: 2, failed: 0 });
  const [plain, own] = await list(person);
  t.like(plain ?? {}, { terms: template?.terms ?? null, termsTemplate: { id: template?.id ?? '', isChanged: false } });
  t.like(own ?? {}, {
    terms: { ...terms, linkTypes: ['sponsored'], visible: false, goneAfterEnd: false },
    termsTemplate: { id: template?.id ?? '', isChanged: true },
  });
  const stranger = await somebody();
  const refused = await bring<Failure>(stranger, file, `?templateId=${template?.id}`);
  t.is(refused.status, 400);
  t.is(refused.body.fields?.templateId, 'This list does not have this template.');
  t.deepEqual(await list(stranger), []);
});

test('an import into a campaign gives the links the template of the campaign, unless another or none is chosen', async (t) => {
  const owner = await somebody();
  const make = async (path: string, body: object) => (await owner.send<{ id: string }>('POST', path, body)).body.id;
  const teamId = await make('/api/teams', { name: 'North' });
  const templates = ['Guest post', 'Forum'].map((name) => ({ name, terms: { linkTypes: ['dofollow'] } }));
  await owner.send('PUT', '/api/terms-templates', { teamId, templates });
  const [forum, guest] = (await owner.get<TermsTemplateAnswer[]>('/api/terms-templates')).body;
  const campaignId = await make('/api/campaigns', { name: 'Spring', teamId, templateId: guest?.id });
  for (const [name, query, templateId] of [
    ['a', '', guest?.id],
    ['b', `&templateId=${forum?.id}`, forum?.id],
    ['c', '&templateId=', undefined],
  ] as const) {
    await bring(owner, `clientLink\nhttp://127.0.0.1/${name}\n`, `?campaignId=${campaignId}${query}`);
    const rows = await list(owner);
    t.is(rows.find(({ clientLink }) => clientLink.endsWith(name))?.termsTemplate?.id, templateId, name);
  }
  // A template that is gone keeps nobody from importing.
  await owner.send('PUT', '/api/terms-templates', { teamId, templates: [] });
  t.is((await bring(owner, 'clientLink\nhttp://127.0.0.1/d\n', `?campaignId=${campaignId}`)).body.imported, 1);
});

test('a member without the permission for prices imports the links, and their money stays out with a sentence', async (t) => {
  const [owner, editor] = [await somebody(), await somebody()];
  const { email } = (await editor.get<UserAnswer>('/api/auth/user')).body;
  const teamId = await makeTeam(app, owner, [[Object.assign(editor, { email }), 'edit']]);
  const preview = await bring(editor, EVERYTHING, `?teamId=${teamId}&dryRun=true`);
  const { body } = await bring(editor, EVERYTHING, `?teamId=${teamId}`);
  for (const answer of [preview.body, body]) {
    t.like(answer, { imported: 5, failed: 3 });
    t.is(
      answer.leftOut,
      'Prices, vendors and order numbers are left out: you may not change them in this list. Ask the team’s owner.',
    );
  }
  const rows = await list(owner);
  t.deepEqual(
    rows.map(({ money, moneyRevision }) => [money, moneyRevision]),
    rows.map(() => [null, 0]),
  );
  t.false(JSON.stringify(rows).includes('Northside'));
  const rights = { name: 'A program', access: 'write' };
  const { token } = (await owner.send<CreatedTokenAnswer>('POST', '/api/tokens', rights)).body;
  const file = 'articleLink,clientLink,Vendor\nhttp://127.0.0.1/z,http://127.0.0.1/c,Northside\n';
  const program = await bring(new Program(app.url, token), file, `?teamId=${teamId}`);
  t.regex(program.body.leftOut ?? '', /left out/);
  t.is((await list(owner)).at(-1)?.money, null);
});

test('the order of days is asked for once; it and the columns are remembered for the next file alike', async (t) => {
  const [owner, colleague] = [await somebody(), await somebody()];
  const { id: teamId } = (await owner.send<{ id: string }>('POST', '/api/teams', { name: 'East' })).body;
  const file = (day: string) => `Wo;Wohin;Wann\nhttp://127.0.0.1/${day};http://127.0.0.1/c;02/${day}/2026\n`;
  const first = (await bring(owner, file('03'), `?teamId=${teamId}&dryRun=true`)).body;
  t.like(first, { remembered: false, imported: 1, ambiguousDates: null });
  const columns = encodeURIComponent(JSON.stringify({ Wann: 'liveDate' }));
  const asked = (await bring(owner, file('03'), `?teamId=${teamId}&dryRun=true&columns=${columns}`)).body;
  t.like(asked, { failed: 1, dateOrder: null, ambiguousDates: { rows: 1, example: '02/03/2026' } });
  await bring(owner, file('03'), `?teamId=${teamId}&columns=${columns}&dateOrder=dmy`);
  t.like((await list(owner))[0] ?? {}, { liveDate: '2026-03-02' });

  const next = (await bring(owner, file('04'), `?teamId=${teamId}&dryRun=true`)).body;
  t.like(next, { remembered: true, imported: 1, failed: 0, dateOrder: 'dmy', ambiguousDates: null });
  t.is(next.columns[2]?.field, 'liveDate');
  // Another list has its own memory.
  t.like((await bring(owner, file('05'), '?dryRun=true')).body, { remembered: false });
  t.like((await bring(colleague, file('05'), '?dryRun=true')).body, { remembered: false });
});
