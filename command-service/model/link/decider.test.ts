import test from 'ava';
import fc from 'fast-check';
import type { Scope } from '../../contract/scope.ts';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { AddLink, EditLink, LinkCommand } from './commands.ts';
import { link } from './decider.ts';
import type { LinkAdded, LinkEvent } from './events.ts';

const scenario = givenWhenThen(link);
const linkId = 'l1';

const addLink: AddLink = {
  type: 'AddLink',
  linkId,
  scope: 'user:ann',
  articleLink: 'https://blog.example/post',
  clientLink: 'https://client.example/',
  duration: '30 days',
  liveDate: null,
  assignedTo: 'ann',
  pocEmail: null,
  remarks: null,
  anchor: null,
  linkType: null,
};
const { type: _, ...data } = addLink;
const added: LinkAdded = { type: 'LinkAdded', data };
const trashed: LinkEvent = { type: 'LinkTrashed', data: { linkId } };
const restored: LinkEvent = { type: 'LinkRestored', data: { linkId } };
const purged: LinkEvent = { type: 'LinkPurged', data: { linkId } };
const edit = (fields: EditLink['fields'], move?: EditLink['move']): LinkCommand => ({
  type: 'EditLink',
  linkId,
  fields,
  ...(move && { move }),
});
const follow = (from: Scope, to: Scope): LinkCommand => ({ type: 'MoveLink', linkId, from, to });
const moved = (from: Scope, to: Scope): LinkEvent => ({ type: 'LinkMoved', data: { linkId, from, to } });
const edited = (changes: Extract<LinkEvent, { type: 'LinkEdited' }>['data']['changes']): LinkEvent => ({
  type: 'LinkEdited',
  data: { linkId, changes },
});
const of = (type: 'TrashLink' | 'RestoreLink' | 'PurgeLink'): LinkCommand => ({ type, linkId });

test('adding a link records its fields', (t) => {
  scenario(t).given().when(addLink).yields(added);
});

test('adding the same link again changes nothing', (t) => {
  scenario(t).given(added).when(addLink).yields();
});

test('adding another link with a used id is refused', (t) => {
  scenario(t)
    .given(added)
    .when({ ...addLink, remarks: 'other' })
    .refused('already-exists');
});

test('an edit records only the changed fields, with old and new values', (t) => {
  scenario(t)
    .given(added)
    .when(edit({ duration: '1 year', remarks: 'paid', clientLink: addLink.clientLink }))
    .yields({
      type: 'LinkEdited',
      data: { linkId, changes: { duration: { from: '30 days', to: '1 year' }, remarks: { from: null, to: 'paid' } } },
    });
});

test('an edit to the present values changes nothing', (t) => {
  scenario(t)
    .given(added)
    .when(edit({ duration: '30 days', assignedTo: 'ann' }))
    .yields();
});

test('an edit starts from the values of earlier edits', (t) => {
  const first: LinkEvent = { type: 'LinkEdited', data: { linkId, changes: { remarks: { from: null, to: 'a' } } } };
  scenario(t)
    .given(added, first)
    .when(edit({ remarks: null }))
    .yields({ type: 'LinkEdited', data: { linkId, changes: { remarks: { from: 'a', to: null } } } });
});

test('a link that was never added cannot be edited, trashed, restored or purged', (t) => {
  for (const command of [edit({ remarks: 'x' }), of('TrashLink'), of('RestoreLink'), of('PurgeLink')]) {
    scenario(t).given().when(command).refused('not-found');
  }
});

test('a link in the trash cannot be edited', (t) => {
  scenario(t)
    .given(added, trashed)
    .when(edit({ remarks: 'x' }))
    .refused('in-trash');
});

test('deleting a link moves it to the trash, once', (t) => {
  scenario(t).given(added).when(of('TrashLink')).yields(trashed);
  scenario(t).given(added, trashed).when(of('TrashLink')).yields();
});

test('restoring takes a link out of the trash; a second restore is refused', (t) => {
  scenario(t).given(added, trashed).when(of('RestoreLink')).yields(restored);
  scenario(t).given(added, trashed, restored).when(of('RestoreLink')).refused('not-in-trash');
});

test('a link is deleted permanently only from the trash', (t) => {
  scenario(t).given(added).when(of('PurgeLink')).refused('not-in-trash');
  scenario(t).given(added, trashed).when(of('PurgeLink')).yields(purged);
});

