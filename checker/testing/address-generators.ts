/** Generators of addresses in many spellings. For tests only. */
import fc from 'fast-check';

/** Absolute addresses of few hosts and paths, so that two are often equal. */
export const linkAddresses = fc
  .tuple(
    fc.constantFrom('http:', 'https:', 'HTTPS:'),
    fc.constantFrom('', '', 'www.', 'WWW.', 'www.www.', 'me@'),
    fc.constantFrom('client.example', 'Client.EXAMPLE.', 'bücher.example', '127.1', 'client.example..', '[::1]', 'www'),
    fc.constantFrom('', ':80', ':443', ':8080'),
    fc.array(
      fc.constantFrom(
        '/',
        '/a',
        '//',
        '/.',
        '/..',
        '%2f',
        '%2F',
        '%7e',
        '%41',
        '%',
        '%%34%31',
        '%2',
        'é',
        ' ',
        '%2e',
        '%%32e',
      ),
      { maxLength: 5 },
    ),
    fc.array(fc.constantFrom('a=1', '&', 'utm_x=1', 'gclid', '=', '%6', '%75tm_y=2', '%%37%35', "'", '+', '?'), {
      maxLength: 5,
    }),
    fc.constantFrom('', '#', '#top'),
  )
  .map(([scheme, sub, host, port, path, query, hash]) => {
    const search = query.length === 0 ? '' : `?${query.join('')}`;
    return `${scheme}//${sub}${host}${port}/${path.join('')}${search}${hash}`;
  });

/** Hrefs built from parts: relative, protocol-relative, disguised, broken. */
export const hrefs = fc
  .array(
    fc.constantFrom(
      ...[
        'http:',
        'https:',
        'javascript:',
        '/',
        '//',
        '\\',
        ' ',
        '\t',
        '\n',
        '?',
        '#',
        '@',
        ':',
        ':80',
        '.',
        '..',
        'www.',
        'a',
        'é',
      ],
      ...[
        'client.example',
        'CLIENT.example',
        'cli\nent.example',
        '%63lient.example',
        'ｃlient.example',
        'cli\u00adent.example',
      ],
      ...[
        'b%C3%BCcher.example',
        'xn--bcher-kva.example',
        'XN--BCHER-KVA.example',
        '0x7f.1',
        '2130706433',
        '127.0.0.1',
        '[::1]',
        '[0::1]',
      ],
    ),
    { maxLength: 7 },
  )
  .map((parts) => parts.join(''));
