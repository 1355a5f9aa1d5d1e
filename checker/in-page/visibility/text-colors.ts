import type { DomMembers } from '../dom-members.ts';
import type { PageElements } from '../page-elements.ts';

/** Compares the colors of texts and their backgrounds. */
export function textColors(dom: DomMembers, elements: PageElements) {
  const { getPropertyValue, getBoundingClientRect, scrollIntoView, elementsFromPoint, contains, localNameOf } = dom;
  const { styleOf, elementAbove } = elements;

  const painted = new Map<string, readonly number[]>();
  let canvas: OffscreenCanvasRenderingContext2D | null = null;

  /** The channels of a color in any notation: what the browser paints. */
  const paint = (color: string): readonly number[] => {
    canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (canvas === null) return [];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };

  /** Red, green, blue and alpha of a computed color. */
  const channelsOf = (color: string): readonly number[] => {
    const numbers = (/^rgba?\(([^)]*)\)$/.exec(color)?.[1] ?? '').split(/[\s,/]+/).map(Number);
    if (numbers.length >= 3 && numbers.every(Number.isFinite)) return [...numbers.slice(0, 3), numbers[3] ?? 1];
    const channels = painted.get(color) ?? paint(color);
    painted.set(color, channels);
    return channels;
  };

  const luminanceOf = (channels: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
      const part = channel / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  /** Whether a pseudo-element draws a box of its own. */
  const hasDrawnBox = (element: Element, pseudo: string): boolean => {
    const style = getComputedStyle(element, pseudo);
    const value = (name: string) => getPropertyValue.call(style, name);
    if (/^(?:none|normal)?$/.test(value('content'))) return false;
    return value('background-image') !== 'none' || (channelsOf(value('background-color'))[3] ?? 0) > 0;
  };

  /** Whether a picture, or a box with a background, that does not contain the element lies under or over its center. */
  const isOverAnother = (element: Element): boolean => {
    scrollIntoView.call(element, { block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = getBoundingClientRect.call(element);
    return elementsFromPoint.call(document, left + width / 2, top + height / 2).some((other) => {
      if (contains.call(other, element) || contains.call(element, other)) return false;
      if (/^(?:img|picture|video|canvas|svg|iframe|object|embed)$/.test(localNameOf(other) ?? '')) return true;
      const color = channelsOf(styleOf(other, 'background-color'));
      return styleOf(other, 'background-image') !== 'none' || (color[3] ?? 0) > 0;
    });
  };

  /** The first opaque background around an element; null if that is an image or translucent. */
  const backgroundBehind = (element: Element): readonly number[] | null => {
    for (let at: Element | null = element; at !== null; at = elementAbove(at)) {
      const isDrawn = styleOf(at, 'background-image') !== 'none' || styleOf(at, 'box-shadow').includes('inset');
      if (isDrawn || hasDrawnBox(at, '::before') || hasDrawnBox(at, '::after')) return null;
      const background = channelsOf(styleOf(at, 'background-color'));
      const alpha = background[3] ?? 0;
      if (alpha > 0) return alpha < 0.9 ? null : background;
    }
    return [255, 255, 255, 1];
  };

  /** Whether an element's text has nearly the color of its background; false if that is an image. */
  const isSameColor = (element: Element): boolean => {
    if (styleOf(element, 'text-shadow') !== 'none') return false;
    const color = channelsOf(styleOf(element, '-webkit-text-fill-color'));
    if (color.length === 0) return false;
    if ((color[3] ?? 1) < 0.1) return styleOf(element, 'background-clip') !== 'text';
    const behind = backgroundBehind(element);
    if (behind === null) return false;
    const [text, ground] = [luminanceOf(color), luminanceOf(behind)];
    const contrast = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
    const distance = [0, 1, 2].reduce((sum, i) => sum + Math.abs((color[i] ?? 0) - (behind[i] ?? 0)), 0);
    return contrast < 1.15 && distance < 48 && !isOverAnother(element);
  };

  return { isSameColor, channelsOf };
}

export type TextColors = ReturnType<typeof textColors>;
