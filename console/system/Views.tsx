/** The views: those that are not up to date by name, and all of them on request. */
import Box from '@mui/material/Box';
import type { SystemViewAnswer } from '../../query-service/contract/answers/system.ts';
import { SECTION_ROW } from '../ui/layout/Section.tsx';
import { Fact } from './Fact.tsx';
import { format, messages, STATE_LABELS } from './messages.ts';

function describe({ state, lagSeconds }: SystemViewAnswer): string {
  return state === 'behind' ? format('lag', { count: lagSeconds }) : STATE_LABELS[state];
}

function List({ views }: { views: readonly SystemViewAnswer[] }) {
  return (
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, columns: '240px' }}>
      {views.map((view) => (
        <li key={view.view}>
          {view.view}: {describe(view)}
        </li>
      ))}
    </Box>
  );
}

export function Views({ views }: { views: readonly SystemViewAnswer[] }) {
  const notFollowing = views.filter(({ state }) => state !== 'following');
  return (
    <>
      {notFollowing.length === 0 ? (
        <Fact>{messages.allFollow}</Fact>
      ) : (
        <Fact more={<List views={notFollowing} />}>{format('someBehind', { count: notFollowing.length })}</Fact>
      )}
      <Box
        component="details"
        sx={{ ...SECTION_ROW, display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}
      >
        <Box component="summary" sx={{ cursor: 'pointer', width: 'fit-content' }}>
          {format('showViews', { count: views.length })}
        </Box>
        <List views={views} />
      </Box>
    </>
  );
}
