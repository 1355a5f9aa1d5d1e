/** Pages in many encodings: the anchor shows whether the checker decoded them correctly. */
import { encodeText } from '../charset-encoder.ts';
import { CLIENT_LINK } from '../corpus/corpus-page.ts';
import { minified } from '../corpus/page-layouts.ts';
import { answer, live, removed, rendered, type ServedPage } from './served-page.ts';

/** An article that declares `declared` in its head, or no encoding. */
function page(anchor: string, declared = ''): string {
  const whole = minified({ title: 'Shoes', body: `<p>More: <a href=${CLIENT_LINK}>${anchor}</a>.` });
  return whole.replace('<meta charset=utf-8>', declared);
}

interface Written {
  readonly encoding: string;
  readonly anchor: string;
  readonly language: string;
}

const WRITTEN: readonly Written[] = [
  { language: 'Czech', encoding: 'windows-1250', anchor: 'žluté boty ručně šité' },
  { language: 'Russian', encoding: 'windows-1251', anchor: 'обувь ручной работы' },
  { language: 'German', encoding: 'windows-1252', anchor: 'maßgefertigte Schuhe – 300 €' },
  { language: 'Turkish', encoding: 'windows-1254', anchor: 'şık ayakkabı ığ' },
  { language: 'Hebrew', encoding: 'windows-1255', anchor: 'נעליים בעבודת יד' },
  { language: 'Arabic', encoding: 'windows-1256', anchor: 'متجر الأحذية' },
  { language: 'Polish', encoding: 'iso-8859-2', anchor: 'ręcznie szyte półbuty' },
  { language: 'Ukrainian', encoding: 'koi8-u', anchor: 'взуття ґатунку' },
  { language: 'Chinese', encoding: 'gb18030', anchor: '手工鞋店' },
  { language: 'Taiwanese', encoding: 'big5', anchor: '手工鞋專賣店' },
  { language: 'Japanese', encoding: 'shift_jis', anchor: '手縫いの靴の店ソ表' },
  { language: 'Korean', encoding: 'euc-kr', anchor: '수제 구두 가게' },
];

const byHeader = WRITTEN.map(
  ({ language, encoding, anchor }): ServedPage => ({
    name: `a ${language} page with ${encoding} in its header`,
    serve: answer(encodeText(page(anchor), encoding), { 'content-type': `text/html; charset=${encoding}` }),
    expected: live(anchor, { charset: encoding }),
  }),
);

const byMeta = WRITTEN.filter((_, n) => n % 2 === 1).map(
  ({ language, encoding, anchor }): ServedPage => ({
    name: `a ${language} page with ${encoding} only in its head`,
    serve: answer(encodeText(page(anchor, `<meta charset="${encoding.toUpperCase()}">`), encoding), {
      'content-type': 'text/html',
    }),
    expected: live(anchor, { charset: encoding }),
  }),
);

interface Query {
  readonly encoding: string;
  readonly query: string;
  /** The query as browsers send it. */
  readonly sent: string;
}

/** Queries with letters beyond ASCII. */
const QUERIES: readonly Query[] = [
  { encoding: 'windows-1251', query: 'сарай', sent: '%F1%E0%F0%E0%E9' },
  { encoding: 'windows-1252', query: 'café', sent: 'caf%E9' },
  { encoding: 'shift_jis', query: 'ソ靴', sent: '%83\\%8CC' },
];

const queries = QUERIES.flatMap(({ encoding, query, sent }): readonly ServedPage[] => {
  const spelled = `https://client.example/shoes/?q=${query}`;
  const markup = minified({ title: 'Shoes', body: `<p>More: <a href="${spelled}">shoes</a>.` });
  const script = minified({
    title: 'Shoes',
    body: `<p>More: <span id=s></span>.<script>s.innerHTML='<a href="'+'${spelled}'+'">shoes</a>'</script>`,
  });
  const headers = { 'content-type': `text/html; charset=${encoding}` };
  const serve = (page: string) => answer(encodeText(page.replace('<meta charset=utf-8>', ''), encoding), headers);
  const client = `https://client.example/shoes/?q=${sent}`;
  return [
    { name: `a query in ${encoding}`, serve: serve(markup), clientLink: client, expected: live('shoes') },
    { name: `a query in ${encoding} by script`, serve: serve(script), clientLink: client, expected: rendered('shoes') },
    {
      name: `a query in ${encoding}, sought in UTF-8`,
      serve: serve(markup),
      clientLink: spelled,
      expected: removed('not-on-page'),
    },
  ];
});

