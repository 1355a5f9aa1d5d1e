/** Slow Spoke: a blog about riding to work. */
import type { Publication } from '../article.ts';
import { LUMEN, PINE } from '../clients.ts';

export const slowSpoke: Publication = {
  id: 'slow-spoke',
  name: 'Slow Spoke',
  tagline: 'Riding to work, in all weathers, without hurrying',
  sections: ['Commuting', 'Workshop', 'Kit', 'Letters'],
  style: `
    body { font-family: Georgia, 'Times New Roman', serif; background: #fbf8f1; color: #2a2620; }
    header.site { border-bottom: 3px double #c9bfa8; } .name { font-style: italic; }
    a { color: #9a3b1f; }`,
  colors: ['#d9c7a0', '#9a3b1f', '#3f5a4a'],
  articles: [
    {
      slug: 'first-winter',
      kind: 'live',
      title: 'What my first winter of commuting taught me',
      author: 'Marit Holm',
      date: '14 November 2025',
      promised: [`${LUMEN}/lights/rear`],
      text: `
I started in October because the tram was full, and by December I was stubborn. Eleven kilometres each way, most of it along the canal, about half of it in the dark.

The cold was never the problem. You dress for the second kilometre, not the first, and you keep a dry pair of socks in the desk. What took me longer to learn was how little a driver sees through a wet side window.

## Light is a conversation

A steady rear lamp tells people how far away you are; a flashing one only tells them that you exist. I went through three before settling on [a steady rear light with a wide beam](${LUMEN}/lights/rear), mounted low, below the saddlebag.

> If you can read the number plate in front of you by your own front lamp, it is too high.

## The checklist on my fridge

- Chain wiped on Sunday, oiled on Monday.
- Battery on the charger whenever the kettle is on.
- Gloves inside the helmet, so that neither leaves without the other.

Most of it I copied from [this winter commuting guide](${LUMEN}/guides/winter-commuting) and then crossed out what did not apply to a city that is mostly flat.`,
    },
    {
      slug: 'puncture-in-the-rain',
      kind: 'live',
      title: 'A puncture in the rain, and the eleven minutes after it',
      author: 'Marit Holm',
      date: '2 February 2026',
      promised: [`${LUMEN}/kit/tool-roll`],
      text: `
It was going to happen, and it happened under the railway bridge at ten to eight. Here is what went well and what I shall do differently.

What went well: I had everything with me, and everything was in one place. The [waxed tool roll](${LUMEN}/kit/tool-roll) opens flat on a wall, so nothing ends up in the puddle, and I could find the levers by touch.

What did not: my spare tube had been in the bag for two years, next to a screwdriver. Wrap the tube. An old sock is enough.

Eleven minutes, including the time a retired postman held my umbrella and told me about his Raleigh.`,
    },
    {
      slug: 'dynamo-or-battery',
      kind: 'several',
      title: 'Dynamo or battery? A year with both',
      author: 'Jonas Breit',
      date: '9 March 2026',
      promised: [`${LUMEN}/lights/front`],
      text: `
Twelve months, two bicycles, one rider. The blue bike has a hub dynamo, the green one a rechargeable lamp, and I rode whichever stood nearer to the door.

The battery lamp was the [Lumen front light](${LUMEN}/lights/front){sponsored}, lent to us for the test and returned afterwards.

## Weight, money, worry

The dynamo costs more once and nothing later. The battery lamp costs half, and a little attention every week. I forgot to charge it four times in a year; on three of them the reserve mode of [the lamp](${LUMEN}/lights/front) brought me home.

- Steepest hill: no difference anyone could feel.
- Standing at lights: battery wins, the dynamo lamp fades after four minutes.
- Theft: the battery lamp comes with you, the hub does not need to.

Prices are [at the maker's](${LUMEN}/lights/front){nofollow}; the dynamo hub was bought second-hand.`,
    },
    {
      slug: 'tail-light-test',
      kind: 'redirected',
      title: 'Seven tail lights on one wet road',
      author: 'Jonas Breit',
      date: '21 April 2026',
      promised: [`${LUMEN}/lights/rear?mount=rack`],
      text: `
We hung seven lamps on a fence along the old ring road, walked four hundred metres back in the drizzle, and wrote down what we saw. Two of them we could not see at all.

The brightest was not the best: it drowned its own bicycle. The one all five of us pointed at first was the [rack-mounted rear light](${LUMEN}/lights/rear?mount=rack), because its lens throws some light sideways onto the rider's legs. Legs move; the eye goes where something moves.

We shall repeat this in fog, as soon as there is any.`,
    },
    {
      slug: 'a-desk-for-two-bikes',
      kind: 'live',
      title: 'The hallway desk that hides two bicycles',
      author: 'Ruth Aldane',
      date: '30 May 2026',
      promised: [`${PINE}/desks/hallway`, `${LUMEN}/kit/wall-hook`],
      text: `
Our hallway is a metre and ten wide. For years two bicycles leant there, handlebars locked like deer, and everyone who visited walked in sideways.

The answer turned out to be a shallow [hallway desk made to measure](${PINE}/desks/hallway): thirty centimetres deep, ninety high, with the front wheels rolling in underneath. One bicycle stands, the other hangs above it on a [folding wall hook](${LUMEN}/kit/wall-hook).

The desk carries keys, letters and the lamp chargers. It has been four months, and nobody has walked in sideways since.`,
    },
    {
      slug: 'letters-in-june',
      kind: 'ugc',
      title: 'Letters in June: bells, beards and bright sides',
      author: 'The readers',
      date: '18 June 2026',
      promised: [`${LUMEN}/kit/bell`],
      text: `
You wrote, and we have cut a little. Keep it coming; the best letter of the summer gets a jar of the chain wax we are not supposed to like.

> “Whoever rings twice is a friend. I use a [plain brass bell](${LUMEN}/kit/bell){ugc} and have not shouted at anybody since Easter.” — Piet, on the towpath

> “Sunscreen on the backs of the hands. That is all. That is the letter.” — Anon.

> “Can we have an article about pannier rattle before I throw mine in the river?” — Oona`,
    },
    {
      slug: 'night-ride-calendar',
      kind: 'script',
      title: 'The night ride calendar',
      author: 'Ruth Aldane',
      date: '3 July 2026',
      promised: [`${LUMEN}/events/night-rides`],
      text: `
Five rides between now and September, none longer than thirty kilometres, all of them ending somewhere with soup.

- Friday 10 July: the reservoir, twice round.
- Friday 24 July: the brickworks and back by the river.
- Friday 14 August: meteor shower, lamps off at the top.

Lamps can be borrowed at the start; the [full list of night rides](${LUMEN}/events/night-rides) says where and when.`,
    },
    {
      slug: 'panniers-that-stay-dry',
      kind: 'removed',
      title: 'Panniers that stay dry, and one that says it does',
      author: 'Jonas Breit',
      date: '27 July 2026',
      promised: [`${LUMEN}/kit/panniers`],
      text: `
A bathtub, a kilo of flour in each bag, ten minutes under the shower head. It is not elegant, but bread knows when it is wet.

Roll-top bags won, as they always do. The zipped one we had been looking forward to let in a tablespoon, which its maker calls a splash and we call a tablespoon.

*Update: we have taken out the buying links in this article, as two of the shops no longer sell the bags we tested.*`,
    },
    {
      slug: 'old-ring-road-petition',
      kind: 'not-found',
      title: 'A petition for the old ring road',
      author: 'Marit Holm',
      date: '5 August 2026',
      promised: [`${LUMEN}/about/safer-streets`],
      text: '',
    },
  ],
};
