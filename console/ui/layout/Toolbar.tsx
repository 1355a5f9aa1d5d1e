/** Buttons that Tab reaches as one: arrow keys move between them (ARIA Authoring Practices, "Toolbar"). */
import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { whenIdle } from '../../platform/timing/idle.ts';

/** The longest wait for an idle browser, in milliseconds. */
const LONGEST_MS = 300;

function itemsOf(bar: HTMLElement): readonly HTMLElement[] {
  const all = bar.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]');
  return [...all].filter((item) => item.checkVisibility());
}

/** Leaves one item for Tab: the one with the focus, else the last one that had it, else the first. */
function leaveOneTabStop(bar: HTMLElement): void {
  const items = itemsOf(bar);
  const stop =
    items.find((item) => item === document.activeElement) ?? items.find((item) => item.tabIndex === 0) ?? items[0];
  for (const item of items) item.tabIndex = item === stop ? 0 : -1;
}

function focusNeighbor(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const items = itemsOf(event.currentTarget);
  const at = document.activeElement instanceof HTMLElement ? items.indexOf(document.activeElement) : -1;
  // A menu of a button is elsewhere in the page, although its keys come by here.
  if (at === -1) return;
  const onward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const back = onward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
  const steps: Readonly<Record<string, number>> = {
    [onward]: (at + 1) % items.length,
    [back]: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}

interface ToolbarProps {
  readonly label: string;
  readonly sx?: SxProps<Theme>;
  readonly children: ReactNode;
}

export function Toolbar({ label, sx = {}, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (element === null) return;
    let stop: () => void = () => undefined;
    // Whether an item is visible is known only after the page was styled: asking earlier would style it twice.
    const update = () => {
      stop();
      stop = whenIdle(() => leaveOneTabStop(element), LONGEST_MS);
    };
    update();
    // Buttons come, go and are disabled without this component being rendered.
    const changes = new MutationObserver(update);
    changes.observe(element, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'href'],
    });
    return () => {
      changes.disconnect();
      stop();
    };
  }, []);
  return (
    <Box
      ref={bar}
      role="toolbar"
      aria-label={label}
      onKeyDown={focusNeighbor}
      onFocus={({ currentTarget }) => leaveOneTabStop(currentTarget)}
      sx={sx}
    >
      {children}
    </Box>
  );
}
