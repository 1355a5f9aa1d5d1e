import test from 'ava';
import {
  campaignIdFromPath,
  clientFromPath,
  isExpiringSoon,
  isSearchable,
  listsLinks,
  teamIdFromPath,
} from './page-paths.ts';

test('a page of one team, campaign or client is recognized by its path', (t) => {
  t.is(teamIdFromPath('/teams/t1'), 't1');
  t.is(campaignIdFromPath('/campaigns/c1/'), 'c1');
  t.is(clientFromPath('/clients/b%C3%A4r.example'), 'bär.example');
  t.is(campaignIdFromPath('/teams/t1'), null);
  t.is(teamIdFromPath('/teams'), null);
  t.is(clientFromPath('/clients/%E0'), null);
  t.is(clientFromPath('/clients/a/b'), null);
});

test('links are filtered and sorted on the pages that list them', (t) => {
  for (const path of ['/', '/teams/t1', '/campaigns/c1', '/clients/a.example', '/expiring-soon'])
    t.true(listsLinks(path), path);
  for (const path of ['/teams', '/campaigns', '/clients', '/trash']) t.false(listsLinks(path), path);
});

test('one page lists the links that expire soon', (t) => {
  for (const path of ['/expiring-soon', '/expiring-soon/']) t.true(isExpiringSoon(path), path);
  for (const path of ['/', '/expiring-soon/a', '/expiring']) t.false(isExpiringSoon(path), path);
});

test('every page with a list of its own is searched in place', (t) => {
  for (const path of ['/', '/campaigns/c1', '/campaigns', '/clients', '/expiring-soon', '/trash'])
    t.true(isSearchable(path), path);
  for (const path of ['/teams', '/settings', '/no/such/page']) t.false(isSearchable(path), path);
});
