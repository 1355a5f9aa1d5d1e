import test from 'ava';
import { readSidebar } from './use-sidebar.ts';

test('the cookie decides whether the sidebar is open', (t) => {
  t.false(readSidebar('a=1; sidebar_state=false', true));
  t.true(readSidebar('sidebar_state=true; b=2', false));
});

test('without a cookie the window’s width decides', (t) => {
  for (const cookies of ['', 'my_sidebar_state=false', 'sidebar_state=', 'sidebar_state=falsehood']) {
    t.true(readSidebar(cookies, true), cookies);
    t.false(readSidebar(cookies, false), cookies);
  }
});
