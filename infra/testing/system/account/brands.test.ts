/** Brands of lists, on the whole system: kept, served and removed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import type { BrandAnswer } from '../../../../query-service/contract/answers/brands.ts';
import type { LedgerAnswer } from '../../../../query-service/contract/answers/ledger.ts';
import type { CreatedShareAnswer, SharedAnswer } from '../../../../query-service/contract/answers/shares.ts';
import { type Actor, addMember, makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';
import { pngOf } from '../../sample-images.ts';
import { waitUntil } from '../../wait-until.ts';

const app = await startServer([], { CHECKER_RENDER: 'never' });
test.after.always(() => app.close());
const somebody = signUpActors(app);

interface Failure {
  readonly message?: string;
  readonly fields?: Readonly<Record<string, string>>;
}
const url = (bytes: Uint8Array | string) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
const put = (person: Actor, list: string, body: object, headers = {}) =>
  person.send<Failure & { readonly revision: number }>('PUT', `/api/brands/${list}`, body, headers);
const brand = async (person: Actor, list: string) => (await person.get<BrandAnswer>(`/api/brands/${list}`)).body;
const folderOf = (list: string) => path.join(app.dataDir, 'photos', `logo-${list}`);
const logosOf = (list: string) => readdirSync(folderOf(list));

const ACME = { name: ' Acme ', accent: '#ffffff', senderName: 'Acme SEO', footer: 'Acme Ltd., Berlin' };

test('a list without a brand has empty fields; a brand is kept as a whole, with an accent that can be read', async (t) => {
  const ann = await somebody();
  t.deepEqual(await brand(ann, 'personal'), {
    ...{ name: '', logo: null, accent: null, colors: null, senderName: '', footer: '', revision: 0 },
  });
  t.is((await put(ann, 'personal', ACME, { 'If-Match': '"0"' })).body.revision, 1);
  t.deepEqual(await brand(ann, 'personal'), {
    ...{ name: 'Acme', logo: null, accent: '#ffffff', colors: { light: '#707070', dark: '#ffffff' } },
    ...{ senderName: 'Acme SEO', footer: 'Acme Ltd., Berlin', revision: 1 },
  });
  t.is((await put(ann, 'personal', ACME, { 'If-Match': '"0"' })).status, 412);
  const told = (await ann.get<LedgerAnswer[]>('/api/ledger?kind=teams')).body;
  t.is(told[0]?.event.type, 'BrandChanged');
  t.notRegex(JSON.stringify(told), /Acme/, 'the ledger does not repeat the texts');
});

test.serial('a logo is drawn anew, served to everybody as a picture for ever, and replaced as a whole', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  const sent = pngOf(900, 300, { tEXt: Buffer.from('Author\0Ann') });
  t.is((await put(ann, teamId, { ...ACME, logo: url(sent) })).status, 200);
  const { logo } = await brand(ann, teamId);
  t.like(logo, { width: 600, height: 200 });
  const served = await fetch(`${app.url}${logo?.path}`);
  t.is(served.status, 200);
  t.is(served.headers.get('content-type'), 'image/png');
  t.is(served.headers.get('x-content-type-options'), 'nosniff');
  t.is(served.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  t.is(served.headers.get('cross-origin-resource-policy'), 'cross-origin');
  t.notRegex(Buffer.from(await served.arrayBuffer()).toString('latin1'), /Ann/);

  t.is((await put(ann, teamId, { ...ACME, name: 'Acme 2' })).status, 200);
  t.deepEqual((await brand(ann, teamId)).logo, logo, 'a brand without a logo in the request keeps its logo');
  t.is((await put(ann, teamId, { ...ACME, logo: url(pngOf(10, 10)) })).status, 200);
  await waitUntil(async () => (await fetch(`${app.url}${logo?.path}`)).status === 404);
  await waitUntil(() => logosOf(`team-${teamId}`).length === 1);
  t.is((await put(ann, teamId, { ...ACME, logo: null })).status, 200);
  t.is((await brand(ann, teamId)).logo, null);
  await put(ann, teamId, { ...ACME, logo: url(sent) });
  t.is((await ann.send('DELETE', `/api/brands/${teamId}`)).status, 204);
  t.like(await brand(ann, teamId), { name: '', logo: null, accent: null, revision: 6 });
  await waitUntil(() => !existsSync(folderOf(`team-${teamId}`)));
});

test.serial('what is no brand is refused at its field, and changes nothing', async (t) => {
  const ann = await somebody();
  for (const [body, field, sentence] of [
    [{ ...ACME, name: ' ' }, 'name', /Name is required/],
    [{ ...ACME, accent: 'red' }, 'accent', /a color such as #3b57d9/],
    [{ ...ACME, senderName: 'pay@bank.example' }, 'senderName', /not an address/],
    [{ ...ACME, senderName: 'a\nb' }, 'senderName', /on one line/],
    [{ ...ACME, footer: 'x'.repeat(501) }, 'footer', /at most 500/],
    [{ ...ACME, logo: url('a text') }, 'logo', /complete PNG, JPEG or WebP/],
    [{ ...ACME, logo: url(pngOf(20_000, 20_000, {}, 1)) }, 'logo', /20000 × 20000 pixels/],
    [{ ...ACME, logo: url(pngOf(100, 100, {}, 0)) }, 'logo', /cannot be read/],
  ] as const) {
    const answer = await put(ann, 'personal', body);
    t.is(answer.status, 400, field);
    t.regex(answer.body.fields?.[field] ?? '', sentence);
  }
  t.is((await brand(ann, 'personal')).revision, 0);
});

test.serial('a share page and its mail have the brand of their list, and nothing of another brand', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  await put(ann, 'personal', { name: 'Ann herself' });
  await put(ann, teamId, { ...ACME, logo: url(pngOf(60, 20)) });
  const link = { articleLink: 'http://127.0.0.1/page', clientLink: 'http://branded.example/', duration: '30 days' };
  await ann.send('POST', '/api/links', { ...link, teamId });
  const emails = ['zoe@branded.example'];
  const share = { clientDomain: 'branded.example', emails };
  const { shareId } = (await ann.send<CreatedShareAnswer>('POST', '/api/shared-links', share)).body;
  const shared = async () => (await ann.get<SharedAnswer>(`/api/shared/${shareId}`)).body;
  const { logo } = await brand(ann, teamId);
  const { preparedBy, brand: shown } = await shared();
  const colors = { light: '#707070', dark: '#ffffff' };
  t.deepEqual([preparedBy, shown], ['Acme', { name: 'Acme', logo, colors, footer: 'Acme Ltd., Berlin' }]);
  const mails = path.join(app.dataDir, 'outbox');
  const mail = await waitUntil(() =>
    readdirSync(mails)
      .map((file) => readFileSync(path.join(mails, file), 'utf8'))
      .find((each) => each.includes('To: zoe@branded.example')),
  );
  t.regex(mail, /^From: Acme SEO </m);
  t.regex(mail.replaceAll('=\n', ''), new RegExp(`${logo?.path}".*Acme</p>.*Acme Ltd\\., Berlin`, 's'));
  await ann.send('DELETE', `/api/brands/${teamId}`);
  t.like(await shared(), { preparedBy: 'Agency', brand: null });
});

test('members see the brand of their team, and only the owner and full members change it', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  await put(ann, teamId, ACME);
  for (const [permission, status] of [
    ['full', 200],
    ['edit', 403],
    ['view', 403],
  ] as const) {
    const member = await somebody();
    await addMember(app, ann, teamId, member, permission);
    t.is((await brand(member, teamId)).name, 'Acme');
    t.is((await put(member, teamId, ACME)).status, status, permission);
  }
  t.is((await (await somebody()).get(`/api/brands/${teamId}`)).status, 404);
});
