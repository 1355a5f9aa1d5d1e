import test from 'ava';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { translation } from './translation.ts';

const { messages, labels, format, element } = translation('a room of this test', {
  title: 'Sessions',
  'state.on': 'On',
  'state.off': 'Off',
  links: '{count, plural, one {# link} other {# links}}',
  used: 'Last used {time} on {device}',
});

test('texts without values are read by key, and by the rest of their key below a prefix', (t) => {
  t.is(messages.title, 'Sessions');
  t.deepEqual(labels('state'), { on: 'On', off: 'Off' });
});

test('a text with values has its plural and its numbers in the reader’s language', (t) => {
  t.is(format('links', { count: 1 }), '1 link');
  t.is(format('links', { count: 1_200 }), '1,200 links');
  t.throws(() => format('links', {}), { message: /count/ });
});

test('an element among the values keeps its place in the sentence', (t) => {
  const time = createElement('time', null, 'yesterday');
  t.is(
    renderToStaticMarkup(element('used', { time, device: 'Firefox' })),
    'Last used <time>yesterday</time> on Firefox',
  );
});
