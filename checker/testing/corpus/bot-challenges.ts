/** Challenge pages in the style of common bot managers, and pages that only resemble them. */

import { type CorpusPage, dofollow } from './corpus-page.ts';
import { bare } from './page-layouts.ts';

const challenge = { matches: 0, challenge: true } as const;

/** A demand for proof, by language. */
const PROOFS: Readonly<Record<string, string>> = {
  de: 'Bitte bestätigen Sie, dass Sie kein Roboter sind.',
  fr: 'Confirmez que vous n’êtes pas un robot.',
  it: 'Conferma di non essere un robot.',
  pl: 'Potwierdź, że nie jesteś robotem.',
  tr: 'Robot olmadığınızı doğrulayın.',
  fi: 'Vahvista, ettet ole robotti.',
  el: 'Επιβεβαιώστε ότι δεν είστε ρομπότ.',
  ja: 'ロボットではないことを確認してください。',
};

export const challenges: readonly CorpusPage[] = [
  {
    name: 'an interstitial in the style of Cloudflare',
    html: `<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title><meta name="robots" content="noindex,nofollow"><meta http-equiv="refresh" content="390"></head><body><div class="main-wrapper" role="main"><noscript><span id="challenge-error-text">Enable JavaScript and cookies to continue</span></noscript></div><script>(function(){window._cf_chl_opt = {cvId: '3',cType: 'managed'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1';})();</script></body></html>`,
    expected: { ...challenge, title: 'Just a moment...' },
  },
  {
    name: 'an interstitial in the style of DataDome',
    html: `<html lang="en"><head><title>shop.example</title><style>#cmsg{animation: A 1.5s;}</style></head><body style="margin:0"><p id="cmsg">Please enable JS and disable any ad blocker</p><script data-cfasync="false">var dd={'rt':'c','cid':'AHr','hsh':'2211','host':'geo.captcha-delivery.com'}</script><script src="https://ct.captcha-delivery.com/c.js"></script></body></html>`,
    expected: challenge,
  },
  {
    name: 'an interstitial in the style of PerimeterX',
    html: `<!DOCTYPE html><html><head><title>Access to this page has been denied</title></head><body><section><h1>Press &amp; Hold to confirm you are a human (and not a bot).</h1><div id="px-captcha"></div></section><script>window._pxAppId='PX0';</script></body></html>`,
    expected: challenge,
  },
  {
    name: 'an interstitial in the style of Imperva',
    html: `<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"></head><body style="margin:0px;height:100%"><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=1-2&incident_id=77-1&edet=12&cinfo=0400" frameborder=0 width="100%">Request unsuccessful. Incapsula incident ID: 77-1</iframe></body></html>`,
    expected: challenge,
  },
  {
    name: 'an interstitial in the style of AWS WAF',
    html: `<!DOCTYPE html><html lang="en"><head><title></title><script>window.awsWafCookieDomainList = [];window.gokuProps = {"key":"AQ","iv":"Eg"};</script><script src="https://x.token.awswaf.com/x/challenge.js"></script></head><body><div id="challenge-container"></div><noscript><h1>JavaScript is disabled</h1></noscript></body></html>`,
    expected: challenge,
  },
  {
    name: 'an interstitial in the style of Sucuri',
    html: `<html><title>You are being redirected...</title><noscript>Javascript is required. Please enable javascript before you are allowed to see this page.</noscript><script>var s={},u,c,U,r,i,l=0,a,e=eval,w=String.fromCharCode,sucuri_cloudproxy_js='',S='cz0i';</script></html>`,
    expected: challenge,
  },
  {
    name: 'a plain captcha wall',
    html: bare(
      '<h1>One more step</h1><p>Please complete the security check to access the site.</p><form method="post"><div class="g-recaptcha" data-sitekey="k"></div><button>Go</button></form>',
      '<title>Security check</title>',
    ),
    expected: challenge,
  },
  {
    name: 'a short contact page with a captcha in its form',
    html: bare(
      '<h1>Contact</h1><p>Write to us. <a href="https://client.example/shoes">Our shop</a></p><form><textarea></textarea><div class="h-captcha"></div></form>',
      '<title>Contact us</title>',
    ),
    expected: { ...dofollow('Our shop'), challenge: false },
  },
  {
    name: 'a short page that a bot manager only monitors',
    html: bare(
      `<h1>Hello</h1><p>Short and sweet.</p><script>(function(){function c(){var b=a.contentDocument;window.__CF$cv$params={r:'8',t:'MT'};a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js';}})();</script><script src="https://js.datadome.example/tags.js"></script>`,
    ),
    // On such a short page, the script that cannot be loaded may have added the link.
    expected: { matches: 0, challenge: false, unread: 'script-failed' },
  },
  {
    name: 'an empty app shell',
    html: bare(
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/app.js"></script>',
    ),
    expected: { matches: 0, challenge: false, unread: 'script-failed' },
  },
  {
    name: 'a wall in German with a captcha in its form',
    html: bare(
      '<h1>Einen Augenblick</h1><p>Wir prüfen kurz etwas.</p><form method="post"><div class="h-captcha" data-sitekey="k"></div><button>Weiter</button></form>',
      '<title>Augenblick</title>',
    ),
    expected: challenge,
  },
  {
    name: 'a wall in Japanese',
    html: bare(
      '<h1>ロボットではないことを確認してください</h1><div class="cf-turnstile" data-sitekey="k"></div>',
      '<title>セキュリティ確認</title>',
    ),
    expected: challenge,
  },
  {
    name: 'a wall in French by title and words',
    html: bare(
      '<h1>Vérification</h1><p>Montrez que vous n’êtes pas un robot.</p>',
      '<title>Vérification de sécurité</title>',
    ),
    expected: challenge,
  },
  {
    name: 'a wall in Russian in the style of Yandex',
    html: bare(
      '<p>Нам очень жаль, но запросы похожи на автоматические.</p><form action="/checkcaptcha?key=1"><button>Продолжить</button></form><script src="https://smartcaptcha.yandexcloud.net/captcha.js"></script>',
      '<title>Ой!</title>',
    ),
    expected: challenge,
  },
  {
    name: 'a page that sets a cookie and loads itself again',
    html: '<html><body><script>document.cookie="k=1;path=/";if(!location.search)window.location.href="?again"</script></body></html>',
    expected: { ...challenge, title: null },
  },
  {
    name: 'proof of work in the style of Anubis',
    html: bare(
      '<h1 id="title">Making sure you&#39;re not a bot!</h1><script id="anubis_challenge" type="application/json">{}</script>',
      '<title>Making sure you&#39;re not a bot!</title>',
    ),
    expected: challenge,
  },
  {
    name: 'an article with a form, a captcha and little text',
    html: bare(
      '<article><h1>Schuhe</h1><p>Kurz und gut: <a href="https://client.example/shoes">die Schuhe</a></p></article><form><textarea></textarea><div class="g-recaptcha"></div></form>',
      '<title>Schuhe</title>',
    ),
    expected: { ...dofollow('die Schuhe'), challenge: false },
  },
  ...Object.entries(PROOFS).flatMap(([lang, sentence]): readonly CorpusPage[] => [
    {
      name: `a wall with a picture of letters, language ${lang}`,
      html: bare(
        `<p>${sentence}</p><form method="post"><img src="/captcha.php" alt=""><input name="captcha_code" type="text"><button>OK</button></form>`,
      ),
      expected: challenge,
    },
    {
      name: `a wall with a box to tick, language ${lang}`,
      html: bare(
        `<form method="post"><label><input type="checkbox" name="ok">${sentence}</label><button>OK</button></form>`,
      ),
      expected: challenge,
    },
  ]),
  {
    name: 'a wall with a slider, in words that are not known',
    html: bare('<div class="slider-captcha"><div class="thumb"></div></div><p>Csúsztasd jobbra!</p>'),
    expected: challenge,
  },
  {
    name: 'a short page on a robot with a search box and robots rules',
    html: bare(
      '<article><p>My robot waters the plants: <a href="https://client.example/shoes">its shoes</a></p></article><form><input type="search"></form>',
      '<title>Robots</title><meta name="robots" content="index">',
    ),
    expected: { ...dofollow('its shoes'), challenge: false },
  },
  {
    name: 'a short page with robots rules and a button',
    html: bare(
      '<p>See <a href="https://client.example/shoes">the shoes</a></p><button>More</button>',
      '<title>Shoes</title><meta name="robots" content="index">',
    ),
    expected: { ...dofollow('the shoes'), challenge: false },
  },
];
