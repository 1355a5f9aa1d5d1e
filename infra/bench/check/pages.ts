/**
 * The pages of `check.ts`: articles of the checker's corpus between fillers like those of real pages, in different shares
 * for every page. The same numbers give the same pages in every process.
 */
import { articles } from '../../../checker/testing/corpus/articles.ts';
import { randomFrom } from '../../../checker/testing/page-mutants.ts';

/** The kind of a page: only a browser finds the link of a `scripted` page; a `bare` page has none. */
export interface BenchPage {
  readonly kind: 'linked' | 'scripted' | 'bare';
  readonly html: string;
}

/** The median length of a page in characters. */
const TYPICAL = 112_000;

const WORDS =
  'the of leather and a sole in walking to shoes for weather that is on with as it was by made at from one hand not are but after which their workshop'.split(
    ' ',
  );

/** A script that adds the link shortly after the page has loaded. */
const SCRIPT = `<div id="partners"></div><script>addEventListener('DOMContentLoaded',()=>setTimeout(()=>{const link=document.createElement('a');link.href='https://www.'+['client','example'].join('.')+'/shoes/';link.textContent='walking shoes';document.getElementById('partners').append(link)},50))</script>`;

/** A link that a script writes: a page with it would need a browser. */
const WRITTEN = /document\.write\('<a[^']*'\)/g;

const plain = articles.filter(
  ({ clientLink, wellFormed, expected }) =>
    clientLink === undefined && wellFormed !== false && !expected.refresh && expected.challenge !== true,
);
const linked = plain.filter(({ expected }) => expected.matches > 0);
const bare = plain.filter(({ expected }) => expected.matches === 0);

/** `count` different pages of a kind. */
export function benchPages(kind: BenchPage['kind'], count: number): BenchPage[] {
  const templates = kind === 'linked' ? linked : bare;
  return Array.from({ length: count }, (_, number) => {
    const html = (templates[number % templates.length]?.html ?? '').replace(WRITTEN, 'void 0');
    const whole = kind === 'scripted' ? html.replace(/(<\/body>|$)/, `${SCRIPT}$1`) : html;
    return { kind, html: new Writer(number * 7 + kind.length).inflate(whole) };
  });
}

/** Writes the fillers of one page, in shares of its own. */
class Writer {
  readonly #random: () => number;
  /** The share of each filler: a blog is not a shop. */
  readonly #pieces: readonly (readonly [number, () => string])[];

  constructor(seed: number) {
    this.#random = randomFrom(seed);
    for (let i = 0; i < 5; i++) this.#random();
    const taste = (weight: number) => weight * (0.3 + 1.4 * this.#random());
    this.#pieces = [
      [taste(6), () => this.#prose()],
      [taste(4), () => this.#card()],
      [taste(1), () => this.#menu()],
      [taste(2), () => this.#state()],
      [taste(1), () => this.#style()],
      [taste(2), () => this.#icon()],
      [taste(1), () => this.#comment()],
      [taste(1), () => this.#table()],
    ];
  }

  /** The page with fillers before and after its story, up to the length of a real page. */
  inflate(html: string): string {
    const spread = (this.#random() + this.#random() + this.#random() - 1.5) * 1.6;
    const target = TYPICAL * Math.exp(spread);
    const last = html.lastIndexOf('</body>');
    const end = last < 0 ? html.length : last;
    const story = html.search(/<(?:main|article|div class="story")\b/);
    const start = story < 0 || story > end ? end : story;
    const before: string[] = [];
    const after: string[] = [];
    for (let size = html.length; size < target; ) {
      const piece = this.#piece();
      (this.#random() < 0.5 ? before : after).push(piece);
      size += piece.length;
    }
    return html.slice(0, start) + before.join('') + html.slice(start, end) + after.join('') + html.slice(end);
  }

  #piece(): string {
    let at = this.#random() * this.#pieces.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, make] of this.#pieces) {
      at -= weight;
      if (at < 0) return make();
    }
    return '';
  }

  #number(below: number): number {
    return Math.floor(this.#random() * below);
  }

  #word(): string {
    return WORDS[this.#number(WORDS.length)] ?? '';
  }

  #words(count: number): string {
    return Array.from({ length: count }, () => this.#word()).join(' ');
  }

  #prose(): string {
    return `<p class="wp-block-paragraph has-text-align-left">${this.#words(90)} <em>${this.#words(3)}</em> &ndash; ${this.#words(40)}.</p>\n<p>${this.#words(120)}, <a href="https://site${this.#number(900)}.example/${this.#word()}?p=1&amp;q=2" target="_blank" rel="noopener">${this.#words(3)}</a> ${this.#words(60)}.</p>\n`;
  }

  #card(): string {
    return `<div class="card card--teaser col-12 col-md-6 col-lg-4" data-id="${this.#number(1e6)}" data-track='{"slot":"${this.#word()}","pos":3}'><a class="card__link" href="/2026/0${1 + this.#number(9)}/${this.#word()}-${this.#word()}/" aria-label="${this.#words(4)}"><img class="card__image lazyload" loading="lazy" width="640" height="360" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E" data-srcset="/img/a-320.jpg 320w, /img/a-640.jpg 640w" sizes="(max-width: 600px) 100vw, 33vw" alt="${this.#words(5)}"><h3 class="card__title">${this.#words(7)}</h3><span class="card__meta">${this.#words(2)}</span></a></div>\n`;
  }

  #menu(): string {
    const items = Array.from(
      { length: 4 + this.#number(16) },
      () =>
        `<li class="menu-item menu-item-type-post_type"><a href="/${this.#word()}/${this.#word()}/">${this.#words(2)}</a></li>`,
    );
    return `<ul class="menu sub-menu">${items.join('')}</ul>\n`;
  }

  #state(): string {
    const state = Array.from({ length: 2 + this.#number(12) }, () => ({
      title: this.#words(8),
      html: `<p>${this.#words(40)}</p>`,
      tags: WORDS,
    }));
    return `<script>window.__STATE__=window.__STATE__||[];window.__STATE__.push(${JSON.stringify(state)});(function(d,s){for(var i=0;i<10;i++){if(i<5&&d)d.push(s)}})([],"x");</script>\n`;
  }

  #style(): string {
    const rules =
      '.x-block .x-block__inner{padding:8px 16px;background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=)}';
    return `<style>.c-${this.#number(1e4)}{display:flex;gap:12px}.c a>span{color:#123456}@media (min-width:600px){${rules.repeat(10 + this.#number(60))}}</style>\n`;
  }

  #icon(): string {
    return `<button class="share" type="button"><svg class="icon" width="24" height="24" viewBox="0 0 24 24" fill="none"><g clip-path="url(#a)"><path d="M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2zm0 18c-4.41 0-8-3.59-8-8" fill="currentColor"/><circle cx="12" cy="12" r="3"/></g></svg></button>\n`;
  }

  #comment(): string {
    return `<!-- ${this.#words(12)} --><ol class="comment-list"><li id="comment-${this.#number(1e5)}"><cite><a href="https://someone${this.#number(900)}.example/" rel="ugc external nofollow">${this.#word()}</a></cite><blockquote><p>${this.#words(30)}</p></blockquote><p>${this.#words(50)} &amp; ${this.#words(9)}</p></li></ol>\n`;
  }

  #table(): string {
    const rows = Array.from(
      { length: 3 + this.#number(9) },
      () => `<tr><td>${this.#words(2)}<td>${this.#number(1e4)}</tr>`,
    );
    return `<table class="t"><tbody>${rows.join('')}</tbody></table>\n`;
  }
}
