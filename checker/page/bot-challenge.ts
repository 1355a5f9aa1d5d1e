/**
 * Tells a page that demands proof of humanity from a page with content. An article about captchas, a form with a captcha
 * and a page that a bot manager only monitors have content, so a challenge must be short, have few links and show
 * several signs.
 */

interface ChallengeSigns {
  readonly title: string | null;
  /** The beginning of the page's source. */
  readonly source: string;
  readonly linkCount: number;
  readonly textLength: number;
}

/** Characters of the source that are searched: challenge pages are short. */
export const CHALLENGE_SOURCE = 65_536;

const MAX_TEXT = 1500;
const MAX_LINKS = 10;

/** Only the challenge page itself contains these, not the scripts that vendors add to ordinary pages. */
const VENDORS: readonly RegExp[] = [
  /_cf_chl_opt|id=["']?challenge-form|cf-browser-verification|cf_chl_(?:f_tk|prog)/,
  /(?:geo|ct|interstitial)\.captcha-delivery\.com/,
  /id=["']?px-captcha|captcha\.px-c(?:dn|loud)\.net|\/captcha\/PX[0-9A-Za-z]/,
  /Incapsula incident ID|_Incapsula_Resource[^"'>]{0,300}(?:incident_id|edet=)/,
  /window\.gokuProps|awsWafCookieDomainList/,
  /sucuri_cloudproxy_js|Sucuri Website Firewall/i,
  /ddos-guard\/js-challenge|__ddg_challenge/i,
  /\/_sec\/cp_challenge|sec-if-cpt-container/,
];

const TITLE =
  /^(?:just a moment|attention required|one moment,? please|please wait|checking your browser|verif(?:y|ying) (?:that )?you are (?:a )?human|human verification|bot verification|robot check|are you (?:a )?(?:human|robot)|security check|access denied|access to this page has been denied|pardon our interruption|you are being redirected|client challenge|ddos-guard|nur einen moment|un instant|un momento)/i;

const WORDS =
  /verif(?:y|ying) (?:that )?you are (?:a )?human|checking (?:if the site connection is secure|your browser)|enable javascript and cookies to continue|unusual traffic from your (?:computer )?network|press (?:&amp;|&|and) hold|complete the security check|(?:you are|you're) not a (?:robot|bot)|confirm you are (?:a )?human|complete the captcha|needs to review the security of your connection/i;

const WIDGET =
  /g-recaptcha|h-captcha|hcaptcha\.com|cf-turnstile|challenges\.cloudflare\.com\/turnstile|arkoselabs|funcaptcha|geetest/i;

/** Whether the page is a challenge instead of the requested content. */
export function isBotChallenge({ title, source, linkCount, textLength }: ChallengeSigns): boolean {
  if (textLength > MAX_TEXT || linkCount > MAX_LINKS) return false;
  const byTitle = TITLE.test(title ?? '');
  const byWords = WORDS.test(source);
  if (VENDORS.some((vendor) => vendor.test(source))) return byTitle || byWords || textLength < 400;
  if (byTitle && byWords) return true;
  return WIDGET.test(source) && (byTitle || (byWords && textLength < 600));
}
