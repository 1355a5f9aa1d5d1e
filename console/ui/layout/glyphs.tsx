/** The strokes of icons: one width, a grid of 24, the color of the text. Some are needed without Material UI. */

export const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

export const GLYPHS = {
  alert: ['M12 4.5l8.5 14.5H3.5z', 'M12 10.5v3.5M12 16.7h.01'],
  history: ['M9 8H4V3', 'M4.5 8A8.5 8.5 0 1 1 3.6 13'],
  live: [circle(12, 12, 8.5), 'M8.5 12.2l2.4 2.4 4.6-5'],
  moon: ['M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z'],
  pending: [circle(12, 12, 8.5), 'M12 7.5V12l3 2'],
  sun: [
    circle(12, 12, 4),
    'M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  ],
} as const;

export function Strokes({ paths }: { paths: readonly string[] }) {
  return (
    <g fill="none" stroke="currentColor" strokeWidth={1.75} strokeLinecap="round" strokeLinejoin="round">
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </g>
  );
}

export function Glyph({ name }: { name: keyof typeof GLYPHS }) {
  return (
    <svg aria-hidden className={name} viewBox="0 0 24 24" width={18} height={18}>
      <Strokes paths={GLYPHS[name]} />
    </svg>
  );
}