test('a purged link stays purged: only a repeated purge is accepted, and it changes nothing', (t) => {
  const past = [added, trashed, purged];
  scenario(t)
    .given(...past)
    .when(of('PurgeLink'))
    .yields();
  for (const command of [edit({ remarks: 'x' }), of('TrashLink'), of('RestoreLink')]) {
    scenario(t)
      .given(...past)
      .when(command)
      .refused('not-found');
  }
});

test('a campaign link has promotion fields; other links have none', (t) => {
  const promotion = {
    campaignId: 'c1',
    promotionType: 'guest_post',
    websiteUrl: 'https://blog.example/',
    timelineDate: '2026-04-01',
  } as const;
  scenario(t)
    .given()
    .when({ ...addLink, ...promotion })
    .yields({ type: 'LinkAdded', data: { ...data, ...promotion } });
  scenario(t)
    .given({ type: 'LinkAdded', data: { ...data, ...promotion } })
    .when(edit({ campaignId: null, timelineDate: '2026-05-01', websiteUrl: promotion.websiteUrl }))
    .yields(edited({ campaignId: { from: 'c1', to: null }, timelineDate: { from: '2026-04-01', to: '2026-05-01' } }));
  scenario(t)
    .given(added)
    .when(edit({ campaignId: 'c1' }))
    .yields(edited({ campaignId: { from: null, to: 'c1' } }));
});

test('a link is moved and edited in one append', (t) => {
  scenario(t)
    .given(added)
    .when(edit({ remarks: 'paid' }, { to: 'team:t1', assignable: ['ann', 'bob'] }))
    .yields(edited({ remarks: { from: null, to: 'paid' } }), moved('user:ann', 'team:t1'));
  scenario(t)
    .given(added)
    .when(edit({}, { to: 'user:ann', assignable: ['ann'] }))
    .yields();
});

test('an assignee who is not in the new team is removed, unless the edit names another', (t) => {
  const past = [added, moved('user:ann', 'team:t1')];
  scenario(t)
    .given(...past)
    .when(edit({}, { to: 'team:t2', assignable: ['bob'] }))
    .yields(edited({ assignedTo: { from: 'ann', to: null } }), moved('team:t1', 'team:t2'));
  scenario(t)
    .given(...past)
    .when(edit({ assignedTo: 'bob' }, { to: 'team:t2', assignable: ['bob'] }))
    .yields(edited({ assignedTo: { from: 'ann', to: 'bob' } }), moved('team:t1', 'team:t2'));
});

test('a link that leaves its team leaves the campaign, unless the edit names another', (t) => {
  const past = [added, edited({ campaignId: { from: null, to: 'c1' } }), moved('user:ann', 'team:t1')];
  scenario(t)
    .given(...past)
    .when(edit({}, { to: 'team:t2', assignable: ['ann'] }))
    .yields(edited({ campaignId: { from: 'c1', to: null } }), moved('team:t1', 'team:t2'));
  scenario(t)
    .given(...past)
    .when(edit({ campaignId: 'c2' }, { to: 'team:t2', assignable: ['ann'] }))
    .yields(edited({ campaignId: { from: 'c1', to: 'c2' } }), moved('team:t1', 'team:t2'));
});

test('the links of a deleted team move to the owner, from the trash too, and keep their campaign', (t) => {
  const past = [added, edited({ campaignId: { from: null, to: 'c1' } }), moved('user:ann', 'team:t1')];
  scenario(t)
    .given(...past)
    .when(follow('team:t1', 'user:ann'))
    .yields(moved('team:t1', 'user:ann'));
  scenario(t)
    .given(...past, trashed)
    .when(follow('team:t1', 'user:bob'))
    .yields(edited({ assignedTo: { from: 'ann', to: null } }), moved('team:t1', 'user:bob'));
});

test('a move from a scope that the link has left changes nothing', (t) => {
  scenario(t).given(added).when(follow('team:t1', 'user:bob')).yields();
  scenario(t)
    .given(added, moved('user:ann', 'team:t1'), moved('team:t1', 'user:ann'))
    .when(follow('team:t1', 'user:bob'))
    .yields();
  scenario(t).given().when(follow('team:t1', 'user:bob')).refused('not-found');
});

const anyScope = fc.constantFrom<Scope>('user:ann', 'user:bob', 'team:t1', 'team:t2');

