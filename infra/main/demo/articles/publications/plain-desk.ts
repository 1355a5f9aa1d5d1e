/** The Plain Desk: a blog about rooms to work in. */
import type { Publication } from '../article.ts';
import { LUMEN, PINE } from '../clients.ts';

export const plainDesk: Publication = {
  id: 'plain-desk',
  name: 'The Plain Desk',
  tagline: 'Notes on rooms to think in',
  sections: ['Rooms', 'Making', 'Habits', 'About'],
  style: `
    body { font-family: 'Helvetica Neue', Arial, sans-serif; background: #fff; color: #1c1f22; }
    header.site { border-bottom: 1px solid #1c1f22; } .name { letter-spacing: -0.03em; }
    a { color: #1b5e57; }`,
  colors: ['#e3e6e2', '#1b5e57', '#c48a3a'],
  articles: [
    {
      slug: 'a-room-of-four-metres',
      kind: 'live',
      title: 'A study in four square metres',
      author: 'Ines Calder',
      date: '11 October 2025',
      promised: [`${PINE}/desks/window`, `${PINE}/shelves`],
      text: `
The room was meant for coats. It has a window, though, and a window is most of what a study needs.

We put the desk across the light rather than under it, so that the screen has no sky in it. The [window desk](${PINE}/desks/window) is cut two centimetres shallower than the sill, which means the curtain still closes and a cup still fits.

## Everything at arm's length

Above the desk run two [oak shelves](${PINE}/shelves) at the height of a raised hand. What does not fit on them does not belong in the room; this rule has kept the room four square metres large.`,
    },
    {
      slug: 'oiling-a-table',
      kind: 'live',
      title: 'Oiling a table without losing a weekend',
      author: 'Tomas Wren',
      date: '6 December 2025',
      promised: [`${PINE}/care/oil`, `${PINE}/tables/dining`],
      text: `
Everything you read about oiling tables was written by somebody with a spare garage. You can do it in a flat, in one evening and one morning.

Sand along the grain with 240, wipe with a damp cloth, wait until the damp is gone. Then a thin coat of [hard wax oil](${PINE}/care/oil), thinner than seems sensible, rubbed in with a lint-free rag and taken off again after ten minutes.

> A table is finished when the cloth comes away clean, not when the tin is empty.

The one in the pictures is a [dining table in pine](${PINE}/tables/dining) that has seen two toddlers and a fondue.`,
    },
    {
      slug: 'standing-enough',
      kind: 'nofollow',
      title: 'Standing enough, sitting enough',
      author: 'Ines Calder',
      date: '17 January 2026',
      promised: [`${PINE}/desks/standing`, `${PINE}/stools`],
      text: `
I bought a standing desk to stand, and found that I mostly wanted to leave. Not from the desk; from the chair, for a minute, every forty minutes.

So now the desk goes up when the phone rings and comes down when the call ends. It is a [crank-driven standing desk](${PINE}/desks/standing){nofollow}, no motor, and the cranking is half of the good it does.

In between there is a [leaning stool](${PINE}/stools){nofollow noopener}, on which nobody has ever sat for longer than an hour.`,
    },
    {
      slug: 'shelves-without-screws',
      kind: 'image',
      title: 'Shelves without screws',
      author: 'Tomas Wren',
      date: '28 February 2026',
      promised: [`${PINE}/shelves/wedge`],
      text: `
A wedge is the oldest fastener there is, and the only one that gets tighter the more you put on it.

![Wedged oak shelf with books, seen from below](${PINE}/shelves/wedge)

We took one apart on the kitchen table: eleven pieces, four shapes, no metal. It went back together in six minutes, and one of those was looking for the last wedge.`,
    },
    {
      slug: 'a-quieter-office',
      kind: 'sponsored',
      title: 'A quieter office with five old tricks',
      author: 'Advertorial',
      date: '12 March 2026',
      promised: [`${PINE}/screens`, `${PINE}/tables/round`],
      text: `
*This article was paid for by Harbour & Pine.*

Carpet, curtains, books, plants, and something between you and the door. Sound is lazy; it needs only a few reasons to stop.

The something can be a bookcase, or one of the [slatted screens](${PINE}/screens){sponsored} that our sponsor builds from offcuts. A [round table](${PINE}/tables/round){sponsored nofollow} helps too, for the simple reason that people lean in.`,
    },
    {
      slug: 'reading-lamps-compared',
      kind: 'nofollow-meta',
      title: 'Reading lamps compared by a slow reader',
      author: 'Ines Calder',
      date: '4 April 2026',
      promised: [`${PINE}/lamps`],
      text: `
One long novel, six lamps, fifty pages each. I made notes about the lamps; the novel, I am told, is about whales.

The best of them hardly looked like a lamp: a [turned wooden arm](${PINE}/lamps) with the bulb behind linen. It lights a page and a half, which is exactly what a reader has in front of her.`,
    },
    {
      slug: 'the-drawer-problem',
      kind: 'live',
      title: 'The drawer problem',
      author: 'Tomas Wren',
      date: '25 April 2026',
      promised: [`${PINE}/desks/drawers`],
      text: `
A desk drawer fills up at a constant speed whatever its size. I have measured this.

The cure is depth: a drawer of four centimetres holds paper, pens and nothing that has to be looked for. The [flat drawer unit](${PINE}/desks/drawers) under my desk has three of these. In the first week I missed the deep one; in the second I found the scissors.

If yours stick in summer, a candle stub along the runner is all you need. There is more of that sort in the [care pages](${PINE}/care).`,
    },
    {
      slug: 'commuters-at-the-coat-rack',
      kind: 'live',
      title: 'A coat rack for people who cycle',
      author: 'Ines Calder',
      date: '16 May 2026',
      promised: [`${PINE}/hall/coat-rack`, `${LUMEN}/kit/rain-cape`],
      text: `
Wet things need air on both sides, which is why a hook is better than a hanger and a peg is better than a hook.

Our [coat rack](${PINE}/hall/coat-rack) has seven pegs, set so far apart that even a dripping [rain cape](${LUMEN}/kit/rain-cape) touches nothing but itself. A zinc tray below catches the puddle; empty it on Fridays.`,
    },
    {
      slug: 'tables-for-small-kitchens',
      kind: 'near-miss',
      title: 'Tables for small kitchens',
      author: 'Tomas Wren',
      date: '13 June 2026',
      promised: [`${PINE}/tables/folding`],
      text: `
Measure the table you have when it is in use, with chairs out and elbows on. That is the size of the thing; the rest is furniture.

We have been living with a [table that folds to the wall](${PINE}/tables/fold-down-2026) since March. Folded it holds a bowl of lemons; open it seats four who like each other.`,
    },
    {
      slug: 'what-the-workshop-smells-like',
      kind: 'comment',
      title: 'What the workshop smells like',
      author: 'Ines Calder',
      date: '1 July 2026',
      promised: [`${PINE}/about/workshop`],
      text: `
Pine first, then glue, then coffee. We spent a day in [the workshop by the harbour](${PINE}/about/workshop) and came back with sawdust in our notebooks.

Nothing there is fast. A drawer front is cut from one board so that the grain runs on across the gaps, and it takes a person an hour to choose the board.`,
    },
    {
      slug: 'how-we-measure-rooms',
      kind: 'base',
      title: 'How we measure rooms for a bicycle',
      author: 'Tomas Wren',
      date: '22 July 2026',
      promised: [`${LUMEN}/kit/floor-stand`],
      text: `
A bicycle indoors is a piece of furniture that leaves every morning. Plan for it like a chair: sixty centimetres of width, and a clear line to the door.

A [floor stand](${LUMEN}/kit/floor-stand) saves the wallpaper and ten centimetres of depth, because the handlebar can be turned parallel to the wall.`,
    },
  ],
};
