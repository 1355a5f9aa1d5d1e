/** The campaign of a link: one of its team. Hidden while the team has none. */
import { pathTo } from '../../platform/api/client.ts';
import { usePage } from '../../platform/api/use-answer.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { messages as common } from '../../ui/messages.ts';
import { FIELD_LABELS } from '../messages.ts';
import { messages } from './messages.ts';

interface CampaignFieldProps {
  /** '' for a personal link. */
  readonly teamId: string;
  /** The chosen campaign; '' for none. */
  readonly campaignId: string;
  readonly disabled: boolean;
  /** Replaces the change of the field's value. Also has the templates of both campaigns; '' for none. */
  readonly onChoose?: (campaignId: string, templateBefore: string, templateNow: string) => void;
}

export function CampaignField({ teamId, campaignId, disabled, onChoose }: CampaignFieldProps) {
  const { data } = usePage(teamId === '' ? null : pathTo('/api/campaigns'));
  const campaigns = data?.rows.filter((campaign) => campaign.teamId === teamId) ?? [];
  const templateOf = (id: string) => campaigns.find((campaign) => campaign.id === id)?.templateId ?? '';
  if (campaigns.length === 0 && campaignId === '') return null;
  const choices = [
    { value: '', label: messages.noCampaign },
    ...campaigns.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const unseen = !choices.some(({ value }) => value === campaignId);
  return (
    <SelectField
      name="campaignId"
      label={FIELD_LABELS.campaignId ?? ''}
      choices={unseen ? [...choices, { value: campaignId, label: common.none }] : choices}
      disabled={disabled}
      {...(onChoose && { onChoose: (id) => onChoose(id, templateOf(campaignId), templateOf(id)) })}
    />
  );
}