const someTags = fc.subarray(['seo', 'SEO', 'press', 'Straße', 'STRASSE']);

const anyCommand: fc.Arbitrary<LinkCommand> = fc.oneof(
  fc.constant(addLink),
  fc.tuple(anyScope, anyScope).map(([from, to]) => follow(from, to)),
  fc.constantFrom(of('TrashLink'), of('RestoreLink'), of('PurgeLink')),
  fc.record({ add: someTags, remove: someTags }).map((tags): LinkCommand => ({ type: 'TagLink', linkId, ...tags })),
  fc
    .record(
      {
        articleLink: fc.constantFrom('https://a.example/1', 'https://a.example/2'),
        duration: fc.constantFrom('30 days', '1 year', 'permanent'),
        remarks: fc.constantFrom(null, 'x', 'y'),
        assignedTo: fc.constantFrom(null, 'ann'),
        campaignId: fc.constantFrom(null, 'c1', 'c2'),
      },
      { requiredKeys: [] },
    )
    .chain((fields) =>
      fc
        .option(fc.record({ to: anyScope, assignable: fc.subarray(['ann', 'bob']) }), { nil: undefined })
        .map((move) => edit(fields, move)),
    ),
);

test('tags are added and removed ignoring case, and other tags stay', (t) => {
  const has = edited({ tags: { from: [], to: ['Press', 'seo'] } });
  const tag = (add: readonly string[], remove: readonly string[] = []): LinkCommand => {
    return { type: 'TagLink', linkId, add, remove };
  };
  scenario(t)
    .given(added)
    .when(tag([' seo ', 'Press', 'SEO']))
    .yields(has);
  scenario(t)
    .given(added, has)
    .when(tag(['vip'], ['PRESS', 'unknown']))
    .yields(edited({ tags: { from: ['Press', 'seo'], to: ['seo', 'vip'] } }));
  scenario(t)
    .given(added, has)
    .when(tag(['SEO']))
    .yields();
  scenario(t)
    .given(added, has)
    .when(tag(Array.from({ length: 19 }, (_, n) => `t${n}`)))
    .refused('too-many-tags');
  scenario(t)
    .given(added, trashed)
    .when(tag(['seo']))
    .refused('in-trash');
});

test('an edit to the same tags changes nothing', (t) => {
  const has = edited({ tags: { from: [], to: ['seo'] } });
  scenario(t)
    .given(added, has)
    .when(edit({ tags: ['seo'], remarks: 'x' }))
    .yields(edited({ remarks: { from: null, to: 'x' } }));
});

test('a repeated command yields no events, whatever came before', (t) => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 30 }), anyCommand, (past, command) => {
      const played = play(link, [...past, command, command]);
      t.deepEqual(played.at(-1), []);
    }),
  );
});

test('after any sequence of commands a link was added once, purged only from the trash, and unchanged afterwards', (t) => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
      const types = play(link, commands).flatMap((events) => events.map(({ type }) => type));
      t.true(types.filter((type) => type === 'LinkAdded').length <= 1);
      t.true(types.length === 0 || types[0] === 'LinkAdded');
      const moves = types.filter((type) => type !== 'LinkEdited' && type !== 'LinkAdded' && type !== 'LinkMoved');
      for (const [index, type] of moves.entries()) {
        if (type === 'LinkTrashed') t.not(moves[index - 1], 'LinkTrashed');
        else t.is(moves[index - 1], 'LinkTrashed');
      }
      const end = types.indexOf('LinkPurged');
      t.true(end === -1 || end === types.length - 1);
    }),
  );
});

test('the "from" of an edit is always the value before it', (t) => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
      const current = new Map<string, unknown>([...Object.entries(data), ['campaignId', null], ['tags', []]]);
      for (const event of play(link, commands).flat()) {
        if (event.type !== 'LinkEdited') continue;
        for (const [field, change] of Object.entries(event.data.changes)) {
          t.deepEqual(change.from, current.get(field) as never);
          t.not<unknown, unknown>(change.to, change.from);
          current.set(field, change.to);
        }
      }
    }),
  );
});

test('the "from" of a move is always the scope before it', (t) => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
      let scope = addLink.scope;
      for (const event of play(link, commands).flat()) {
        if (event.type !== 'LinkMoved') continue;
        t.is(event.data.from, scope);
        t.not(event.data.to, scope);
        scope = event.data.to;
      }
    }),
  );
});
