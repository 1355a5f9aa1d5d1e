/** The Billing tab: the current plan, and the plans on offer (infra/docs/product.md, "Plans"). */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { PAID_PLANS, type PaidPlan } from '../../command-service/contract/prices.ts';
import type { BillingCycle } from '../../command-service/model/subscription/events.ts';
import type { SubscriptionAnswer } from '../../query-service/contract/answers/account.ts';
import type { BillingAnswer } from '../../query-service/contract/answers/billing.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { formatDay } from '../platform/format/dates.ts';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { CheckIcon } from '../ui/layout/icons.tsx';
import { SECTION_ROW, Section } from '../ui/layout/Section.tsx';
import { ChangePlan } from './ChangePlan.tsx';
import {
  CYCLE_LABELS,
  FEATURES,
  format,
  formatChoose,
  messages,
  PER_CYCLE,
  PLAN_LABELS,
  PLAN_NAMES,
  SWITCH_CYCLE,
} from './messages.ts';
import { PurchaseDialog } from './PurchaseDialog.tsx';
import { CYCLES, parsePlanDialog, planDialog, priceOf } from './plans.ts';
import { useBilling, useSubscription } from './queries.ts';
import { Receipts } from './Receipts.tsx';

interface CurrentPlanProps {
  readonly subscription: SubscriptionAnswer;
  /** Plans cost money in this installation. */
  readonly isPaid: boolean;
}

function CurrentPlan({ subscription: { plan, billingCycle, paidUntil }, isPaid }: CurrentPlanProps) {
  const { open } = useOverlay();
  const isFree = plan === 'free' || (!isPaid && paidUntil === null);
  return (
    <>
      <Box sx={SECTION_ROW}>
        <Box sx={{ flex: '1 1 200px' }}>
          <Typography sx={{ fontWeight: 600 }}>{PLAN_LABELS[plan]}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {isFree ? messages.freeOfCharge : `${priceOf(plan, billingCycle)} ${PER_CYCLE[billingCycle]}`}
            {paidUntil !== null && ` · ${format('paidUntil', { day: formatDay(paidUntil.slice(0, 10)) })}`}
          </Typography>
        </Box>
        {plan !== 'free' && (
          <Button onClick={() => open('dialog', planDialog('free', billingCycle))}>{messages.backToFree}</Button>
        )}
      </Box>
      {plan === 'free' && (
        <Box sx={{ ...SECTION_ROW, display: 'block' }}>
          <Features of={FEATURES.free} />
        </Box>
      )}
    </>
  );
}

function Features({ of }: { of: readonly string[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75, fontSize: '0.8125rem' }}>
      {of.map((feature) => (
        <Box component="li" key={feature} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <CheckIcon aria-hidden fontSize="small" sx={{ mt: '2px', color: 'primary.main' }} />
          {feature}
        </Box>
      ))}
    </Box>
  );
}

interface PlanCardProps {
  readonly plan: PaidPlan;
  readonly cycle: BillingCycle;
  readonly subscription: SubscriptionAnswer;
  readonly billing: BillingAnswer;
}

function PlanCard({ plan, cycle, subscription, billing }: PlanCardProps) {
  const { open } = useOverlay();
  const mine = subscription.plan === plan;
  const same = mine && subscription.billingCycle === cycle;
  const offer = offerOf(billing, plan, cycle);
  const isPaid = billing.providers.length > 0;
  const renewable = isPaid && same && offer?.state === 'available';
  const current = same && !renewable;
  const covered = isPaid && offer?.state === 'covered';
  const label = renewable ? messages.renew : mine ? SWITCH_CYCLE[cycle] : formatChoose(plan, subscription.plan);
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={PLAN_NAMES[plan]}
      sx={{
        p: { xs: 2, md: 3 },
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        ...(mine ? { borderColor: 'primary.main' } : {}),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, minHeight: 26 }}>
        <Typography component="h3" variant="h2">
          {PLAN_NAMES[plan]}
        </Typography>
        {mine && <Chip size="small" variant="outlined" color="primary" label={messages.isCurrent} />}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 0.75 }}>
        <Typography component="span" sx={{ fontSize: '1.75rem', fontWeight: 600, letterSpacing: '-0.02em' }}>
          {priceOf(plan, cycle)}
        </Typography>
        <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
          {PER_CYCLE[cycle]}
        </Typography>
      </Box>
      <Box sx={{ flex: 1 }}>
        <Features of={FEATURES[plan]} />
      </Box>
      {covered && (
        <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
          {messages.coveredHint}
        </Typography>
      )}
      <Button
        fullWidth
        disabled={current || covered}
        {...(mine || (subscription.plan === 'professional' && plan === 'starter')
          ? {}
          : { variant: 'contained', color: 'primary' })}
        onClick={() => open('dialog', planDialog(plan, cycle))}
      >
        {current ? messages.isCurrent : label}
      </Button>
    </Paper>
  );
}

function offerOf({ offers }: BillingAnswer, plan: string, cycle: BillingCycle) {
  return offers.find((offer) => offer.plan === plan && offer.billingCycle === cycle);
}

interface PlansProps {
  readonly subscription: SubscriptionAnswer;
  readonly billing: BillingAnswer;
}

function Plans({ subscription, billing }: PlansProps) {
  const [chosen, setCycle] = useState<BillingCycle | null>(null);
  const { params } = useOverlay();
  const choice = parsePlanDialog(params.get('dialog'));
  const cycle = chosen ?? subscription.billingCycle;
  const isPaid = billing.providers.length > 0;
  const offer = choice === null || !isPaid ? undefined : offerOf(billing, choice.plan, choice.cycle);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Section title={messages.currentPlan}>
        <CurrentPlan subscription={subscription} isPaid={isPaid} />
      </Section>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mt: 1, flexWrap: 'wrap' }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={cycle}
          aria-label={messages.cycle}
          onChange={(_, value: BillingCycle | null) => value !== null && setCycle(value)}
        >
          {CYCLES.map((each) => (
            <ToggleButton key={each} value={each} sx={{ px: 2, py: 0.5, textTransform: 'none', borderRadius: 1 }}>
              {CYCLE_LABELS[each]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Typography variant="body2" sx={{ fontWeight: 500, color: 'primary.main' }}>
          {messages.yearlySaves}
        </Typography>
        {!isPaid && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {messages.pricesUnused}
          </Typography>
        )}
      </Box>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}
      >
        {PAID_PLANS.map((plan) => (
          <PlanCard key={plan} plan={plan} cycle={cycle} subscription={subscription} billing={billing} />
        ))}
      </Box>
      {isPaid && <Receipts />}
      {choice !== null && offer !== undefined && <PurchaseDialog billing={billing} offer={offer} />}
      {choice !== null && offer === undefined && <ChangePlan {...choice} current={subscription} />}
    </Box>
  );
}

export function BillingTab() {
  const plan = useSubscription();
  const billing = useBilling();
  if (plan.data !== undefined && billing.data !== undefined) {
    return <Plans subscription={plan.data} billing={billing.data} />;
  }
  return (
    <Section title={messages.billing} hint={messages.billingHint}>
      <QueryState query={plan} failed={messages.fetchFailed} rows={5}>
        {() => (
          <QueryState query={billing} failed={messages.fetchFailed} rows={5}>
            {() => null}
          </QueryState>
        )}
      </QueryState>
    </Section>
  );
}
