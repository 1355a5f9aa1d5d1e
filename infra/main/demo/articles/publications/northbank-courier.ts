/** Northbank Courier: a local paper. */
import type { Publication } from '../article.ts';
import { LUMEN, PINE } from '../clients.ts';

export const northbankCourier: Publication = {
  id: 'northbank-courier',
  name: 'Northbank Courier',
  tagline: 'The paper this side of the river',
  sections: ['Town', 'Business', 'Weekend', 'Notices'],
  style: `
    body { font-family: 'Times New Roman', Georgia, serif; background: #f7f7f5; color: #111; }
    header.site { background: #14253d; color: #fff; padding: 24px; } header.site a, header.site nav { color: #dbe4f2; }
    .name { text-transform: uppercase; letter-spacing: 0.04em; }
    a { color: #1d4a8f; }`,
  colors: ['#cfd8e6', '#14253d', '#b3402e'],
  articles: [
    {
      slug: 'new-cycle-lane-opens',
      kind: 'live',
      title: 'Cycle lane on Quay Street opens after two years',
      author: 'Courier staff',
      date: '3 September 2025',
      promised: [`${LUMEN}/`],
      text: `
The barriers came down on Monday at seven in the morning, and by half past the first delivery van was parked on it. By eight it had been asked to leave, politely, by a councillor on a folding bicycle.

The lane runs from the ferry steps to the market, two metres wide and raised by the height of a kerb. Local firm [Lumen Cycles](${LUMEN}/), whose workshop is on the corner, counted four hundred and twelve riders on the first day.

“We were going to count for an hour,” said its founder, whose [story we told last spring](${LUMEN}/about), “and then nobody wanted to go in.”`,
    },
    {
      slug: 'harbour-workshop-turns-ten',
      kind: 'live',
      title: 'Harbour workshop turns ten, opens its doors',
      author: 'Dele Okafor',
      date: '19 September 2025',
      promised: [`${PINE}/`, `${PINE}/visit`],
      text: `
Ten years ago it was a boathouse with a leak. On Saturday [Harbour & Pine](${PINE}/) will show visitors the room where its desks are made, the stack of boards they are made of, and, by popular request, the leak.

Doors open at ten. Children may plane a piece of pine and take the shavings home. Places for the afternoon tour can be had [on the workshop's own page](${PINE}/visit).`,
    },
    {
      slug: 'shops-to-visit-this-spring',
      kind: 'sponsored',
      title: 'Nine shops to visit this spring',
      author: 'Advertisement feature',
      date: '1 March 2026',
      promised: [`${LUMEN}/shop`],
      text: `
*Advertisement feature.*

Between the station and the river there are now nine independent shops within ten minutes' walk. Here is the order we would take them in, with a stop for cake after the fourth.

Number six is the [Lumen Cycles shop](${LUMEN}/shop){sponsored noopener}, where a lamp is fitted while you wait and the waiting is on a proper bench.`,
    },
    {
      slug: 'business-in-brief-april',
      kind: 'nofollow-header',
      title: 'Business in brief: April',
      author: 'Courier staff',
      date: '30 April 2026',
      promised: [`${PINE}/news/apprentices`],
      text: `
**Ferries.** The summer timetable starts a week early. **Bakery.** Hallam's is looking for a night baker, and for its cat.

**Furniture.** Harbour & Pine takes on [three apprentices](${PINE}/news/apprentices) in September; applications close at the end of May.`,
    },
    {
      slug: 'lights-on-for-the-towpath',
      kind: 'forbidden',
      title: 'Lights on for the towpath',
      author: 'Dele Okafor',
      date: '9 May 2026',
      promised: [`${LUMEN}/about/towpath`],
      text: '',
    },
    {
      slug: 'weekend-open-studios',
      kind: 'challenge',
      title: 'Weekend: open studios along the quay',
      author: 'Dele Okafor',
      date: '23 May 2026',
      promised: [`${PINE}/events/open-studio`],
      text: '',
    },
    {
      slug: 'council-minutes-may',
      kind: 'pdf',
      title: 'Minutes of the transport committee',
      author: 'Northbank council',
      date: '28 May 2026',
      promised: [`${LUMEN}/about/council`],
      text: '',
    },
    {
      slug: 'rush-hour-by-numbers',
      kind: 'server-error',
      title: 'Rush hour by numbers',
      author: 'Courier staff',
      date: '12 June 2026',
      promised: [`${LUMEN}/data/counts`],
      text: '',
    },
    {
      slug: 'photo-story-market-morning',
      kind: 'slow',
      title: 'Photo story: a market morning',
      author: 'Dele Okafor',
      date: '20 June 2026',
      promised: [`${PINE}/tables/market`],
      text: `
Half past four. The first van backs in under the arches, and somebody hands somebody else a coffee without either looking up.

Five o'clock. Trestles, awnings, one argument about a drain.`,
    },
    {
      slug: 'summer-sale-notices',
      kind: 'gone',
      title: 'Notices: summer sales',
      author: 'Courier staff',
      date: '29 June 2026',
      promised: [`${PINE}/sale`],
      text: '',
    },
  ],
};
