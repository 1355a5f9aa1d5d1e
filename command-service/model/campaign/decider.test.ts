import test from 'ava';
import fc from 'fast-check';
import type { Scope } from '../../contract/scope.ts';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { CampaignCommand, CreateCampaign, EditCampaign } from './commands.ts';
import { campaign } from './decider.ts';
import { CAMPAIGN_STATUSES, type CampaignEvent, type CampaignFields } from './events.ts';

const scenario = givenWhenThen(campaign);
const campaignId = 'c1';

const create: CreateCampaign = {
  type: 'CreateCampaign',
  campaignId,
  scope: 'team:t1',
  name: 'Spring',
  description: null,
  startDate: '2026-03-01',
  endDate: null,
  status: 'planning',
  clientDomain: null,
  templateId: null,
};
const { type: _, ...data } = create;
const created: CampaignEvent = { type: 'CampaignCreated', data };
const deleted: CampaignEvent = { type: 'CampaignDeleted', data: { campaignId } };
const remove: CampaignCommand = { type: 'DeleteCampaign', campaignId };
const edit = (fields: EditCampaign['fields']): CampaignCommand => ({ type: 'EditCampaign', campaignId, fields });
const move = (from: Scope, to: Scope): CampaignCommand => ({ type: 'MoveCampaign', campaignId, from, to });

test('creating a campaign records its fields, once', (t) => {
  scenario(t).given().when(create).yields(created);
  scenario(t).given(created).when(create).yields();
  scenario(t)
    .given(created)
    .when({ ...create, name: 'Autumn' })
    .refused('already-exists');
});

test('an edit records only what changed', (t) => {
  scenario(t)
    .given(created)
    .when(edit({ name: 'Spring', status: 'active', endDate: '2026-04-01' }))
    .yields({
      type: 'CampaignEdited',
      data: {
        campaignId,
        changes: { endDate: { from: null, to: '2026-04-01' }, status: { from: 'planning', to: 'active' } },
      },
    });
  scenario(t)
    .given(created)
    .when(edit({ description: null }))
    .yields();
});

test('the template of new links is chosen, changed and removed, also in a campaign that is older than templates', (t) => {
  const changed = (from: string | null, to: string | null): CampaignEvent => ({
    type: 'CampaignEdited',
    data: { campaignId, changes: { templateId: { from, to } } },
  });
  const { templateId: _, ...older } = data;
  for (const past of [created, { type: 'CampaignCreated', data: older } as const]) {
    scenario(t)
      .given(past)
      .when(edit({ templateId: 't1' }))
      .yields(changed(null, 't1'));
    scenario(t)
      .given(past)
      .when(edit({ templateId: null }))
      .yields();
  }
  scenario(t)
    .given({ type: 'CampaignCreated', data: { ...data, templateId: 't1' } })
    .when(edit({ templateId: null }))
    .yields(changed('t1', null));
});

test('a campaign of a deleted team moves to the owner, unless it has moved already', (t) => {
  scenario(t)
    .given(created)
    .when(move('team:t1', 'user:ann'))
    .yields({ type: 'CampaignMoved', data: { campaignId, from: 'team:t1', to: 'user:ann' } });
  scenario(t).given(created).when(move('team:t2', 'user:ann')).yields();
});

test('a campaign that was deleted, or never existed, cannot be edited or moved', (t) => {
  for (const past of [[], [created, deleted]]) {
    for (const command of [edit({ name: 'x' }), move('team:t1', 'user:ann')]) {
      scenario(t)
        .given(...past)
        .when(command)
        .refused('not-found');
    }
  }
});

test('a campaign is deleted once', (t) => {
  scenario(t).given(created).when(remove).yields(deleted);
  scenario(t).given(created, deleted).when(remove).yields();
  scenario(t).given().when(remove).refused('not-found');
});

const anyFields: fc.Arbitrary<Partial<CampaignFields>> = fc.record(
  {
    name: fc.constantFrom('Spring', 'Autumn'),
    description: fc.constantFrom(null, 'x'),
    startDate: fc.constantFrom(null, '2026-03-01'),
    status: fc.constantFrom(...CAMPAIGN_STATUSES),
  },
  { requiredKeys: [] },
);
const anyScope = fc.constantFrom<Scope>('user:ann', 'team:t1', 'team:t2');
const anyCommand: fc.Arbitrary<CampaignCommand> = fc.oneof(
  fc.constantFrom(create, remove),
  anyFields.map(edit),
  fc.tuple(anyScope, anyScope).map(([from, to]) => move(from, to)),
);

test('a repeated command yields no events, whatever came before', (t) => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 30 }), anyCommand, (past, command) => {
      t.deepEqual(play(campaign, [...past, command, command]).at(-1), []);
    }),
  );
});

test('no command changes a deleted campaign', (t) => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 30 }), (commands) => {
      const types = play(campaign, commands).flatMap((events) => events.map(({ type }) => type));
      const end = types.indexOf('CampaignDeleted');
      t.true(end === -1 || end === types.length - 1);
    }),
  );
});
