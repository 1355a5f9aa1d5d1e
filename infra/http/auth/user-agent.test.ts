import test from 'ava';
import { formatUserAgent } from './user-agent.ts';

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

test('common browsers are named with their system', (t) => {
  const known: Record<string, string> = {
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0': 'Firefox on Windows',
    'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0': 'Firefox on Linux',
    [`${WINDOWS} ${CHROME} Safari/537.36`]: 'Chrome on Windows',
    [`${WINDOWS} ${CHROME} Safari/537.36 Edg/141.0.0.0`]: 'Edge on Windows',
    [`${WINDOWS} ${CHROME} Safari/537.36 OPR/122.0.0.0`]: 'Opera on Windows',
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Version/19.0 Safari/605.1.15`]: 'Safari on macOS',
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${SAFARI} Version/19.0 Mobile/15E148 Safari/604.1`]:
      'Safari on iPhone',
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${SAFARI} CriOS/141.0 Mobile/15E148 Safari/604.1`]:
      'Chrome on iPhone',
    [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`]: 'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537':
      'Samsung Internet on Android',
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`]: 'Chrome on ChromeOS',
  };
  for (const [userAgent, words] of Object.entries(known)) t.is(formatUserAgent(userAgent), words);
});

test('an unknown header gives “Unknown browser”, and no text of the header is shown', (t) => {
  t.is(formatUserAgent(''), 'Unknown browser');
  t.is(formatUserAgent('curl/8.5.0'), 'Unknown browser');
  t.is(formatUserAgent('<script>alert(1)</script> (Windows)'), 'Unknown browser on Windows');
});
