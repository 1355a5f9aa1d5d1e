import type { HiddenBy } from '../../../command-service/contract/observation.ts';
import type { PageElements } from '../page-elements.ts';
import type { ClosedParts } from './closed-parts.ts';
import type { TextColors } from './text-colors.ts';

/** Recognizes elements that are drawn, but transparent, masked or clipped to nothing. */
export function fadedParts(elements: PageElements, closed: ClosedParts, colors: TextColors) {
  const { styleOf, elementAbove } = elements;

  const EMPTY_RECT = /^rect\(\s*[01](?:px)?[,\s]+[01](?:px)?[,\s]+[01](?:px)?[,\s]+[01](?:px)?\s*\)$/;
  const EMPTY_PATH =
    /^(?:inset\(\s*(?:[5-9]\d|100)(?:\.\d+)?%|circle\(\s*0|polygon\(\s*0(?:px|%)?\s+0(?:px|%)?(?:\s*,\s*0(?:px|%)?\s+0(?:px|%)?)+\s*\))/;

  /** Whether a mask leaves nothing of an element: it has no size, or is a gradient between transparent colors. */
  const isMasked = (element: Element): boolean => {
    const image = styleOf(element, 'mask-image');
    if (image === 'none' || image === '') return false;
    const isOnce = styleOf(element, 'mask-repeat') === 'no-repeat';
    if (isOnce && /^[01]px(?: [01]px)?$/.test(styleOf(element, 'mask-size'))) return true;
    if (isOnce && /-?\d{4,}(?:\.\d+)?px/.test(styleOf(element, 'mask-position'))) return true;
    if (/^0(?:px|%)?(?: |$)|^\S+ 0(?:px|%)?$/.test(styleOf(element, 'mask-size'))) return true;
    const isLuminance = styleOf(element, 'mask-mode') === 'luminance';
    const stops = image.match(/(?:rgba?|color|lab|lch|oklab|oklch)\([^()]*\)/g) ?? [];
    const isClear = (stop: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = colors.channelsOf(stop);
      return alpha < 0.05 || (isLuminance && red + green + blue < 24);
    };
    return /^[\w-]+-gradient\(/.test(image) && !image.includes('url(') && stops.length > 0 && stops.every(isClear);
  };

  /** Whether the element or an element around it is clipped to nothing or transparent. */
  const fadedOrClipped = (element: Element): HiddenBy | null => {
    let opacity = 1;
    for (let at: Element | null = element; at !== null; at = elementAbove(at)) {
      const own = Number.parseFloat(styleOf(at, 'opacity'));
      if (Number.isFinite(own)) opacity *= own < 0.05 && closed.canBeOpened(at) ? 1 : own;
      const filtered = /opacity\(([\d.]+)\)/.exec(styleOf(at, 'filter'))?.[1];
      if (filtered !== undefined) opacity *= Number(filtered);
      if (EMPTY_RECT.test(styleOf(at, 'clip')) && /absolute|fixed/.test(styleOf(at, 'position'))) return 'clipped';
      if (EMPTY_PATH.test(styleOf(at, 'clip-path')) || isMasked(at)) return 'clipped';
    }
    return opacity < 0.05 ? 'opacity' : null;
  };

  return { fadedOrClipped };
}

export type FadedParts = ReturnType<typeof fadedParts>;
