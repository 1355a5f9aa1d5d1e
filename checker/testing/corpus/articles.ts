/** Articles of publishers in several languages, with and without the link. */

import { absent, type CorpusPage, dofollow, nofollow, sponsored } from './corpus-page.ts';
import { blog, magazine, minified, news } from './page-layouts.ts';

const C = 'https://www.client.example/shoes/';

export const articles: readonly CorpusPage[] = [
  {
    name: 'a guest post with a followed link in the text',
    html: blog({
      title: 'Ten walks &amp; a good pair of shoes',
      head: '<link rel="canonical" href="https://journal.example/2026/05/article/" />',
      body: `<p>We asked around, and <a href="${C}">hand-sewn shoes</a> came up again and again.</p>\n<p>More <a href="https://maps.example/?q=walk&#038;z=12">on the map</a>.</p>`,
    }),
    expected: {
      ...dofollow('hand-sewn shoes'),
      title: 'Ten walks & a good pair of shoes – The Weekend Journal',
      canonical: 'https://journal.example/2026/05/article/',
      metaRobots: 'max-image-preview:large',
    },
  },
  {
    name: 'a blog whose plug-in adds rel to every outgoing link',
    html: blog({
      title: 'Caring for leather',
      body: `<p>Use wax. <a href="${C}" target="_blank" rel="nofollow noopener noreferrer">This maker</a> explains why.</p>`,
    }),
    expected: nofollow('This maker'),
  },
  {
    name: 'a post marked as paid',
    html: blog({
      title: 'Our partner',
      body: `<p><em>Advertisement</em></p><p>See <a rel="sponsored noopener" href="${C}">the new collection</a>.</p>`,
    }),
    expected: sponsored('the new collection'),
  },
  {
    name: 'a link in a reader’s comment',
    html: blog({ title: 'Open thread', body: `<p>Say hello. <a href="${C}" rel="UGC">my shop</a></p>` }),
    expected: nofollow('my shop'),
  },
  {
    name: 'a link insertion that points at another page of the client',
    html: blog({ title: 'Boots', body: `<p>See <a href="https://client.example/boots">boots</a> for winter.</p>` }),
    expected: { matches: 0, nearest: 'https://client.example/boots' },
  },
  {
    name: 'a blog post from which the link was removed',
    html: blog({ title: 'Ten walks', body: '<p>We asked around, and hand-sewn shoes came up again and again.</p>' }),
    expected: absent,
  },
  {
    name: 'a link around an image with a caption',
    html: blog({
      title: 'Gallery',
      body: `<figure class="wp-block-image size-large"><a href="${C}"><img loading="lazy" decoding="async" src="/u/1.jpg" alt="A pair of brown derby shoes" srcset="/u/1.jpg 1024w, /u/1-300.jpg 300w" /></a><figcaption>Photo: K.</figcaption></figure>`,
    }),
    expected: dofollow('A pair of brown derby shoes'),
  },
  {
    name: 'a lazy image with a copy in a noscript',
    html: blog({
      title: 'Gallery two',
      body: `<a href="${C}"><img class="lazy" data-src="/u/2.jpg" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" alt=""><noscript><img src="/u/2.jpg" alt="Shoes on a wall"></noscript></a>`,
    }),
    expected: dofollow('Shoes on a wall'),
  },
  {
    name: 'a page that its SEO plug-in marks nofollow',
    html: blog({
      title: 'Hidden gem',
      head: "<meta name='robots' content='noindex, nofollow' />",
      body: `<p><a href="${C}">gem</a></p>`,
    }),
    expected: { ...nofollow('gem', 'meta-robots'), metaRobots: 'max-image-preview:large, noindex, nofollow' },
  },
  {
    name: 'a page marked nofollow for one search engine',
    html: magazine({
      title: 'One engine',
      head: '<meta content="none" name="Googlebot">',
      body: `<p><a href="${C}">engine</a></p>`,
    }),
    expected: { ...nofollow('engine', 'meta-robots'), metaRobots: 'none' },
  },
  {
    name: 'a page that its server marks nofollow',
    xRobotsTag: 'noarchive, googlebot: nofollow',
    html: magazine({ title: 'By header', body: `<p><a href="${C}">header</a></p>` }),
    expected: nofollow('header', 'x-robots-tag'),
  },
  {
    name: 'a page that its server marks nofollow for another robot',
    xRobotsTag: 'otherbot: noindex, nofollow',
    html: magazine({ title: 'By header', body: `<p><a href="${C}">header</a></p>` }),
    expected: dofollow('header'),
  },
  {
    name: 'a magazine card that is one big link',
    html: magazine({
      title: 'Cards',
      body: `<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="${C}"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Shoes by Client</div><div class="kg-bookmark-description">Sewn &amp; welted.</div></div><div class="kg-bookmark-thumbnail"><img src="/t.png" alt="" onerror="this.style.display = 'none'"></div></a></figure>`,
    }),
    expected: dofollow('Shoes by Client Sewn & welted.'),
  },
  {
    name: 'a magazine with the tracking parameters of a newsletter',
    html: magazine({
      title: 'Tracked',
      body: `<p>Read <a href="http://client.example/shoes?utm_source=journal&amp;utm_medium=referral&amp;gclid=1#top"><strong>their</strong> story</a>.</p>`,
    }),
    expected: dofollow('their story'),
  },
  {
    name: 'a magazine that links twice, first nofollow and then followed',
    html: magazine({
      title: 'Twice',
      body: `<p><a href="${C}" rel="nofollow">first</a> and <a href="${C}">second</a> and <a href="${C}" rel="sponsored">third</a></p>`,
    }),
    expected: dofollow('second', 3),
  },
  {
    name: 'a minified page without quotes and end tags',
    html: minified({
      title: 'Small',
      body: `<p>Go to <a href=${C} class=out>the shop</a><p>Or <a href=/stay>stay</a>`,
    }),
    expected: dofollow('the shop'),
  },
  {
    name: 'a minified page with rel written without quotes',
    html: minified({ title: 'Small', body: `<p><a rel=nofollow href=${C}>the shop</a>` }),
    expected: nofollow('the shop'),
  },
  {
    name: 'a minified list in which every item is a link',
    html: minified({
      title: 'List',
      body: `<ul><li><a href=https://one.example>One</a><li><a href=//client.example/shoes>Two</a><li><a href=three>Three</a></ul>`,
    }),
    expected: dofollow('Two'),
  },
  {
    name: 'a news story with the link in a table',
    html: news({
      title: 'Sales rise',
      body: `<table><caption>Makers</caption><tbody><tr><td><a href="${C}">Client</a></td><td>+4&nbsp;%</td></tr></tbody></table>`,
    }),
    expected: dofollow('Client'),
  },
  {
    name: 'a news story with the address only in scripts, comments, frames and attributes',
    html: news({ title: 'No link', body: `<p>www.client.example/shoes/ is an address, not a link.</p>` }),
    expected: { ...absent, anchorInBrowser: 'no' },
  },
  {
    name: 'a German article with entities and umlauts',
    html: blog({
      lang: 'de-DE',
      title: 'Rahmengen&auml;hte Schuhe f&uuml;rs Leben',
      body: `<p>F&uuml;r lange Wege &ndash; <a title="Ma&szlig;schuhe" href="${C}">ma&szlig;gefertigte Schuhe aus M&uuml;nchen</a>.</p>`,
    }),
    expected: dofollow('maßgefertigte Schuhe aus München'),
  },
  {
    name: 'a French article with narrow spaces and quotation marks',
    html: magazine({
      lang: 'fr',
      title: 'L’art de la marche',
      body: `<p>«&#160;<a href='${C}'>Des souliers cousus main&#8239;!</a>&#160;», dit-elle.</p>`,
    }),
    expected: dofollow('Des souliers cousus main !'),
  },
  {
    name: 'a Polish article',
    html: blog({ lang: 'pl', title: 'Ręczna robota', body: `<p>Zobacz <a href="${C}">ręcznie szyte półbuty</a>.</p>` }),
    expected: dofollow('ręcznie szyte półbuty'),
  },
  {
    name: 'a Japanese article without spaces',
    html: magazine({
      lang: 'ja',
      title: '手縫いの靴',
      body: `<p>詳しくは<a href="${C}">手縫いの靴の店</a>をご覧ください。</p>`,
    }),
    expected: dofollow('手縫いの靴の店'),
  },
  {
    name: 'an Arabic article, right to left',
    html: magazine({ lang: 'ar" dir="rtl', title: 'أحذية', body: `<p>زوروا <a href="${C}">متجر الأحذية</a></p>` }),
    expected: dofollow('متجر الأحذية'),
  },
  {
    name: 'a Russian article that links to a client with a Cyrillic host',
    clientLink: 'https://обувь.example/каталог/',
    html: news({
      lang: 'ru',
      title: 'Обувь',
      body: `<p><a href="https://xn--90ac8av0c.example/%D0%BA%D0%B0%D1%82%D0%B0%D0%BB%D0%BE%D0%B3">каталог обуви</a></p>`,
    }),
    expected: dofollow('каталог обуви'),
  },
  {
    name: 'a Chinese article with an address in upper case',
    html: minified({ lang: 'zh', title: '鞋', body: `<p><a href="HTTPS://WWW.CLIENT.EXAMPLE/shoes/">手工鞋</a>` }),
    expected: dofollow('手工鞋'),
  },
  {
    name: 'a Turkish article with dotted capitals in tag names',
    html: news({ lang: 'tr', title: 'İstanbul', body: `<P><A HREF="${C}" REL="NoFollow">İyi ayakkabı</A></P>` }),
    expected: nofollow('İyi ayakkabı'),
  },
  {
    name: 'an article with emoji in the anchor',
    html: magazine({ title: '👟', body: `<p><a href="${C}">👟 shoes &#x1F45E;</a></p>` }),
    expected: dofollow('👟 shoes 👞'),
  },
  {
    name: 'an article whose links carry long data attributes',
    html: blog({
      title: 'Editor',
      body: `<p><a data-type="URL" data-id='{"url":"https:\\/\\/www.client.example\\/x","opensInNewTab":false}' href="${C}" onclick="track('a > b', &quot;c&quot;)">shoe shop</a></p>`,
    }),
    expected: dofollow('shoe shop'),
  },
  {
    name: 'a page with an immediate meta refresh',
    html: news({
      title: 'Moved',
      head: '<meta http-equiv="refresh" content="0; url=/2026/06/new-place/">',
      body: '<p>This story has moved.</p>',
    }),
    expected: { matches: 0, refresh: { seconds: 0, url: 'https://journal.example/2026/06/new-place/' } },
  },
  {
    name: 'a page with a meta refresh in a noscript',
    html: magazine({
      title: 'Scripts wanted',
      head: '<noscript><meta http-equiv="refresh" content="0; url=/basic/"></noscript>',
      body: `<p><a href="${C}">shop</a></p>`,
    }),
    expected: dofollow('shop'),
  },
  {
    name: 'a syndicated article with a canonical and a base',
    html: magazine({
      title: 'Syndicated',
      head: '<base href="https://client.example/catalogue/"><link href="../story" rel="alternate CANONICAL">',
      body: `<p><a href="../shoes">shoes by base</a></p>`,
    }),
    expected: { ...dofollow('shoes by base'), canonical: 'https://client.example/story' },
  },
  {
    name: 'an article about captchas that quotes a challenge page',
    html: blog({
      title: 'Just a moment… why sites verify you are human',
      body: `${'<p>Many sites now ask visitors to verify you are human before they may read on, and most of us have seen the words “checking your browser” more often than we would like to, which is why we look at what stands behind them and what it costs.</p>\n'.repeat(
        12,
      )}<p>See <a href="${C}">our partner</a>.</p><div class="g-recaptcha" data-sitekey="x"></div>`,
    }),
    expected: { ...dofollow('our partner'), challenge: false },
  },
];
