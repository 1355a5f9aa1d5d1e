/** Long addresses end after so many lines; the whole of them is in the link's details. */
export function lineClamp(lines: number) {
  return {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: lines,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    whiteSpace: 'normal',
  } as const;
}