export const servedCharsets: readonly ServedPage[] = [
  ...queries,
  ...byHeader,
  ...byMeta,
  {
    name: 'a page with gb2312 in http-equiv, decoded as gbk',
    serve: answer(
      encodeText(page('手工鞋店', '<meta http-equiv="Content-Type" content="text/html; charset=gb2312">'), 'gbk'),
      { 'content-type': 'text/html' },
    ),
    expected: live('手工鞋店', { charset: 'gbk' }),
  },
  {
    name: 'a page marked as iso-8859-1 with quotation marks of windows-1252',
    serve: answer(encodeText(page('“the” shop – €'), 'windows-1252'), {
      'content-type': 'text/html; charset=ISO-8859-1',
    }),
    expected: live('“the” shop – €', { charset: 'windows-1252' }),
  },
  {
    name: 'a UTF-8 page with iso-8859-1 in its header, decoded as in browsers',
    serve: answer(page('Maß', '<meta charset=utf-8>'), { 'content-type': 'text/html; charset=iso-8859-1' }),
    expected: live('MaÃŸ', { charset: 'windows-1252' }),
  },
  {
    name: 'a UTF-8 byte order mark that overrides the header',
    serve: answer(`\ufeff${page('größer')}`, { 'content-type': 'text/html; charset=windows-1251' }),
    expected: live('größer', { charset: 'utf-8' }),
  },
  {
    name: 'a UTF-16LE page with only a byte order mark',
    serve: answer(encodeText(`\ufeff${page('靴 größer')}`, 'utf-16le'), { 'content-type': 'text/html' }),
    expected: live('靴 größer', { charset: 'utf-16le' }),
  },
  {
    name: 'a UTF-16BE page with a byte order mark that contradicts its header',
    serve: answer(encodeText(`\ufeff${page('靴 größer')}`, 'utf-16be'), { 'content-type': 'text/html; charset=utf-8' }),
    expected: live('靴 größer', { charset: 'utf-16be' }),
  },
  {
    name: 'a UTF-16 page without a byte order mark, declared in its header',
    serve: answer(encodeText(page('обувь'), 'utf-16le'), { 'content-type': 'text/html; charset=utf-16le' }),
    expected: live('обувь', { charset: 'utf-16le' }),
  },
  {
    name: 'a UTF-8 page whose head declares UTF-16',
    serve: answer(page('größer', '<meta charset=utf-16>'), { 'content-type': 'text/html' }),
    expected: live('größer', { charset: 'utf-8' }),
  },
  {
    name: 'an unknown encoding in the header and a known one in the head',
    serve: answer(encodeText(page('обувь', '<meta charset=windows-1251>'), 'windows-1251'), {
      'content-type': 'text/html; charset=utf8mb4',
    }),
    expected: live('обувь', { charset: 'windows-1251' }),
  },
  {
    name: 'a quoted encoding in upper case among other parameters',
    serve: answer(encodeText(page('обувь'), 'windows-1251'), {
      'content-type': 'Text/HTML; profile=x ; Charset="CP1251"',
    }),
    expected: live('обувь', { charset: 'windows-1251' }),
  },
  {
    name: 'a UTF-8 page without a declaration',
    serve: answer(page('größer'), { 'content-type': 'text/html' }),
    expected: live('größer', { charset: 'utf-8' }),
  },
  {
    name: 'a windows-1252 page without a declaration',
    serve: answer(encodeText(page('größer'), 'windows-1252'), { 'content-type': 'text/html' }),
    expected: live('größer', { charset: 'windows-1252' }),
  },
  {
    name: 'an encoding declared in a comment',
    serve: answer(page('größer', '<!-- <meta charset=windows-1251> --><meta charset=utf-8>'), {
      'content-type': 'text/html',
    }),
    expected: live('größer', { charset: 'utf-8' }),
  },
  {
    name: 'an XHTML page with its encoding in the XML declaration',
    serve: answer(encodeText(`<?xml version="1.0" encoding="windows-1250"?>\n${page('žluté boty')}`, 'windows-1250'), {
      'content-type': 'text/html',
    }),
    expected: live('žluté boty', { charset: 'windows-1250' }),
  },
  {
    name: 'invalid UTF-8 in the anchor, decoded as a replacement character',
    serve: answer(Buffer.from(page('sh~es').replace('~', '\xff'), 'latin1')),
    expected: live('sh\ufffdes', { charset: 'utf-8' }),
  },
];
