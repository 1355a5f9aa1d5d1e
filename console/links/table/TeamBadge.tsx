/** The team of a link, with a link to it. Nothing for personal links. */
import Box from '@mui/material/Box';
import { Link } from 'react-router';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { teamPath } from '../../platform/address/page-paths.ts';
import { TeamsIcon } from '../../ui/layout/icons.tsx';
import { messages } from '../messages.ts';

/** Whether the target of a press is a link of its own, such as a badge: its row does not react. */
export function isOwnLink(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-own-link]') !== null;
}

interface TeamBadgeProps {
  readonly link: LinkAnswer;
  readonly tabIndex?: number;
}

export function TeamBadge({ link, tabIndex }: TeamBadgeProps) {
  if (link.teamId === null) return null;
  const name = link.teamName ?? messages.team;
  return (
    <Box
      component={Link}
      to={teamPath(link.teamId)}
      data-own-link
      aria-label={`${messages.team}: ${name}`}
      title={name}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        minWidth: 0,
        maxWidth: '100%',
        // The badge is large enough to press, also on cards.
        minHeight: { xs: 24, md: 0 },
        fontSize: '0.75rem',
        color: 'text.secondary',
        textDecoration: 'none',
        borderRadius: 0.5,
        '&:hover': { color: 'text.primary', textDecoration: 'underline' },
      }}
    >
      <TeamsIcon aria-hidden sx={{ fontSize: 13, flexShrink: 0 }} />
      <Box component="span" dir="auto" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {name}
      </Box>
    </Box>
  );
}
