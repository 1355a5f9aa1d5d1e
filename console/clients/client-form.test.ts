import test from 'ava';
import { bodyOf, problemsOf, valuesOf } from './client-form.ts';

const values = {
  ...{ name: ' Harbour ', domains: 'harbour.example\n\n harbour.de ', notes: '' },
  contacts: 'Zoe Park <zoe@harbour.example>\nben@harbour.example\nKim Lee kim@harbour.example',
};

test('a client’s form has its domains and contacts one a line, and leaves blank lines out', (t) => {
  const contacts = [
    { name: 'Zoe Park', email: 'zoe@harbour.example' },
    { name: '', email: 'ben@harbour.example' },
    { name: 'Kim Lee', email: 'kim@harbour.example' },
  ];
  const body = { name: 'Harbour', domains: ['harbour.example', 'harbour.de'], contacts, notes: '' };
  t.deepEqual(bodyOf(values), body);
  const counts = { total: 0, live: 0, removed: 0, notFound: 0, pending: 0, livePercent: 0 };
  const client = { ...body, notes: null, clientDomain: 'harbour.example', revision: 3, scopes: [], ...counts };
  t.deepEqual(bodyOf(valuesOf(client)), body);
  t.is(valuesOf({ ...client, revision: -1 }).name, '', 'a domain without a record has no name yet');
});

test('a client’s form names the first wrong domain and the first wrong contact', (t) => {
  t.deepEqual(problemsOf(values), {});
  t.like(problemsOf({ ...values, name: ' ', domains: 'a.example/x', contacts: 'zoe@a.example\nben\nkim' }), {
    name: 'Name is required',
    domains: '“a.example/x” is not a domain. Write it like client.example, without https://, port or path.',
    contacts: 'ben: Email must be a valid address',
  });
  t.is(problemsOf({ ...values, domains: '' }).domains, 'Enter at least one domain');
});
