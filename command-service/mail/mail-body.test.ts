import test from 'ava';
import { readerIn } from '../contract/languages.ts';
import { mailBody } from './mail-body.ts';
import { mailTexts } from './mail-language.ts';

const ENGLISH = mailTexts(readerIn('en'));

const URL_ = 'https://links.example/?link=1&q=a';

test('text and HTML say the same, with each address once in the text and as a link in the HTML', (t) => {
  const { text, html } = mailBody(ENGLISH, 'News', [
    { kind: 'heading', text: 'Team Agency' },
    { kind: 'list', items: [{ title: 'Link Removed', text: 'It is gone.', url: URL_ }] },
    { kind: 'button', label: 'All alerts', url: 'https://links.example/alerts' },
    { kind: 'note', text: 'Too many?', link: { label: 'Change your settings', url: 'https://links.example/settings' } },
  ]);
  t.is(
    text,
    [
      'Team Agency',
      `Link Removed: It is gone.\n${URL_}`,
      'All alerts:\nhttps://links.example/alerts',
      'Too many?\nhttps://links.example/settings',
    ].join('\n\n'),
  );
  t.true(html.includes('<a class="link" href="https://links.example/?link=1&amp;q=a"'));
  for (const words of ['Team Agency', 'Link Removed', 'It is gone.', 'All alerts', 'Change your settings'])
    t.true(html.includes(words), words);
});

test('the article of a link can be opened from both bodies, with its scheme', (t) => {
  const item = { title: 'Link Removed', text: 'It is gone.', url: URL_ };
  const bodyOf = (article: string) => mailBody(ENGLISH, 'News', [{ kind: 'list', items: [{ ...item, article }] }]);
  const { text, html } = bodyOf('https://blog.example/?a=1&b="2"');
  t.is(text, `Link Removed: It is gone.\nArticle:\nhttps://blog.example/?a=1&b="2"\nDetails:\n${URL_}`);
  t.true(html.includes('<a class="link" href="https://blog.example/?a=1&amp;b=&quot;2&quot;"'));
  t.is(bodyOf('').text, `Link Removed: It is gone.\n${URL_}`);
  t.false(bodyOf('javascript:alert(1)').html.includes('javascript'));
});

test('names and addresses in a mail are text, never markup', (t) => {
  const evil = `<img src=x onerror="alert('1')">`;
  const { html } = mailBody(ENGLISH, evil, [
    { kind: 'paragraph', text: evil },
    { kind: 'heading', text: evil },
    { kind: 'button', label: evil, url: `https://links.example/"${evil}` },
    { kind: 'list', items: [{ title: evil, text: evil, url: URL_ }] },
    { kind: 'note', text: evil, link: { label: evil, url: URL_ } },
  ]);
  t.false(html.includes('<img'));
  t.false(html.includes('onerror="'));
});

test('lines of the text are short, so that no mail server breaks a link', (t) => {
  const { text } = mailBody(ENGLISH, '', [
    { kind: 'paragraph', text: 'word '.repeat(60).trim() },
    { kind: 'list', items: [{ title: 'Title', text: 'word '.repeat(60).trim(), url: URL_ }] },
  ]);
  for (const line of text.split('\n')) t.true(line.length <= 72, line);
});
