/** Settings of charts: the same on all pages, saved in this browser. */
import { useStore } from '../../platform/store/create-store.ts';
import { createPersistedStore, parseObject } from '../../platform/store/persisted-store.ts';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { messages } from './messages.ts';

export type Days = (typeof messages.ranges)[number]['days'];

interface ChartSettings {
  /** Collapsed, a chart is only its title. */
  readonly open: boolean;
  readonly days: Days;
  readonly asTable: boolean;
}

export const DEFAULT_SETTINGS: ChartSettings = { open: true, days: 30, asTable: false };

/** The saved settings; `defaults` for missing or invalid ones. Pure. */
export function parseChartSettings(text: string | null, defaults = DEFAULT_SETTINGS): ChartSettings {
  const { open, days, asTable } = parseObject(text);
  return {
    open: typeof open === 'boolean' ? open : defaults.open,
    days: messages.ranges.find((range) => range.days === days)?.days ?? defaults.days,
    asTable: typeof asTable === 'boolean' ? asTable : defaults.asTable,
  };
}

const settings = createPersistedStore<ChartSettings>({
  key: 'charts',
  // A phone's first screen belongs to the list, and the chart's code is as much to load as everything else.
  parse: (text) => parseChartSettings(text, { ...DEFAULT_SETTINGS, open: !window.matchMedia(SMALL_SCREEN).matches }),
  serialize: JSON.stringify,
});

export function useChartSettings(): ChartSettings {
  return useStore(settings);
}

export function setChartSettings(change: Partial<ChartSettings>): void {
  settings.set({ ...settings.get(), ...change });
}
