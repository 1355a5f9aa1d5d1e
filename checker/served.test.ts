/** Checks every served page: real requests on loopback, and a real browser if needed. */
import test from 'ava';
import { turns } from '../infra/testing/turns.ts';
import { type Checker, openChecker } from './check.ts';
import { encodeText } from './testing/charset-encoder.ts';
import { CLIENT_LINK } from './testing/corpus/corpus-page.ts';
import { ELEMENTS } from './testing/element-places.ts';
import { servedAddresses } from './testing/served/addresses.ts';
import { servedCharsets } from './testing/served/charsets.ts';
import { servedCodings } from './testing/served/content-codings.ts';
import { servedDocuments } from './testing/served/corpus-documents.ts';
import { servedFrames } from './testing/served/frames.ts';
import { servedLazyContent } from './testing/served/lazy-content.ts';
import { servedNofollow } from './testing/served/nofollow.ts';
import { servedNotices } from './testing/served/notices.ts';
import { servedRedirects } from './testing/served/redirects.ts';
import { servedResponses } from './testing/served/responses.ts';
import { servedScripts } from './testing/served/scripts.ts';
import { answer, blogPost, type ServedFacts, type ServedPage, WITH_LINK } from './testing/served/served-page.ts';
import { servedUnfinished } from './testing/served/unfinished.ts';
import { servedVisibility } from './testing/served/visibility.ts';
import { servedWithoutContent } from './testing/served/without-content.ts';
import { recordingLog, type Site, startSite, type TestPage } from './testing/test-site.ts';

const served: readonly ServedPage[] = [
  ...servedResponses,
  ...servedCodings,
  ...servedCharsets,
  ...servedRedirects,
  ...servedAddresses,
  ...servedNofollow,
  ...servedScripts,
  ...servedUnfinished,
  ...servedWithoutContent,
  ...servedNotices,
  ...servedLazyContent,
  ...servedFrames,
  ...servedVisibility,
  ...servedDocuments,
];

const logger = recordingLog();
let site: Site;
let full: Checker;
let httpOnly: Checker;
/** In parallel, each page would take longer than its limit. */
const turn = turns(8);

test.before(async () => {
  const pages: Record<string, TestPage> = { '/': WITH_LINK };
  for (const [n, { serve, also = {} }] of served.entries()) {
    pages[`/${n}/`] = serve;
    for (const [path, page] of Object.entries(also)) pages[`/${n}/${path}`] = page;
  }
  site = await startSite(pages);
  // The limit only guards against hanging.
  const options = { logger, allowHosts: [site.host], timeoutMs: 300_000, contextWaitMs: 60_000 };
  const patience = { dwellMs: 500, quietMs: 300, settleMs: 5_000 };
  full = openChecker({ ...options, patience, tabs: 4 });
  httpOnly = openChecker({ ...options, render: 'never' });
});

test.after.always(async () => {
  await Promise.all([full?.close(), httpOnly?.close()]);
  await site?.close();
});

for (const [n, page] of served.entries()) {
  const { name, clientLink = CLIENT_LINK, suffix = '', render = 'auto', expected } = page;
  test(`${expected.status} (${expected.reason}): ${name}`, async (t) => {
    await turn(t);
    const checker = render === 'auto' ? full : httpOnly;
    const result = (await checker.check(site.url(`/${n}/${suffix}`), [clientLink])).get(clientLink);
    const { status, reason, anchor, linkType, linkTypeCause: cause } = result!.verdict;
    const visits = result!.observation.visits;
    const { facts: expectedFacts = {}, warnings, ...verdict } = expected;
    t.deepEqual(
      { status, reason, anchor, linkType, cause },
      verdict,
      visits.map(({ error }) => error?.message).join('; '),
    );

    const visit = visits.at(-1)!;
    const facts: Required<{ [Fact in keyof ServedFacts]: unknown }> = {
      via: visit.hops.map(({ via }) => via),
      httpStatus: visit.httpStatus,
      charset: visit.charset,
      retryAfter: visit.retryAfter,
      challenge: visit.challenge,
      nearest: visit.nearest[0]?.href ?? null,
      where: visit.matches[0]?.where,
      hidden: visit.matches[0]?.hidden ?? false,
      hiddenBy: visit.matches[0]?.hiddenBy ?? null,
      afterScrolling: visit.matches[0]?.afterScrolling ?? false,
      unreadFrames: visit.unreadFrames?.length ?? 0,
      nearMiss: visit.nearMisses?.[0]?.cause ?? null,
    };
    t.deepEqual(facts, { ...facts, ...expectedFacts });
    const codes = (result!.verdict.warnings ?? []).map(({ code }) => code);
    t.deepEqual(codes, warnings ?? codes);
  });
}

/** Their text is raw, or not shown as words; a browser moves parts of a table; `</hr>` has no meaning. */
const OTHER_TEXT =
  /^(?:a|audio|body|caption|col|colgroup|frame|frameset|head|hr|html|iframe|isindex|noembed|noframes|optgroup|option|plaintext|script|select|style|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|video|xmp)$/;

test('both tiers read the same words of a link, whatever element is in it', async (t) => {
  await turn(t);
  const inside = ELEMENTS.filter((name) => !OTHER_TEXT.test(name));
  const addressOf = (name: string) => `https://client.example/${name}`;
  const link = (name: string) => `<div><a href="${addressOf(name)}">one<${name}>two</${name}>three</a></div>`;
  const own = await startSite({ '/': blogPost(inside.map(link).join('\n')) });
  const both = openChecker({ logger, allowHosts: [own.host], timeoutMs: 300_000, render: 'always', tabs: 1 });
  t.teardown(async () => {
    await both.close();
    await own.close();
  });
  const results = await both.check(own.url('/'), inside.map(addressOf));
  for (const name of inside) {
    const visits = results.get(addressOf(name))!.observation.visits;
    const [source, shown] = visits.map(({ matches }) => matches[0]?.anchor);
    t.is(visits.length, 2);
    t.truthy(source, name);
    t.is(shown, source, name);
  }
});

test('both tiers read a page that declares no encoding in the same encoding', async (t) => {
  await turn(t);
  const anchors = { 'euc-jp': '小さな庭のためのおすすめ物置', 'utf-8': 'größer' };
  const pages = Object.entries(anchors).map(([encoding, anchor]): [string, TestPage] => [
    `/${encoding}`,
    answer(encodeText(`<title>Shoes</title><p>More: <a href="${CLIENT_LINK}">${anchor}</a>.`, encoding), {
      'content-type': 'text/html',
    }),
  ]);
  const own = await startSite(Object.fromEntries(pages));
  const both = openChecker({ logger, allowHosts: [own.host], timeoutMs: 300_000, render: 'always', tabs: 1 });
  t.teardown(async () => {
    await both.close();
    await own.close();
  });
  for (const [encoding, anchor] of Object.entries(anchors)) {
    const results = await both.check(own.url(`/${encoding}`), [CLIENT_LINK]);
    for (const visit of results.get(CLIENT_LINK)!.observation.visits) {
      t.like(visit, { charset: encoding, contentType: 'text/html', complete: true, matches: [{ anchor }] });
      t.true(visit.bytes > 50);
    }
  }
});

test.after('the checker logs no warning', (t) => {
  t.deepEqual(logger.lines, []);
});
