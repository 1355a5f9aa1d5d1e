/** Atelier Élan: a design magazine, still published in Latin-1 and, in part, by script. */
import type { Publication } from '../article.ts';
import { LUMEN, PINE } from '../clients.ts';

export const atelierElan: Publication = {
  id: 'atelier-elan',
  name: 'Atelier Élan',
  tagline: 'Objects, makers, rooms',
  sections: ['Objects', 'Makers', 'Rooms', 'Archive'],
  style: `
    body { font-family: Optima, Candara, 'Segoe UI', sans-serif; background: #f4efe9; color: #2b2330; }
    header.site { text-align: center; border-bottom: 1px solid #d5c8bd; } .name { font-weight: 400; letter-spacing: 0.12em; }
    a { color: #8a2a55; }`,
  colors: ['#e6d3c3', '#8a2a55', '#4b5d7a'],
  articles: [
    {
      slug: 'chaises-a-l-atelier',
      kind: 'latin-1',
      title: 'Des chaises à l’atelier',
      author: 'Hélène Marchais',
      date: '8 novembre 2025',
      promised: [`${PINE}/chairs`],
      text: `
Une chaise d’atelier doit être légère, stable et un peu fière. Celle-ci pèse à peine trois kilos; on la soulève d’un doigt et l’on s’étonne.

Le dossier est cintré à la vapeur, l’assise tressée à la main. On la trouve chez un petit fabricant du port, parmi [ses chaises en frêne tressé](${PINE}/chairs), et nulle part ailleurs.`,
    },
    {
      slug: 'the-lamp-that-leans',
      kind: 'script',
      title: 'The lamp that leans',
      author: 'Bo Lindqvist',
      date: '15 January 2026',
      promised: [`${PINE}/lamps/leaning`],
      text: `
It has no base. It leans against the wall like somebody waiting for a bus, and its cable is what keeps it from sliding.

The prototype stood in our office for a week before anyone noticed it was a lamp. The [leaning lamp](${PINE}/lamps/leaning) comes in ash and in smoked oak, and in one length: yours, if you tell them how tall you are.`,
    },
    {
      slug: 'a-bell-is-a-small-instrument',
      kind: 'live',
      title: 'A bell is a small instrument',
      author: 'Bo Lindqvist',
      date: '20 February 2026',
      promised: [`${LUMEN}/kit/bell/brass`],
      text: `
We asked a percussionist to rank nine bicycle bells. She closed her eyes, struck each of them once, and kept one in her hand.

It was the [turned brass bell](${LUMEN}/kit/bell/brass), which rings for six seconds and is tuned, whether its makers know it or not, to a slightly flat A.`,
    },
    {
      slug: 'twelve-gifts-for-makers',
      kind: 'nofollow',
      title: 'Twelve gifts for people who make things',
      author: 'Hélène Marchais',
      date: '1 December 2025',
      promised: [`${PINE}/gifts/bench-hook`],
      text: `
Makers are easy to please and hard to buy for: they have opinions about screws. These twelve things have passed through our hands and were not given back willingly.

Number three is a [bench hook in beech](${PINE}/gifts/bench-hook){nofollow}, which costs less than lunch. Number eight, for those who cycle home in the dark, is anything from [this shelf of small lights](${LUMEN}/gifts){nofollow external}.`,
    },
    {
      slug: 'rooms-with-a-bicycle-in-them',
      kind: 'removed',
      title: 'Rooms with a bicycle in them',
      author: 'Bo Lindqvist',
      date: '10 April 2026',
      promised: [`${LUMEN}/kit/ceiling-lift`],
      text: `
There is a kind of photograph, popular since about 2012, that shows a white room, a plant, and a bicycle nobody has ever ridden. We went looking for rooms in which the bicycle is wet.

We found four. In the best of them the bicycle hangs from the ceiling over the bath, where it drips to its heart's content.`,
    },
  ],
};
