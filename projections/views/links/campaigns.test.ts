import test from 'ava';
import { campaignCreated, documentAfter, EventBuilder } from '../../../infra/testing/event-builder.ts';
import { campaigns } from './campaigns.ts';

test('a campaign has its latest fields until it is deleted', (t) => {
  const events = new EventBuilder();
  const after = () => documentAfter(campaigns, 'c1', events.all);
  const stream = 'campaign-c1';
  events.add(campaignCreated('c1', { startDate: '2026-03-01' }));
  t.deepEqual(after(), {
    id: 'c1',
    clientDomain: null,
    templateId: null,
    scope: 'team:t1',
    name: 'Spring',
    description: null,
    startDate: '2026-03-01',
    endDate: null,
    status: 'planning',
    createdAt: '2026-03-01T10:00:00.000Z',
    revision: 0,
  });
  const changes = { startDate: { from: '2026-03-01', to: null }, status: { from: 'planning', to: 'active' } } as const;
  events.add({ type: 'CampaignEdited', stream, data: { campaignId: 'c1', changes } });
  t.like(after(), { name: 'Spring', startDate: null, status: 'active', revision: 1 });
  events.add({ type: 'CampaignMoved', stream, data: { campaignId: 'c1', from: 'team:t1', to: 'user:ann' } });
  t.like(after(), { scope: 'user:ann', revision: 2 });
  events.add({ type: 'CampaignDeleted', stream, data: { campaignId: 'c1' } });
  t.is(after(), null);
});
