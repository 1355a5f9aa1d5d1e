/** Page layouts in the style of common publishing systems, written for this corpus. */

interface Article {
  readonly title: string;
  readonly body: string;
  readonly lang?: string;
  readonly head?: string;
}

/** A blog in the style of WordPress: many classes, inline styles and scripts, a sidebar, comments with ugc links. */
export function blog({ title, body, lang = 'en', head = '' }: Article): string {
  return `<!DOCTYPE html>
<html lang="${lang}" class="no-js">
<head>
<meta charset="UTF-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<link rel="profile" href="https://gmpg.org/xfn/11" />
<title>${title} &#8211; The Weekend Journal</title>
<meta name='robots' content='max-image-preview:large' />
${head}
<link rel="alternate" type="application/rss+xml" title="The Weekend Journal &raquo; Feed" href="/feed/" />
<style id='wp-block-library-inline-css'>
.has-text-align-justify{text-align:justify}.wp-block-image>a{display:inline-block}
</style>
<script>/* <![CDATA[ */ var settings = {"ajax":"\\/wp-admin\\/admin-ajax.php","tpl":"<a href=\\"{{url}}\\">{{text}}</a>"}; /* ]]> */</script>
</head>
<body class="post-template-default single single-post postid-4711 wp-custom-logo">
<a class="skip-link screen-reader-text" href="#content">Skip to content</a>
<header id="masthead" class="site-header"><div class="site-branding"><a href="/" class="custom-logo-link" rel="home"><img width="180" height="48" src="/wp-content/uploads/logo.png" class="custom-logo" alt="The Weekend Journal" /></a></div>
<nav id="site-navigation"><ul id="primary-menu" class="menu"><li class="menu-item"><a href="/about/">About</a></li><li class="menu-item"><a href="/archive/?year=2026&amp;order=desc">Archive</a></li><li><a href="mailto:office@journal.example">Write to us</a></li></ul></nav></header>
<main id="content"><article id="post-4711" class="post type-post status-publish hentry">
<h1 class="entry-title">${title}</h1>
<div class="entry-content">
${body}
</div>
<footer class="entry-footer"><span class="tags-links">Tagged <a href="/tag/walking/" rel="tag">walking</a>, <a href="/tag/leather/" rel="tag">leather</a></span></footer>
</article>
<div id="comments"><ol class="comment-list"><li class="comment"><cite class="fn"><a href="https://someone.example/" class="url" rel="ugc external nofollow">Marta</a></cite><p>Thank you for this &lt;3</p></li></ol></div>
</main>
<aside id="secondary"><section class="widget"><h2>Recent</h2><ul><li><a href="/2026/04/boots/">Boots for wet days</a></li><li><a href='/2026/03/wax/'>Wax or oil?</a></li></ul></section>
<form role="search" action="/"><label><input type="search" name="s" value=""></label><select name="cat"><option value="">All</option><option value="3">Care</option></select><button>Search</button></form></aside>
<footer id="colophon"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M3 3h18v18H3z"></path></svg><p>&copy; 2026 The Weekend Journal</p></footer>
<script type="speculationrules">{"prefetch":[{"source":"document","where":{"href_matches":"\\/*"}}]}</script>
</body>
</html>
`;
}

/** A magazine in the style of Ghost: cards and figures. */
export function magazine({ title, body, lang = 'en', head = '' }: Article): string {
  return `<!DOCTYPE html>
<html lang="${lang}">
<head>
    <title>${title}</title>
    <meta charset="utf-8">
    <meta name="referrer" content="no-referrer-when-downgrade">
    <meta property="og:title" content="${title}">
    ${head}
    <script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","url":"https://journal.example/x/","headline":"<a href='https://www.client.example/shoes/'>"}</script>
    <script defer src="/public/cards.min.js?v=0af31"></script>
</head>
<body class="post-template">
<div class="gh-viewport"><header id="gh-navigation" class="gh-navigation"><a class="gh-navigation-logo" href="https://journal.example">Slow Steps</a><button class="gh-search" aria-label="Search" data-ghost-search><svg xmlns="http://www.w3.org/2000/svg" fill="none" viewBox="0 0 24 24" stroke="currentColor"><title>Search</title><path stroke-linecap="round" d="M21 21l-6-6"/></svg></button></header>
<main class="gh-main"><article class="gh-article post">
<h1 class="gh-article-title">${title}</h1>
<section class="gh-content gh-canvas">
${body}
</section></article>
<div class="gh-post-upgrade-cta"><a class="gh-button" data-portal="signup" href="#/portal/signup">Subscribe</a></div>
</main><footer class="gh-footer"><a href="https://ghost.example/" target="_blank" rel="noopener">Powered by a ghost</a></footer></div>
</body></html>
`;
}

/** A minified site without optional end tags and quotes. */
export function minified({ title, body, lang = 'en', head = '' }: Article): string {
  return `<!doctype html><html lang=${lang}><meta charset=utf-8><meta name=viewport content="width=device-width"><title>${title}</title>${head}<link rel=stylesheet href=/s.css><body><nav><a href=/>Home</a> <a href=/posts/>Posts</a></nav><main><h1>${title}</h1>${body}</main><footer><p>Made by hand. <a href=/imprint/>Imprint</a></footer>`;
}

/** A news page: tables of figures, inline frames, scripts between the paragraphs, data attributes full of markup. */
export function news({ title, body, lang = 'en', head = '' }: Article): string {
  return `<!DOCTYPE html>
<html lang="${lang}"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>${title} | Daily Courier</title>
<meta name="description" content="News &quot;as it happens&quot; <b>">${head}
<script>window.dataLayer=window.dataLayer||[];if(1<2&&3>2){document.write('<a href="https://www.client.example/shoes/">no</a>')}</script>
<noscript><style>.lazy{display:none}</style></noscript></head>
<body data-page='{"html":"<a href=\\"https://www.client.example/shoes/\\">x</a>"}'>
<div id="top"><div class="ad" data-slot="<a href=/ad>"></div><iframe src="about:blank" title="Advertisement"><a href="https://www.client.example/shoes/">in a frame</a></iframe></div>
<div class="layout"><div class="story"><h1>${title}</h1><p class="byline">By <a href="/authors/k-lind" rel="author">K. Lind</a></p>
${body}
<script>(function(){var t="</"+"a>";var s='<!-- <script> -->';})();</script>
</div><div class="rail"><table class="quotes"><tr><th>Index</th><th>Points</th></tr><tr><td><a href="/markets/a">A 100</a><td>7,412</tr><tr><td><a href="/markets/b">B 50</a><td>3,020</tr></table>
<ul><li><a href="/world">World</a><li><a href="/sport">Sport</a></ul></div></div>
<!-- <a href="https://www.client.example/shoes/">archived</a> -->
</body></html>
`;
}

/** A minimal document around body markup. */
export function bare(body: string, head = '<title>Bare</title>'): string {
  return `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`;
}
